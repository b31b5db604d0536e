import { useEffect } from 'react'
import {
  type BulkJobProgress,
  operationName,
  resultText,
  retryableCount,
} from '#shared/bulk-update/bulk-job.ts'
import { numberText } from '#shared/text/number-text.ts'
import { type BulkToolId, sendingToolNames } from '#shared/tools/sending-tools.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../../ui/use-action.ts'
import { type RetryCredentials, refreshPastJobs, retryJob } from './bulk-jobs.ts'
import { JobLink } from './job-link.tsx'

interface EndedJobProps {
  job: BulkJobProgress
  tool: BulkToolId
  /** For trying again what failed. */
  credentials: RetryCredentials
  /** The same update was started again for what it had not changed. */
  onRetried: (jobId: string) => void
}

const titles: Record<'done' | 'cancelled' | 'failed', string> = {
  done: 'updated',
  cancelled: 'update cancelled',
  failed: 'update stopped',
}

/** What came of an update, and a way to try again what it did not change. */
export function EndedJob({ job, tool, credentials, onRetried }: EndedJobProps) {
  useEffect(() => void refreshPastJobs(tool), [tool])
  const left = retryableCount(job)
  const retry = useAction({
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
        <div className="flex flex-wrap gap-2">
          {left > 0 && (
            <Button size="small" loading={retry.isPending} onClick={() => retry.mutate()}>
              Retry {numberText(left)} {job.finished < job.total ? 'left' : 'failed'}
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
