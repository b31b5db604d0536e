import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { orderEditLookupMessages } from '#features/tools/rules/workspace-lookup.ts'
import { ToolChoice } from '#features/tools/web/credentials/tool-choice.tsx'
import { ToolCredentialFields } from '#features/tools/web/credentials/tool-credential-fields.tsx'
import { placeOf, storedOf } from './order-entries.ts'
import { SharedConnection } from './shared-connection.tsx'
import type { OrderEdit } from './use-order-edit.ts'

/** The order's sending tool and its credentials. */
export function ToolFieldset({ edit, isBeginning }: { edit: OrderEdit; isBeginning: boolean }) {
  const { group, entries, problems } = edit
  const { tool, sharedWith } = group.sendingTool
  return (
    <fieldset data-beginning={isBeginning || undefined} className="flex flex-col gap-4">
      <legend className="mb-1.5 font-medium text-secondary">Sending Tool</legend>
      {sharedWith.length > 0 && (
        <SharedConnection sharedWith={sharedWith} isSameTool={entries.tool === tool} />
      )}
      <ToolChoice tool={entries.tool} onChoose={edit.chooseTool} />
      {isFileTool(entries.tool) ? (
        <p className="text-muted">
          No credentials are needed. A CSV of usernames and passwords will be sent to you.
        </p>
      ) : (
        <ToolCredentialFields
          key={entries.tool}
          tool={entries.tool}
          place={placeOf(group)}
          values={entries.values}
          stored={storedOf(entries, group)}
          connectionId={group.sendingTool.connectionId}
          problems={problems.tool}
          instantlyTexts={orderEditLookupMessages}
          onChange={edit.enterValue}
        />
      )}
    </fieldset>
  )
}
