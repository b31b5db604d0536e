import { platformsOf } from '#features/plans/rules/catalog.ts'
import { revealCredential } from '#features/tools/api/credentials.ts'
import { fieldsFor, isFileTool, labelFor, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { call } from '#ui/api.ts'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { report } from '#ui/query-client.ts'
import { SecretField } from '#ui/secret-field.tsx'
import { ToolGlyph } from '#ui/tool-glyph.tsx'
import type { OrderDraft } from '../rules/order-draft.ts'

/** The sending tool, its secrets masked until asked for; each look is written to the audit log. */
export function ReviewToolCard({ draft: { plan, tool } }: { draft: OrderDraft }) {
  if (!plan || !tool) return null
  const reveal = async (field: string): Promise<string> => {
    try {
      const { value } = await call(revealCredential, {
        body: { connectionId: tool.connectionId ?? '', field },
      })
      return value
    } catch (error) {
      report(error)
      throw error
    }
  }
  const fields = fieldsFor(tool.tool, { context: 'order', platforms: platformsOf(plan) })
  return (
    <Card>
      <CardHeader
        title={
          <span className="flex items-center gap-2">
            <ToolGlyph tool={tool.tool} />
            {sendingToolNames[tool.tool]}
          </span>
        }
        description="Your sending tool"
        actions={
          <ButtonLink to="/setup-domain-settings" variant="quiet" size="small">
            Edit<span className="sr-only"> sending tool</span>
          </ButtonLink>
        }
      />
      {isFileTool(tool.tool) ? (
        <p className="mt-3">CSV of usernames & passwords will be provided</p>
      ) : (
        <FactList
          className="mt-2"
          facts={fields
            .filter(({ hidden }) => !hidden)
            .map((field) => {
              const label = labelFor(field, 'order')
              const shown = tool.shown[field.name]
              if (!shown) return [label, '—']
              return field.secret
                ? [
                    label,
                    <SecretField
                      key={field.name}
                      label={label}
                      masked={shown}
                      reveal={() => reveal(field.name)}
                    />,
                  ]
                : [label, shown]
            })}
        />
      )}
    </Card>
  )
}
