import * as z from 'zod/mini'
import { bulkJobProgress } from '#features/bulk-update/rules/bulk-job.ts'
import { bulkTools } from '#features/tools/rules/sending-tools.ts'

/** What is changed about delivered domains in the background, by what customers call it. */
export const taskTitles = {
  forwarding: 'Forwarding update',
  people: 'Mailbox update',
  tool: 'Sending tool change',
  replacement: 'Domain replacement',
} as const
export type TaskKind = keyof typeof taskTitles
const taskKinds = ['forwarding', 'people', 'tool', 'replacement'] as const satisfies TaskKind[]

/** `attention`: nothing runs any more, and some of it could not be done. `cancelled`: all of it was taken back. */
const taskStates = ['running', 'done', 'attention', 'cancelled'] as const
export type TaskState = (typeof taskStates)[number]

/** Names that a task tells; its count tells how many there are. */
export const namesOfTask = 3
/** How long an ended task is listed, in days. */
export const tasksKeptDays = 30

export const orderTask = z.object({
  taskId: z.string(),
  kind: z.enum(taskKinds),
  state: z.enum(taskStates),
  orderId: z.string(),
  groupId: z.string(),
  /** The first of its domains; of a replacement the new ones. */
  names: z.array(z.string()),
  /** Domains. */
  total: z.number(),
  finished: z.number(),
  /** Why it is not finished, as a sentence. */
  note: z.optional(z.string()),
  /** An ISO time. */
  startedAt: z.string(),
})
export type OrderTask = z.output<typeof orderTask>

export const bulkTask = z.extend(bulkJobProgress, { tool: z.enum(bulkTools) })
export type BulkTask = z.output<typeof bulkTask>
