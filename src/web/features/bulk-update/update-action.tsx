import { type ReactNode, useState } from 'react'
import { type AccountValues, fieldChanges } from '#shared/bulk-update/account-values.ts'
import { fieldLabel } from '#shared/bulk-update/field-label.ts'
import { type Pace, type PacedUpdate, paceText } from '#shared/bulk-update/pace.ts'
import { countOf } from '#shared/text/count-of.ts'
import { type BulkToolId, sendingToolNames } from '#shared/tools/sending-tools.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { RetryCredentials, RunningUpdate } from './bulk-jobs.ts'
import { FieldChangesTable } from './field-changes-table.tsx'
import { JobCard } from './job-card.tsx'
import { OtherJobNote } from './other-job-note.tsx'

/** What an update is about to do. */
export interface UpdatePreview {
  tool: BulkToolId
  accounts: readonly { current: AccountValues; wanted: AccountValues }[]
  /** Labels of settings that could be set here and are left out. */
  kept?: readonly string[]
  pace: Pace | undefined
  paced: PacedUpdate
  /** Calls that each account takes. */
  callsEach?: number
}

interface UpdateButtonProps {
  label: string
  update: RunningUpdate
  /** Why it cannot be started. */
  unavailable: string | false
  /** Asked for once the button is pressed; nothing when there is nothing to confirm, which has been told. */
  preview: () => UpdatePreview | undefined
  onConfirm: () => void
  /** What is to be known before, beside the table. */
  note?: ReactNode
}

/** Starts an update, once what it will do was seen and confirmed. */
export function UpdateButton({ label, update, unavailable, preview, onConfirm, note }: UpdateButtonProps) {
  const [asked, setAsked] = useState<UpdatePreview>()
  return (
    <>
      <Button loading={update.isBusy} unavailable={unavailable} onClick={() => setAsked(preview())}>
        {label}
      </Button>
      {asked && (
        <ConfirmUpdate
          label={label}
          preview={asked}
          note={note}
          onConfirm={onConfirm}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

interface ConfirmUpdateProps {
  label: string
  preview: UpdatePreview
  note: ReactNode
  onConfirm: () => void
  onClose: () => void
}

function ConfirmUpdate({ label, preview, note, onConfirm, onClose }: ConfirmUpdateProps) {
  const { tool, accounts, kept = [], pace, paced, callsEach } = preview
  const count = countOf(accounts.length, 'account')
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      wide
      title={`${label}: ${count}`}
      confirmLabel={`Update ${count}`}
      onConfirm={onConfirm}
    >
      <div className="flex flex-col gap-3 text-secondary">
        <FieldChangesTable
          changes={fieldChanges(accounts)}
          labelOf={(field) => fieldLabel(tool, field)}
          toolName={sendingToolNames[tool]}
        />
        <p>
          {kept.length > 0
            ? `Left as they are: ${kept.join(', ')}, and everything`
            : 'Left as it is: everything'}{' '}
          else.
        </p>
        {note}
        {pace && <p>{paceText(sendingToolNames[tool], pace, paced, accounts.length, callsEach)}</p>}
      </div>
    </ConfirmDialog>
  )
}

interface UpdateProgressProps {
  tool: BulkToolId
  update: RunningUpdate
  credentials: RetryCredentials
}

/** How the last start of an update went: refused because of another, under way, or ended. */
export const UpdateProgress = ({ tool, update, credentials }: UpdateProgressProps) => (
  <>
    {update.blockedBy !== undefined && <OtherJobNote jobId={update.blockedBy} />}
    {update.jobId !== undefined && (
      <JobCard tool={tool} jobId={update.jobId} credentials={credentials} onRetried={update.follow} />
    )}
  </>
)
