import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { connectionsQuery } from '#features/tools/web/credentials/connections-query.ts'
import { OtherWorkspaceNote } from '#features/tools/web/credentials/other-workspace-note.tsx'
import { SavedCredentials } from '#features/tools/web/credentials/saved-credentials.tsx'
import { ToolChoice } from '#features/tools/web/credentials/tool-choice.tsx'
import { ToolCredentialFields } from '#features/tools/web/credentials/tool-credential-fields.tsx'
import { UntriedNote } from '#features/tools/web/credentials/untried-note.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { SettingsStepProps } from './basic-step.tsx'
import { useToolEntry } from './use-tool-entry.ts'

/** The sending tool and its credentials. */
export function ToolStep({ draft, onSave, onEdited }: SettingsStepProps) {
  const { data: connections = [] } = useQuery(connectionsQuery)
  const { tool, base, isEdited, ...entry } = useToolEntry({ draft, onSave })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the fact is told, not every render's function
  useEffect(() => onEdited(isEdited), [isEdited])
  return (
    <form noValidate onSubmit={entry.submit} className="flex flex-col gap-5">
      <ToolChoice tool={tool} onChoose={entry.choose} />
      {isFileTool(tool) ? (
        <p className="text-muted">
          No credentials are needed. A CSV of usernames and passwords will be sent to you when the inboxes are
          ready.
        </p>
      ) : (
        <>
          <SavedCredentials
            tool={tool}
            connections={connections}
            chosen={base?.connectionId}
            onChoose={(from) => entry.start(tool, from)}
          />
          <ToolCredentialFields
            key={`${tool} ${base?.connectionId}`}
            tool={tool}
            place={entry.place}
            values={entry.values}
            stored={entry.stored}
            saved={base?.shown ?? {}}
            connectionId={base?.connectionId}
            problems={entry.problems}
            onChange={entry.enter}
          />
        </>
      )}
      {entry.elsewhere && (
        <OtherWorkspaceNote
          {...entry.elsewhere}
          isSaving={entry.isSaving}
          onUse={() => entry.elsewhere && entry.nameOpened(entry.elsewhere.opens)}
        />
      )}
      {entry.untried ? (
        <UntriedNote message={entry.untried} isSaving={entry.isSaving} onSaveAnyway={entry.saveAnyway} />
      ) : (
        entry.refusal && <Alert>{entry.refusal}</Alert>
      )}
      <Button type="submit" loading={entry.isSaving} className="self-start">
        Save & Continue
      </Button>
    </form>
  )
}
