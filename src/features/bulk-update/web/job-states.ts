import type { StatusTone } from '#features/orders/rules/order-status.ts'
import type { BulkJobProgress } from '../rules/bulk-job.ts'

/** How an update is, in a word. */
export const jobStates: Record<BulkJobProgress['status'], { text: string; tone: StatusTone }> = {
  queued: { text: 'Waiting', tone: 'neutral' },
  running: { text: 'Running', tone: 'info' },
  cancelling: { text: 'Cancelling', tone: 'info' },
  done: { text: 'Done', tone: 'success' },
  cancelled: { text: 'Cancelled', tone: 'neutral' },
  failed: { text: 'Stopped', tone: 'danger' },
}
