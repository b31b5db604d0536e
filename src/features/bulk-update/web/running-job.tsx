import { useState } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { type BulkToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { clockText } from '#ui/time-texts.ts'
import { type BulkJobProgress, operationName, progressText } from '../rules/bulk-job.ts'
import { cancelJob } from './bulk-jobs.ts'

interface RunningJobProps {
  job: BulkJobProgress
  tool: BulkToolId
  /** The server could not be asked the last time. */
  isCutOff: boolean
}

/** An update that continues, and how to stop it. */
export function RunningJob({ job, tool, isCutOff }: RunningJobProps) {
  const [isAsking, setAsking] = useState(false)
  const name = operationName(job)
  const text = stateText(job)
  const isLastPart = job.finished === job.total
  return (
    <section aria-label={`${name} update`} className="rounded-control border border-line bg-sunken px-3 py-3">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium text-secondary">
            {job.status === 'cancelling' ? 'Cancelling' : 'Updating'}: {name}
          </p>
          <p className="text-muted text-secondary tabular-nums">{text}</p>
        </div>
        {job.status !== 'cancelling' && !(job.phase === 'confirming' && isLastPart) && (
          <Button size="small" onClick={() => setAsking(true)}>
            Cancel update
          </Button>
        )}
      </div>
      <ProgressBar
        label={`${name} update`}
        value={job.finished}
        max={job.total}
        valueText={text}
        className="mt-2.5"
      />
      {job.waitUntil && (
        <p role="status" className="mt-2 text-secondary text-warning">
          {sendingToolNames[tool]} asks us to wait until {clockText(job.waitUntil)}. It continues by itself
          then.
        </p>
      )}
      {isCutOff && (
        <p role="status" className="mt-2 text-secondary text-warning">
          We cannot be reached right now, so this may be old. The update itself continues. Trying again...
        </p>
      )}
      <p className="mt-2 text-label text-muted">
        This runs on our side. You can leave this page and come back.
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Cancel this update?"
        confirmLabel="Cancel update"
        cancelLabel="Keep going"
        danger
        onConfirm={() => cancelJob(job.jobId)}
      >
        Accounts that were updated stay updated at {sendingToolNames[tool]}; the rest is left as it is.
      </ConfirmDialog>
    </section>
  )
}

function stateText(job: BulkJobProgress): string {
  if (job.status === 'cancelling')
    return 'Waiting for the calls that are under way, then reading back how many accounts have changed...'
  // A large update is worked on in parts: what is known of all of it is how many are done.
  if (job.phase === 'reading')
    return job.finished === 0
      ? `Reading the present values of ${countOf(job.total, 'account')}...`
      : `${progressText(job)} · Reading the present values of the next accounts...`
  if (job.phase === 'confirming')
    return job.finished === job.total
      ? `${countOf(job.total, 'account')} done. Reading them back to see what really changed...`
      : `${progressText(job)} · Reading back what changed so far...`
  return progressText(job)
}
