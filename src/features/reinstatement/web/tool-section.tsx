import { type FormEvent, useState } from 'react'
import type { Platform } from '#features/plans/rules/catalog.ts'
import {
  isFileTool,
  type SendingToolId,
  sendingToolIds,
  sendingToolNames,
} from '#features/tools/rules/sending-tools.ts'
import { toolProblems } from '#features/tools/rules/tool-credentials.ts'
import { type OpenedWorkspace, workspaceValues } from '#features/tools/rules/tool-trial.ts'
import { OtherWorkspaceNote } from '#features/tools/web/credentials/other-workspace-note.tsx'
import { ToolCredentialFields } from '#features/tools/web/credentials/tool-credential-fields.tsx'
import { enteredCredentials } from '#features/tools/web/credentials/tool-values.ts'
import { UntriedNote } from '#features/tools/web/credentials/untried-note.tsx'
import { useToolTrial } from '#features/tools/web/credentials/use-tool-trial.ts'
import { Button } from '#ui/button.tsx'
import { TabPanel, Tabs } from '#ui/tabs.tsx'
import { ToolGlyph } from '#ui/tool-glyph.tsx'
import type { SavedConnection } from '../rules/reinstate-form.ts'

/** In the order of the tabs: Email Bison first. */
const tools = sendingToolIds.toSorted((a, b) => Number(b === 'bison') - Number(a === 'bison'))

interface ToolSectionProps {
  tool: SendingToolId
  values: Record<string, string>
  connection: SavedConnection | undefined
  platforms: readonly Platform[]
  onChooseTool: (tool: SendingToolId) => void
  onChange: (name: string, value: string) => void
  onSave: () => void
}

/** Step 3: where the mailboxes go. */
export function ToolSection({
  tool,
  values,
  connection,
  platforms,
  onChooseTool,
  onChange,
  onSave,
}: ToolSectionProps) {
  const [tried, setTried] = useState<SendingToolId>()
  const trial = useToolTrial(onSave)
  const place = { context: 'reinstate', platforms } as const
  const stored = connection?.tool === tool ? connection.storedSecrets : []
  const problems = toolProblems(tool, values, { ...place, stored })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(tool)
    // Reinstating asks for no API key everywhere, and without one there is nothing to try.
    const hasKey = Boolean(values.apiKey?.trim()) || stored.includes('apiKey')
    if (problems.length > 0 || isFileTool(tool) || !hasKey) return onSave()
    trial.start(enteredCredentials(tool, place, values), connection?.id)
  }
  const nameOpened = (opened: OpenedWorkspace) => {
    const named = workspaceValues(opened)
    for (const [name, value] of Object.entries(named)) onChange(name, value)
    trial.start(enteredCredentials(tool, place, { ...values, ...named }), connection?.id)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Tabs
        label="Sending tool"
        value={tool}
        onValueChange={(next) => {
          trial.forget()
          onChooseTool(next)
        }}
        tabs={tools.map((each) => ({
          value: each,
          label: sendingToolNames[each],
          icon: <ToolGlyph tool={each} />,
        }))}
      >
        {tools.map((each) => (
          <TabPanel key={each} value={each}>
            {isFileTool(each) ? (
              <div className="rounded-control border border-line bg-sunken px-4 py-3">
                <h3 className="font-medium">CSV Export Option</h3>
                <p className="mt-1 text-muted text-secondary">
                  A CSV file will be sent once the order is completed.
                </p>
              </div>
            ) : (
              <ToolCredentialFields
                tool={each}
                place={place}
                values={values}
                stored={stored}
                connectionId={connection?.id}
                problems={tried === each ? (problems.length > 0 ? problems : trial.problems) : []}
                onChange={(name, value) => {
                  trial.forget()
                  onChange(name, value)
                }}
              />
            )}
          </TabPanel>
        ))}
      </Tabs>
      {trial.elsewhere && (
        <OtherWorkspaceNote
          {...trial.elsewhere}
          isSaving={trial.isTrying}
          onUse={() => trial.elsewhere && nameOpened(trial.elsewhere.opens)}
        />
      )}
      {trial.untried && <UntriedNote message={trial.untried} onSaveAnyway={onSave} />}
      <Button type="submit" loading={trial.isTrying} className="self-start">
        Save Tool Configuration
      </Button>
    </form>
  )
}
