import { countOf } from '#base/text/count-of.ts'
import { displayForwardingUrl } from '#features/forwarding/rules/display-forwarding-url.ts'
import { revealCredential } from '#features/tools/api/credentials.ts'
import { fieldsOf, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Alert } from '#ui/alert.tsx'
import { call } from '#ui/api.ts'
import { CopyButton } from '#ui/copy-button.tsx'
import { report } from '#ui/query-client.ts'
import { SecretField } from '#ui/secret-field.tsx'
import { ToolGlyph } from '#ui/tool-glyph.tsx'
import type { GroupDetails } from '../../api/groups.ts'
import { credentialsText } from '../../rules/order-details.ts'
import { copyOnHover } from './copy-on-hover.ts'

/** The credentials of a group's sending tool; secrets stay on the server until they are asked for. */
export function SendingToolDetails({ group: { groupId, live, sendingTool: tool } }: { group: GroupDetails }) {
  const text = credentialsText(tool.tool, tool.values, live)
  const shown = fieldsOf(tool.tool).filter(({ name, hidden }) => !hidden && tool.values[name])
  return (
    <>
      <p className="mb-3 flex items-center gap-2 font-medium">
        <ToolGlyph tool={tool.tool} />
        {sendingToolNames[tool.tool]}
      </p>
      {tool.state === 'refused' && (
        <Alert title={`${sendingToolNames[tool.tool]} does not take these credentials`} className="mb-3">
          {tool.problem}
        </Alert>
      )}
      {text ? (
        <p className="text-muted text-secondary">{text}</p>
      ) : (
        <dl className="divide-y divide-line rounded-card border border-line">
          {shown.map((field) => (
            <div
              key={field.name}
              className="group/copy flex min-h-11 items-center gap-3 px-3 py-1 max-sm:flex-col max-sm:items-stretch max-sm:gap-0"
            >
              <dt className="w-32 shrink-0 text-muted text-secondary">{field.label}</dt>
              <dd className="min-w-0 grow">
                {field.secret ? (
                  <SecretField
                    label={field.label}
                    masked={tool.values[field.name] ?? ''}
                    reveal={() => reveal(groupId, field.name)}
                  />
                ) : (
                  <span className="flex items-center gap-1">
                    <span className="min-w-0 grow truncate">{tool.values[field.name]}</span>
                    <CopyButton
                      value={tool.values[field.name] ?? ''}
                      label={`Copy ${field.label}`}
                      className={copyOnHover}
                    />
                  </span>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {tool.sharedWith.length > 0 && (
        <p className="mt-2 text-muted text-secondary">
          {countOf(tool.sharedWith.length, 'other order')} {tool.sharedWith.length === 1 ? 'uses' : 'use'} the
          same account:{' '}
          {tool.sharedWith
            .map(
              ({ forwardingDomain, orderIndex }) =>
                `${displayForwardingUrl(forwardingDomain)} #${orderIndex}`,
            )
            .join(', ')}
        </p>
      )}
    </>
  )
}

async function reveal(groupId: string, field: string): Promise<string> {
  try {
    const { value } = await call(revealCredential, { body: { groupId, field } })
    return value
  } catch (error) {
    report(error)
    throw error
  }
}
