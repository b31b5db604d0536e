import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { momentText } from '#ui/time-texts.ts'
import { isUnfinished, operationName } from '../rules/bulk-job.ts'
import type { BulkJobResults } from '../rules/bulk-results.ts'
import { type RetryCredentials, resultsQuery, useBulkJob } from './bulk-jobs.ts'
import { JobCard } from './job-card.tsx'
import { JobResults } from './job-results.tsx'
import { UndoDialog } from './undo-dialog.tsx'

interface OpenJobProps {
  tool: BulkToolId
  credentials: RetryCredentials
  jobId: string
  /** Shows another update in its place. */
  onShow: (jobId: string) => void
  onClose: () => void
}

/** How an update goes, what became of each account, and a way to take it back. */
export default function OpenJob({ tool, jobId, credentials, onShow, onClose }: OpenJobProps) {
  const job = useBulkJob(jobId)
  const [isUndoing, setUndoing] = useState(false)
  const results = useQuery(resultsQuery(jobId, job?.status ?? ''))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="wide"
      title={job ? operationName(job) : 'Update'}
      description={job?.createdAt && `Started ${momentText(job.createdAt)}`}
      footer={
        <>
          {job?.canUndo && <Button onClick={() => setUndoing(true)}>Undo...</Button>}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {!results.isError && (
          <JobCard tool={tool} jobId={jobId} credentials={credentials} onRetried={onShow} />
        )}
        <Accounts data={results.data} isError={results.isError} onRetry={() => void results.refetch()} />
      </div>
      {isUndoing && job && !isUnfinished(job) && (
        <UndoDialog
          jobId={jobId}
          credentials={credentials}
          onClose={() => setUndoing(false)}
          onStarted={onShow}
        />
      )}
    </Dialog>
  )
}

function Accounts({
  data,
  isError,
  onRetry,
}: {
  data: BulkJobResults | undefined
  isError: boolean
  onRetry: () => void
}) {
  if (data) return <JobResults results={data} />
  if (!isError) return <Skeleton className="h-64 w-full" />
  return (
    <Alert
      tone="danger"
      action={
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The results could not be loaded. They are kept for 30 days after an update has ended.
    </Alert>
  )
}
