import type { BulkJobProgress } from '#shared/bulk-update/bulk-job.ts'
import type { StatusTone } from '#shared/orders/order-status.ts'

/** How an update is, in a word. */
export const jobStates: Record<BulkJobProgress['status'], { text: string; tone: StatusTone }> = {
  queued: { text: 'Waiting', tone: 'neutral' },
  running: { text: 'Running', tone: 'info' },
  cancelling: { text: 'Cancelling', tone: 'info' },
  done: { text: 'Done', tone: 'success' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
  failed: { text: 'Stopped', tone: 'danger' },
}
