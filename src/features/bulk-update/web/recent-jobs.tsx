import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import { isUnfinished, retryableCount } from '../rules/bulk-job.ts'
import { type RetryCredentials, recentJobsQuery, useFollowed } from './bulk-jobs.ts'
import { JobCard } from './job-card.tsx'
import { useInSteps } from './started-jobs.ts'

interface RecentJobsProps {
  tool: BulkToolId
  credentials: RetryCredentials
}

/**
 * What is under way and shown by no step: of those who left and come back, or have edited what the steps were about.
 * When the page opens also the last update, as long as something of it is left to do.
 */
export function RecentJobs({ tool, credentials }: RecentJobsProps) {
  const { data } = useQuery(recentJobsQuery(tool))
  const inSteps = useInSteps()
  const jobs = useFollowed(data?.jobs)
  // What has been shown here stays, to tell how it ended.
  const [taken, setTaken] = useState<readonly string[]>()
  if (data) {
    const coming = jobs
      .filter((job, at) => isUnfinished(job) || (!taken && at === 0 && retryableCount(job) > 0))
      .map(({ jobId }) => jobId)
      .filter((jobId) => !inSteps.has(jobId) && !taken?.includes(jobId))
    if (!taken || coming.length > 0) setTaken([...coming, ...(taken ?? [])])
  }
  const shown = taken?.filter((jobId) => !inSteps.has(jobId)) ?? []
  if (shown.length === 0) return null
  return (
    <div className="mb-4 flex flex-col gap-3">
      {shown.map((jobId) => (
        <JobCard
          key={jobId}
          tool={tool}
          jobId={jobId}
          credentials={credentials}
          onRetried={(next) => setTaken((before) => before?.map((each) => (each === jobId ? next : each)))}
        />
      ))}
    </div>
  )
}
