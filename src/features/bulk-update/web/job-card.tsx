import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { isUnfinished } from '../rules/bulk-job.ts'
import { type RetryCredentials, useWatchedJob } from './bulk-jobs.ts'
import { EndedJob } from './ended-job.tsx'
import { RunningJob } from './running-job.tsx'

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
  const { job, isCutOff } = useWatchedJob(jobId)
  if (!job) return <Skeleton className="h-16 w-full" />
  return isUnfinished(job) ? (
    <RunningJob job={job} tool={tool} isCutOff={isCutOff} />
  ) : (
    <EndedJob job={job} tool={tool} credentials={credentials} onRetried={onRetried} />
  )
}
