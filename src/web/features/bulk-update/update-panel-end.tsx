import type { BulkToolId } from '#shared/bulk-update/bulk-job.ts'
import { Button } from '../../ui/button.tsx'
import type { RetryCredentials, useBulkUpdate } from './bulk-jobs.ts'
import { JobCard } from './job-card.tsx'

interface UpdatePanelEndProps {
  tool: BulkToolId
  label: string
  update: ReturnType<typeof useBulkUpdate<void>>
  /** Why it cannot be sent. */
  problem: string | undefined
  credentials: RetryCredentials
}

/** The button of one panel, and how its update goes. */
export function UpdatePanelEnd({ tool, label, update, problem, credentials }: UpdatePanelEndProps) {
  return (
    <div className="mt-4 flex flex-col items-start gap-3">
      <Button loading={update.isBusy} unavailable={problem ?? false} onClick={() => update.start()}>
        {label}
      </Button>
      {update.jobId && (
        <div className="w-full">
          <JobCard tool={tool} jobId={update.jobId} credentials={credentials} onRetried={update.follow} />
        </div>
      )}
    </div>
  )
}
