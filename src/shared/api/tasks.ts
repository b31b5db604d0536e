import * as z from 'zod/mini'
import { bulkTask, orderTask, tasksKeptDays } from '../tasks/task.ts'
import { endpoint } from './endpoint.ts'

export const listTasks = endpoint({
  method: 'GET',
  path: '/api/tasks',
  summary: `What runs in the background, and what ended in the last ${tasksKeptDays} days, newest first`,
  access: 'customer',
  viewed: true,
  response: z.object({ orders: z.array(orderTask), updates: z.array(bulkTask) }),
})
