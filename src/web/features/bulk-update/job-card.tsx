import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type BulkJobProgress,
  type BulkOperation,
  bulkOperations,
  isUnfinished,
  progressText,
  resultText,
  retryableCount,
} from '#shared/bulk-update/bulk-job.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { type BulkToolId, sendingToolNames } from '#shared/tools/sending-tools.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { cancelJob, type RetryCredentials, retryJob, useBulkJob } from './bulk-jobs.ts'

interface JobCardProps {
  tool: BulkToolId
  jobId: string
  /** For trying again what failed. */
  credentials: RetryCredentials
  /** The same update was started again for what it had not changed. */
  onRetried: (jobId: string) => void
}

/** How an update goes, and what came of it. */
export function JobCard({ tool, jobId, credentials, onRetried }: JobCardProps) {
  const job = useBulkJob(jobId)
  if (!job) return <Skeleton className="h-16 w-full" />
  return isUnfinished(job) ? (
    <RunningJob job={job} tool={tool} />
  ) : (
    <EndedJob job={job} tool={tool} credentials={credentials} onRetried={onRetried} />
  )
}

const operationName = ({ operation }: BulkJobProgress): string =>
  bulkOperations[operation as BulkOperation] ?? operation

function RunningJob({ job, tool }: { job: BulkJobProgress; tool: BulkToolId }) {
  const [isAsking, setAsking] = useState(false)
  const name = operationName(job)
  const isReadingBack = job.total > 0 && job.finished === job.total
  const text = isReadingBack
    ? `${countOf(job.total, 'account')} done. Reading them back to see what really changed...`
    : progressText(job)
  return (
    <section aria-label={`${name} update`} className="rounded-control border border-line bg-sunken px-3 py-3">
      <div className="flex items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium text-secondary">Updating: {name}</p>
          <p className="text-muted text-secondary tabular-nums">{text}</p>
        </div>
        {!isReadingBack && (
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

const titles: Record<'done' | 'cancelled' | 'failed', string> = {
  done: 'updated',
  cancelled: 'update cancelled',
  failed: 'update stopped',
}

function EndedJob({
  job,
  tool,
  credentials,
  onRetried,
}: Omit<JobCardProps, 'jobId'> & { job: BulkJobProgress }) {
  const left = retryableCount(job)
  const retry = useMutation({
    mutationFn: () => retryJob(job.jobId, credentials),
    onSuccess: ({ jobId }) => onRetried(jobId),
  })
  const isNoneChanged = job.status === 'done' && job.total > 0 && left === job.total
  const tone = left === 0 ? 'success' : job.status === 'failed' || isNoneChanged ? 'danger' : 'warning'
  const title = isNoneChanged ? 'not updated' : titles[job.status as keyof typeof titles]
  return (
    <Alert
      tone={tone}
      title={`${operationName(job)} ${title}`}
      action={
        left > 0 && (
          <Button size="small" loading={retry.isPending} onClick={() => retry.mutate()}>
            Retry {numberText(left)} {job.finished < job.total ? 'left' : 'failed'}
          </Button>
        )
      }
    >
      {job.problem && <p>{job.problem}</p>}
      <p className="tabular-nums">{resultText(job, sendingToolNames[tool])}</p>
      {job.failures.length > 0 && <Failures job={job} />}
    </Alert>
  )
}

function Failures({ job }: { job: BulkJobProgress }) {
  return (
    <details className="mt-1.5">
      <summary className="cursor-pointer rounded-control font-medium">
        {job.failed > job.failures.length
          ? `The first ${job.failures.length} reasons`
          : `Show ${countOf(job.failures.length, 'reason')}`}
      </summary>
      <ul
        className="mt-1 max-h-48 space-y-0.5 overflow-y-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keyboard too
        tabIndex={0}
        aria-label="Accounts that did not change"
      >
        {job.failures.map(({ account, reason }) => (
          <li key={account} className="break-words">
            <span className="font-medium">{account}</span>: {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}
