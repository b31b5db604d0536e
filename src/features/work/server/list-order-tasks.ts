import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Db } from '#base/db/client.ts'
import { auditLog, bundles, domains } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { changeText, type DomainChange } from '#features/domains/rules/domain-change.ts'
import { namesOfTask, type OrderTask, type TaskKind, type TaskState, tasksKeptDays } from '../rules/task.ts'

/** The newest changes and replaced domains that are listed. */
const most = { changes: 100, replaced: 500 }
const isRecent = (moment: AnyPgColumn) => gt(moment, sql`now() - ${tasksKeptDays} * interval '1 day'`)

/**
 * What a customer asked to be changed about delivered domains, newest first, and how far each is. A task is no row of its
 * own: what was asked for is in the audit log, and how far it is stands with the domains, so neither can tell otherwise.
 */
export async function listOrderTasks(db: Db, customerId: string): Promise<OrderTask[]> {
  const [changes, replacements] = [await listChanges(db, customerId), await listReplacements(db, customerId)]
  return [...changes, ...replacements].toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))
}

/** How a domain of a task is. */
interface Part {
  name: string
  state: 'running' | 'finished' | 'failed' | 'gone'
  note?: string | undefined
}

function taskOf(
  task: Pick<OrderTask, 'taskId' | 'kind' | 'orderId' | 'groupId' | 'startedAt'>,
  parts: readonly Part[],
): OrderTask {
  const of = (state: Part['state']) => parts.filter((part) => part.state === state)
  const state: TaskState =
    of('running').length > 0
      ? 'running'
      : of('failed').length > 0
        ? 'attention'
        : of('gone').length === parts.length
          ? 'cancelled'
          : 'done'
  const note = [...of('failed'), ...of('running')].find((part) => part.note)
  return {
    ...task,
    state,
    names: parts.slice(0, namesOfTask).map(({ name }) => name),
    total: parts.length,
    finished: of('finished').length,
    ...(note && { note: parts.length > 1 ? `${note.name}: ${note.note}` : note.note }),
  }
}

interface Change {
  id: number
  kind: Exclude<TaskKind, 'replacement'>
  groupId: string
  orderId: string
  /** None for all of the group. */
  names?: readonly string[]
  at: Date
}

/** Only the newest change of a kind is told of a domain that is being changed: it is the one that it comes to. */
async function listChanges(db: Db, customerId: string): Promise<OrderTask[]> {
  const changes = await readChanges(db, customerId)
  const groupIds = [...new Set(changes.map(({ groupId }) => groupId))]
  if (groupIds.length === 0) return []
  const held = await db
    .select({
      name: domains.name,
      groupId: domains.bundleId,
      want: domains.want,
      status: domains.status,
      changing: domains.changing,
    })
    .from(domains)
    .where(and(eq(domains.customerId, customerId), inArray(domains.bundleId, groupIds), isHeld))
    .orderBy(domains.slot)
  const taken = new Set<string>()
  const now = new Date()
  return changes.flatMap(({ id, kind, names, groupId, orderId, at }) => {
    const concerned = held.filter(
      (domain) => domain.groupId === groupId && (names?.includes(domain.name) ?? domain.status === 'done'),
    )
    if (concerned.length === 0) return []
    const parts = concerned.map(({ name, want, changing }): Part => {
      const key = `${kind} ${name}`
      const isUnderWay = changing?.what === kind && !taken.has(key)
      taken.add(key)
      if (!isUnderWay) return { name, state: 'finished' }
      // What no longer runs is not changed any further.
      return want === 'run' ? partOf(name, changing, now) : { name, state: 'gone' }
    })
    return [taskOf({ taskId: `change-${id}`, kind, groupId, orderId, startedAt: at.toISOString() }, parts)]
  })
}

const partOf = (name: string, changing: DomainChange, now: Date): Part => ({
  name,
  state: changing.why === 'failed' ? 'failed' : 'running',
  note: changing.why === 'working' ? undefined : changeText(changing, now),
})

async function readChanges(db: Db, customerId: string): Promise<Change[]> {
  const rows = await db
    .select({
      id: auditLog.id,
      action: auditLog.action,
      groupId: bundles.id,
      orderId: bundles.orderId,
      data: auditLog.data,
      at: auditLog.at,
    })
    .from(auditLog)
    .innerJoin(bundles, eq(bundles.id, auditLog.subject))
    .where(
      and(
        eq(auditLog.customerId, customerId),
        isRecent(auditLog.at),
        or(
          inArray(auditLog.action, ['forwarding.updated', 'people.changed', 'mailbox.swapped']),
          and(eq(auditLog.action, 'order.corrected'), sql`${auditLog.data}->'fields' ? 'sendingTool'`),
        ),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(most.changes)
  return rows.map(({ action, data, ...row }) => {
    if (action === 'forwarding.updated')
      return { ...row, kind: 'forwarding', names: data.domains as string[] }
    if (action === 'mailbox.swapped')
      return { ...row, kind: 'people', names: [String(data.to).replace(/^[^@]*@/, '')] }
    return { ...row, kind: action === 'people.changed' ? 'people' : 'tool' }
  })
}

const former = alias(domains, 'former')

/** Those that began together are one task; one that waits to be paid for has not begun. */
async function listReplacements(db: Db, customerId: string): Promise<OrderTask[]> {
  const rows = await db
    .select({
      id: domains.id,
      name: domains.name,
      groupId: domains.bundleId,
      orderId: bundles.orderId,
      want: domains.want,
      status: domains.status,
      note: domains.statusNote,
      deliveredAt: domains.deliveredAt,
      replacedAt: former.replacedAt,
    })
    .from(domains)
    .innerJoin(former, eq(former.id, domains.replacesId))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(and(eq(domains.customerId, customerId), isRecent(former.replacedAt)))
    .orderBy(desc(former.replacedAt), domains.slot)
    .limit(most.replaced)
  const byStart = Map.groupBy(rows, ({ replacedAt, groupId }) => `${replacedAt?.toISOString()} ${groupId}`)
  return [...byStart.values()].map((some) => {
    const first = required(some[0], 'a replacement')
    const startedAt = required(first.replacedAt, 'when a replacement began').toISOString()
    const { id, groupId, orderId } = first
    return taskOf(
      { taskId: `replacement-${id}`, kind: 'replacement', groupId, orderId, startedAt },
      some.map(({ name, want, status, note, deliveredAt }) => ({
        name,
        state: deliveredAt ? 'finished' : want !== 'run' ? 'gone' : status === 'error' ? 'failed' : 'running',
        note: note ?? undefined,
      })),
    )
  })
}
