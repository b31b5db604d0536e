import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnfinished, retryableCount } from '#shared/bulk-update/bulk-job.ts'
import type { BulkToolId } from '#shared/tools/sending-tools.ts'
import { type RetryCredentials, recentJobsQuery } from './bulk-jobs.ts'
import { JobCard } from './job-card.tsx'

interface RecentJobsProps {
  tool: BulkToolId
  credentials: RetryCredentials
}

/** For those who left and come back: what is under way, and the last update when something of it is left to do. */
export function RecentJobs({ tool, credentials }: RecentJobsProps) {
  const { data } = useQuery({ ...recentJobsQuery(tool), refetchOnWindowFocus: false })
  // What was under way when the page opened; updates started on it show in their own steps.
  const [retried, setRetried] = useState<ReadonlyMap<string, string>>(new Map())
  const jobs = data?.jobs.filter(
    (job, index) => isUnfinished(job) || (index === 0 && retryableCount(job) > 0),
  )
  if (!jobs || jobs.length === 0) return null
  return (
    <div className="mb-4 flex flex-col gap-3">
      {jobs.map(({ jobId }) => (
        <JobCard
          key={jobId}
          tool={tool}
          jobId={retried.get(jobId) ?? jobId}
          credentials={credentials}
          onRetried={(next) => setRetried(new Map(retried).set(jobId, next))}
        />
      ))}
    </div>
  )
}
