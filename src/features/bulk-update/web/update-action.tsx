import { type ReactNode, useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { type BulkToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { failureText } from '#ui/frame/failure-text.ts'
import { clockText } from '#ui/time-texts.ts'
import { accountsSet, effectOf, fieldChanges } from '../rules/account-values.ts'
import { isUnfinished, operationName, progressText } from '../rules/bulk-job.ts'
import { fieldLabel } from '../rules/field-label.ts'
import { paceText } from '../rules/pace.ts'
import type { RetryCredentials, RunningUpdate } from './bulk-jobs.ts'
import { useBulkJob } from './bulk-jobs.ts'
import { accountsSetText, effectText, FieldChangesTable } from './field-changes-table.tsx'
import { JobCard } from './job-card.tsx'
import { JobLink } from './job-link.tsx'
import type { PlannedUpdate } from './planned-update.ts'
import { useShownInStep } from './started-jobs.ts'

/** Says that nothing was started, and which job stands in the way: it is not this page's own. */
function OtherJobNote({ jobId }: { jobId: string }) {
  const job = useBulkJob(jobId)
  const since = job?.createdAt ? `, started at ${clockText(job.createdAt)}` : ''
  return (
    <Alert
      tone="warning"
      title="Not started: another update is running"
      action={<JobLink jobId={jobId}>Show that update</JobLink>}
    >
      {job && isUnfinished(job) && (
        <p>
          {operationName(job)}
          {since}: {progressText(job)}.
        </p>
      )}
      <p>
        {job && !isUnfinished(job)
          ? 'It has ended meanwhile. You can start yours now.'
          : 'None of your accounts were changed by this press. Start yours again once it has ended, or cancel it.'}
      </p>
    </Alert>
  )
}

interface UpdateButtonProps {
  /** As it is known now, also while it is to be confirmed. */
  plan: PlannedUpdate
  update: RunningUpdate
  /** Why it cannot be started. */
  unavailable: string | false
  /** Told when the button is pressed, and returns whether there is anything to confirm. */
  onPress?: () => boolean
  /** What it throws is told in the question, which stays. */
  onConfirm: () => unknown
  /** What is to be known before, beside the table. */
  note?: ReactNode
}

/** Starts an update, once what it will do was seen and confirmed. */
export function UpdateButton({
  plan,
  update,
  unavailable,
  onPress = () => true,
  onConfirm,
  note,
}: UpdateButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button loading={update.isBusy} unavailable={unavailable} onClick={() => setAsking(onPress())}>
        {plan.label}
      </Button>
      {isAsking && (
        <ConfirmUpdate
          plan={plan}
          failed={update.failed}
          note={note}
          onConfirm={onConfirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

interface ConfirmUpdateProps {
  plan: PlannedUpdate
  failed: string
  note: ReactNode
  onConfirm: () => unknown
  onClose: () => void
}

function ConfirmUpdate({ plan, failed, note, onConfirm, onClose }: ConfirmUpdateProps) {
  const { label, tool, accounts, kept = [], pace, paced, callsEach } = plan
  const [failure, setFailure] = useState<unknown>()
  const effect = effectOf(accounts)
  const set = accountsSet(effect)
  const toolName = sendingToolNames[tool]
  const start = async () => {
    setFailure(undefined)
    try {
      await onConfirm()
    } catch (error) {
      setFailure(error)
      throw error
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      wide
      title={`${label}: ${set === 0 ? 'no account would change' : accountsSetText(effect)}`}
      confirmLabel={
        set === 0 ? `Check ${countOf(accounts.length, 'account')}` : `Update ${accountsSetText(effect)}`
      }
      onConfirm={start}
    >
      <div className="flex flex-col gap-3 text-secondary">
        <FieldChangesTable
          changes={fieldChanges(accounts)}
          labelOf={(field) => fieldLabel(tool, field)}
          toolName={toolName}
        />
        <p className="text-text">{effectText(effect, toolName)}</p>
        <p>
          {kept.length > 0
            ? `Left as they are: ${kept.join(', ')}, and everything`
            : 'Left as it is: everything'}{' '}
          else.
        </p>
        {note}
        {pace && set > 0 && <p>{paceText(toolName, pace, paced, set, callsEach)}</p>}
        {failure !== undefined && <Alert title={failed}>{failureText(failure)} Your entries are kept.</Alert>}
      </div>
    </ConfirmDialog>
  )
}

interface UpdateProgressProps {
  tool: BulkToolId
  update: RunningUpdate
  credentials: RetryCredentials
  /** The step around it stands open; the page shows what is under way where it does not. */
  isShown?: boolean
}

/** How the last start of an update went: refused because of another, under way, or ended. */
export function UpdateProgress({ tool, update, credentials, isShown = true }: UpdateProgressProps) {
  const { blockedBy, jobId, follow } = update
  useShownInStep(jobId, isShown)
  return (
    <>
      {blockedBy !== undefined && <OtherJobNote jobId={blockedBy} />}
      {jobId !== undefined && (
        <JobCard tool={tool} jobId={jobId} credentials={credentials} onRetried={follow} />
      )}
    </>
  )
}
