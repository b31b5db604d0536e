import { countOf } from '#base/text/count-of.ts'
import { isUnfinished, progressText } from '#features/bulk-update/rules/bulk-job.ts'
import { useBulkJob } from '#features/bulk-update/web/bulk-jobs.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** How far the update of many domains is. Closing it stops nothing. */
export function ForwardingProgress({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const job = useBulkJob(jobId)
  const isUnderWay = !job || isUnfinished(job)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Bulk Update Forwarding Domains"
      description={
        isUnderWay
          ? 'This runs on our side. You can close this window and follow it under Tasks.'
          : 'Visitors of these domains are sent to their new addresses.'
      }
      footer={
        <Button variant={isUnderWay ? 'secondary' : 'primary'} onClick={onClose}>
          Close
        </Button>
      }
    >
      {job ? (
        <div role="status">
          <ProgressBar
            label="Domains updated"
            value={job.finished}
            max={job.total}
            valueText={progressText(job)}
          />
          <p className="mt-2 text-secondary tabular-nums">
            {isUnderWay ? progressText(job) : `${countOf(job.total, 'domain')} updated`}
          </p>
        </div>
      ) : (
        <Skeleton className="h-9 w-full" />
      )}
    </Dialog>
  )
}
