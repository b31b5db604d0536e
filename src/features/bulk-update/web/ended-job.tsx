import { useEffect } from 'react'
import { numberText } from '#base/text/number-text.ts'
import { type BulkToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { useAction } from '#ui/use-action.ts'
import {
  type BulkJobProgress,
  operationName,
  outcomeCounts,
  resultText,
  retryableCount,
} from '../rules/bulk-job.ts'
import { checkJob, type RetryCredentials, refreshJobs, retryJob } from './bulk-jobs.ts'
import { JobLink } from './job-link.tsx'

interface EndedJobProps {
  job: BulkJobProgress
  tool: BulkToolId
  /** For trying again what failed. */
  credentials: RetryCredentials
  /** The same update was started again for what it had not changed. */
  onRetried: (jobId: string) => void
}

function titleOf(job: BulkJobProgress, isNoneChanged: boolean): string {
  const name = operationName(job)
  const { updated, unknown } = outcomeCounts(job)
  if (job.status === 'cancelled') return `${name} update cancelled`
  if (job.status === 'failed') return `${name} update stopped`
  const isUndo = job.operation === 'undo'
  if (isNoneChanged) return `${name} ${isUndo ? 'not done' : 'not updated'}`
  if (unknown > 0) return `${name}: not known of every account`
  if (updated === 0) return `${name}: ${job.notRestored ? 'nothing was put back' : 'nothing had to change'}`
  return `${name} ${isUndo ? 'done' : 'updated'}`
}

/** What came of an update, and ways to check what is not known and to try again what it did not change. */
export function EndedJob({ job, tool, credentials, onRetried }: EndedJobProps) {
  useEffect(() => void refreshJobs(), [])
  const left = retryableCount(job)
  const retry = useAction({
    mutationFn: () => retryJob(job.jobId, credentials),
    onSuccess: ({ jobId }) => {
      void refreshJobs()
      onRetried(jobId)
    },
  })
  const check = useAction({ mutationFn: () => checkJob(job.jobId, credentials) })
  const isUnknown = outcomeCounts(job).unknown > 0
  const isNoneChanged = job.status === 'done' && job.total > 0 && left === job.total && !isUnknown
  const isWhole = left === 0 && !job.notRestored
  const tone = isWhole ? 'success' : job.status === 'failed' || isNoneChanged ? 'danger' : 'warning'
  return (
    <Alert
      tone={tone}
      title={titleOf(job, isNoneChanged)}
      action={
        <div className="flex flex-wrap gap-2">
          {isUnknown && (
            <Button size="small" loading={check.isPending} onClick={() => check.mutate()}>
              Check again
            </Button>
          )}
          {left > 0 && (
            <Button size="small" loading={retry.isPending} onClick={() => retry.mutate()}>
              Retry {numberText(left)} {job.finished < job.total || isUnknown ? 'left' : 'failed'}
            </Button>
          )}
          <JobLink jobId={job.jobId}>See each account</JobLink>
        </div>
      }
    >
      {job.problem && <p>{job.problem}</p>}
      <p className="tabular-nums">{resultText(job, sendingToolNames[tool])}</p>
    </Alert>
  )
}
