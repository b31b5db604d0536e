import { useQuery } from '@tanstack/react-query'
import { countOf } from '#base/text/count-of.ts'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentText } from '#ui/time-texts.ts'
import { type BulkJobProgress, operationName, resultsKeptDays } from '../rules/bulk-job.ts'
import { pastJobsQuery, useFollowed } from './bulk-jobs.ts'
import { countsText } from './counts-text.ts'
import { JobLink } from './job-link.tsx'
import { jobStates } from './job-states.ts'

/** What was done with a tool before: results, and a way to take an update back, for as long as they are kept. */
export default function PastUpdates({ tool }: { tool: BulkToolId }) {
  const { data, isPending, isError, refetch } = useQuery(pastJobsQuery(tool))
  const jobs = useFollowed(data?.jobs)
  return (
    <section aria-labelledby="past-updates" className="mt-10">
      <h2 id="past-updates" className="text-card-title">
        Past updates
      </h2>
      <p className="mt-0.5 mb-3 text-muted text-secondary">
        What became of each account, kept for {resultsKeptDays} days. An update can be taken back from here.
      </p>
      {isPending && <Skeleton className="h-16 w-full" />}
      {isError && (
        <Alert
          tone="danger"
          action={
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          Past updates could not be loaded.
        </Alert>
      )}
      {data && jobs.length === 0 && (
        <p className="text-muted text-secondary">
          There is none yet. Updates stand here as soon as they are started.
        </p>
      )}
      {jobs.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {jobs.map((job) => (
            <li
              key={job.jobId}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 px-4 py-2.5"
            >
              <PastUpdate job={job} />
              <JobLink jobId={job.jobId}>Results</JobLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What it set, when, for how many, and how that went: two of one kind are told apart. */
function PastUpdate({ job }: { job: BulkJobProgress }) {
  const { text, tone } = jobStates[job.status]
  return (
    <div className="min-w-0 grow basis-0 text-secondary">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {operationName(job)}
        <Badge tone={tone}>{text}</Badge>
      </p>
      {job.sets && (
        <p className="break-words">
          {job.operation === 'undo' && 'Takes back: '}
          {job.sets}
        </p>
      )}
      <p className="text-muted tabular-nums">
        {job.createdAt && `${momentText(job.createdAt)} · `}
        {countOf(job.total, 'account')} · {countsText(job)}
      </p>
    </div>
  )
}
