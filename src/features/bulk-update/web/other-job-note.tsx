import { Alert } from '#ui/alert.tsx'
import { clockText } from '#ui/time-texts.ts'
import { isUnfinished, operationName, progressText } from '../rules/bulk-job.ts'
import { useBulkJob } from './bulk-jobs.ts'
import { JobLink } from './job-link.tsx'

/** Says that nothing was started, and which job stands in the way: it is not this page's own. */
export function OtherJobNote({ jobId }: { jobId: string }) {
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
