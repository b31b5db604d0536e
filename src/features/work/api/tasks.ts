import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { bulkTask, orderTask, tasksKeptDays } from '../rules/task.ts'

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  summary: `What runs in the background, and what ended in the last ${tasksKeptDays} days, newest first`,
  access: 'customer',
  viewed: true,
  response: z.object({ orders: z.array(orderTask), updates: z.array(bulkTask) }),
})
