import { listTasks } from '#shared/api/tasks.ts'
import { bulkTools } from '#shared/tools/sending-tools.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Routes } from '../../http/binding.ts'
import { recentBulkJobs } from '../bulk-update/read-bulk-job.ts'
import { listOrderTasks } from './list-order-tasks.ts'

/** What runs in the background for a customer, for orders as for bulk tools. */
export const taskRoutes =
  ({ db }: Pick<Dependencies, 'db'>): Routes =>
  (bind) => {
    bind(listTasks, async ({ customer }) => {
      const [orders, updates] = await Promise.all([
        listOrderTasks(db, customer.id),
        recentBulkJobs(db, customer.id, bulkTools, 'month'),
      ])
      return { orders, updates }
    })
  }
