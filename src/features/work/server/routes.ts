import type { Routes } from '#base/http/binding.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { recentBulkJobs } from '#features/bulk-update/server/read-bulk-job.ts'
import { bulkTools } from '#features/tools/rules/sending-tools.ts'
import { listTasks } from '../api/tasks.ts'
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
