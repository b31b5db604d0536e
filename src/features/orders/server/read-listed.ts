import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type * as z from 'zod/mini'
import type { Db } from '#base/db/client.ts'
import { bundles, domains, orders, toolConnections } from '#base/db/schema/index.ts'
import { isOrdered } from '#delivery/domains/held.ts'
import { isFalling, isSpent, isSpentAndRuns } from '#delivery/domains/running.ts'
import { readUnpaid } from '#features/checkout/server/unpaid-by-group.ts'
import { domainTypeOf } from '#features/names/rules/domain-type.ts'
import { overlapEnds } from '#features/replacement/rules/overlap.ts'
import { receivesUntilOf } from '#features/reserve/rules/spares.ts'
import { isFileTool, unknownTool } from '#features/tools/rules/sending-tools.ts'
import type { ListedDomain, listedGroup, OrderListItem } from '../api/orders.ts'
import { toMinute } from '../rules/order-date.ts'
import { monthlyCapacity } from '../rules/order-groups.ts'
import { standsStill } from '../rules/order-status.ts'
import { givenUpCause, replacedAmong } from './given-up.ts'
import { readTroubles } from './read-troubles.ts'

/** All paid orders of a customer, or these of them. */
export async function readListed(
  db: Db,
  customerId: string,
  ids?: readonly string[],
): Promise<OrderListItem[]> {
  const [paid, groups, held, unpaid] = await Promise.all([
    readOrders(db, customerId, ids),
    readGroups(db, customerId, ids),
    readDomains(db, customerId, ids),
    readUnpaid(db, customerId),
  ])
  const stopped = held.filter(
    ({ status, changing }) => standsStill(status) || (status === 'done' && changing?.why === 'failed'),
  )
  const troubles = await readTroubles(
    db,
    customerId,
    stopped.map(({ id }) => id),
  )
  const replacedIds = await replacedAmong(db, customerId, held)
  const groupsOf = Map.groupBy(groups, ({ orderId }) => orderId)
  const domainsOf = Map.groupBy(held, ({ groupId }) => groupId)
  return paid.map((order) => {
    const ofOrder = groupsOf.get(order.id) ?? []
    const domains = ofOrder.flatMap(({ id }) => domainsOf.get(id) ?? [])
    return listOrder(order, ofOrder, domains, { unpaid, troubles, replacedIds })
  })
}

type Ids = readonly string[] | undefined

const readOrders = (db: Db, customerId: string, ids: Ids) =>
  db
    .select({
      id: orders.id,
      forwardingUrl: orders.forwardingUrl,
      companyName: orders.companyName,
      isReserve: orders.isReserve,
      paidAt: orders.paidAt,
      createdAt: orders.createdAt,
      changedAt: orders.changedAt,
    })
    .from(orders)
    .where(and(eq(orders.customerId, customerId), eq(orders.status, 'active'), among(orders.id, ids)))
    .orderBy(desc(orders.createdAt), desc(orders.id))

const readGroups = (db: Db, customerId: string, ids: Ids) =>
  db
    .select({
      id: bundles.id,
      orderId: bundles.orderId,
      orderIndex: bundles.orderIndex,
      plan: bundles.plan,
      monthlyCents: bundles.monthlyCents,
      status: bundles.status,
      hold: bundles.hold,
      companyName: bundles.companyName,
      changedAt: bundles.changedAt,
      tool: toolConnections.kind,
    })
    .from(bundles)
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .where(and(eq(bundles.customerId, customerId), among(bundles.orderId, ids)))
    .orderBy(asc(bundles.orderIndex))

const readDomains = (db: Db, customerId: string, ids: Ids) =>
  db
    .select({
      id: domains.id,
      replacesId: domains.replacesId,
      groupId: domains.bundleId,
      name: domains.name,
      platform: domains.platform,
      status: domains.status,
      inboxes: domains.inboxes,
      changing: domains.changing,
      forwardingUrl: domains.forwardingUrl,
      isReplaced: sql<boolean>`${domains.replacedAt} is not null`,
      fallingSince: sql<Date | null>`case when ${isFalling} then ${domains.fallingSince} end`.mapWith(
        domains.fallingSince,
      ),
      isSpent,
      receivingSince: sql<Date | null>`case when ${isSpentAndRuns} then ${domains.spentAt} end`.mapWith(
        domains.spentAt,
      ),
      isEnded: sql<boolean>`(${isSpentAndRuns} and ${domains.endedAt} is not null)`,
      isTaken: sql<boolean>`${domains.takenAt} is not null`,
      isDelivered: sql<boolean>`${domains.deliveredAt} is not null`,
      changedAt: domains.changedAt,
    })
    .from(domains)
    .where(
      and(
        eq(domains.customerId, customerId),
        isOrdered,
        ids &&
          inArray(
            domains.bundleId,
            db
              .select({ id: bundles.id })
              .from(bundles)
              .where(inArray(bundles.orderId, [...ids])),
          ),
      ),
    )
    .orderBy(asc(domains.slot), asc(domains.createdAt))

const among = (column: PgColumn, ids: Ids) => ids && inArray(column, [...ids])

type OrderRow = Awaited<ReturnType<typeof readOrders>>[number]
type GroupRow = Awaited<ReturnType<typeof readGroups>>[number]
type DomainRow = Awaited<ReturnType<typeof readDomains>>[number]
interface Beside {
  unpaid: Awaited<ReturnType<typeof readUnpaid>>
  troubles: Awaited<ReturnType<typeof readTroubles>>
  replacedIds: ReadonlySet<string>
}

function listOrder(
  order: OrderRow,
  groups: readonly GroupRow[],
  held: readonly DomainRow[],
  { unpaid, troubles, replacedIds }: Beside,
): OrderListItem {
  const sendingTool = groups[0]?.tool ?? unknownTool
  const listed = groups.map((group) =>
    listGroup(group, { sendingTool, companyName: order.companyName }, unpaid),
  )
  const inFiles = new Set(groups.filter(({ tool }) => isFileTool(tool)).map(({ id }) => id))
  const changes = [order, ...groups, ...held].map(({ changedAt }) => changedAt.getTime())
  return {
    orderId: order.id,
    forwardingDomain: order.forwardingUrl,
    companyName: order.companyName,
    sendingTool,
    isReserve: order.isReserve || undefined,
    // Spares send nothing until they take a place.
    monthlyCapacity: order.isReserve ? 0 : monthlyCapacity(listed),
    date: toMinute(order.paidAt ?? order.createdAt),
    lastUpdated: toMinute(new Date(Math.max(...changes))),
    groups: listed,
    domains: held.map((domain) => listDomain(domain, order, { replacedIds, troubles, inFiles })),
  }
}

const listGroup = (
  { id, orderIndex, plan, monthlyCents, status, hold, tool, companyName }: GroupRow,
  order: { sendingTool: GroupRow['tool']; companyName: string },
  unpaid: Beside['unpaid'],
): z.output<typeof listedGroup> => ({
  groupId: id,
  orderIndex,
  plan,
  monthlyCents: monthlyCents ?? 0,
  live: status === 'live',
  unpaid: unpaid.get(id),
  hold: status === 'live' ? (hold ?? undefined) : undefined,
  sendingTool: tool === order.sendingTool ? undefined : tool,
  companyName: companyName === order.companyName ? undefined : (companyName ?? undefined),
})

/** Until when what another one serves for receives replies; what is over is no news. */
function receivesUntil({ fallingSince, receivingSince }: DomainRow): string | undefined {
  if (fallingSince) return toMinute(overlapEnds(fallingSince).receives)
  const until = receivingSince ? receivesUntilOf(receivingSince.getTime(), Date.now()) : undefined
  return until === undefined ? undefined : toMinute(new Date(until))
}

/** What is at its normal value is left out: see `listedDomain`. */
const listDomain = (
  row: DomainRow,
  order: OrderRow,
  {
    replacedIds,
    troubles,
    inFiles,
  }: Pick<Beside, 'replacedIds' | 'troubles'> & { inFiles: ReadonlySet<string> },
): ListedDomain => {
  const changing = row.status === 'done' ? row.changing : null
  const isMoving = changing?.what === 'tool' && !inFiles.has(row.groupId)
  const isPartial = !['done', 'cancelled', 'duplicate'].includes(row.status)
  return {
    domain: row.name,
    domainType: domainTypeOf[row.platform],
    status: row.status,
    groupId: row.groupId,
    inboxes: row.isEnded ? 0 : isMoving || (isPartial && row.inboxes > 0) ? row.inboxes : undefined,
    changing: changing?.what,
    changeFailed: changing?.why === 'failed' || undefined,
    replacementOrdered: row.isReplaced || undefined,
    receivesUntil: receivesUntil(row),
    givenUp: givenUpCause(row, replacedIds.has(row.id)),
    isSpent: row.isSpent || undefined,
    taken: row.isTaken || undefined,
    trouble: troubles.get(row.id),
    currentForwardingDomain: row.forwardingUrl === order.forwardingUrl ? undefined : row.forwardingUrl,
  }
}
