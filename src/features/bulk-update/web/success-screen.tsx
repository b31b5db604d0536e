import { CircleCheck, Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type BulkJobProgress, hasSucceeded, operationName } from '../rules/bulk-job.ts'
import { useBulkJobs } from './bulk-jobs.ts'
import { countsText } from './counts-text.ts'
import { JobLink } from './job-link.tsx'

interface SuccessScreenProps {
  /** By what has become of the updates; undefined of those that are not known yet. */
  titleOf: (jobs: readonly (BulkJobProgress | undefined)[]) => string
  /** Updates that this page has started. */
  jobIds: readonly string[]
  /** What is to be said beside their results. */
  note: string
  onAgain: () => void
}

/** The end of a wizard: what became of each of its updates, as the updates themselves tell it. */
export default function SuccessScreen({ titleOf, jobIds, note, onAgain }: SuccessScreenProps) {
  const jobs = useBulkJobs(jobIds)
  const isAsWanted = jobs.some((job) => job && hasSucceeded(job))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex flex-col items-center px-4 py-12 text-center">
      <div className="mb-4 grid size-10 place-items-center rounded-card border border-line bg-surface text-muted [&>.lucide]:size-5">
        {isAsWanted ? <CircleCheck /> : <Info />}
      </div>
      <h2 ref={heading} tabIndex={-1} className="text-card-title focus:outline-none">
        {titleOf(jobs)}
      </h2>
      <div className="mt-1 w-full max-w-dialog text-muted text-secondary">
        {jobIds.length === 0 ? (
          <p>No update was started, so nothing has changed.</p>
        ) : (
          <>
            <ul aria-label="Updates of this visit" className="my-3 space-y-2 text-left">
              {jobIds.map((jobId, at) => (
                <li key={jobId}>
                  <JobLine jobId={jobId} job={jobs[at]} />
                </li>
              ))}
            </ul>
            <p>{note}</p>
          </>
        )}
      </div>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        <ButtonLink to="/dashboard" variant="primary">
          Go back to main dashboard
        </ButtonLink>
        <Button onClick={onAgain}>Update more accounts</Button>
      </div>
    </section>
  )
}

function JobLine({ jobId, job }: { jobId: string; job: BulkJobProgress | undefined }) {
  if (!job) return <Skeleton className="h-12 w-full" />
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-control border border-line bg-surface px-3 py-2">
      <div className="min-w-0">
        <p className="font-medium text-text">{operationName(job)}</p>
        <p className="tabular-nums">{countsText(job)}</p>
      </div>
      <JobLink jobId={jobId}>See each account</JobLink>
    </div>
  )
}
