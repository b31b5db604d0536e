import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { bundleOfItem } from '#base/db/bundle-of-item.ts'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import {
  bundles,
  checkouts,
  domains,
  heldSince,
  mailboxes,
  orders,
  refunds,
  subscriptions,
  toolConnections,
} from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { withoutSecrets } from '#base/text/without-secrets.ts'
import { isOrdered } from '#delivery/domains/held.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import type {
  ConsoleGroup,
  ConsoleOrder,
  ConsoleOrderPage,
  ConsolePayment,
} from '../../api/console-orders.ts'
import { groupHolds } from '../../rules/order-status.ts'
import { readStaffActivity } from '../activity.ts'
import { chargeAfterRelease, impactOf } from './hold-orders.ts'
import { type ListedOrder, readOrder } from './list-orders.ts'

/** A row of the list, for those who may see money or not. */
export const presentOrder = (row: ListedOrder, seesMoney: boolean): ConsoleOrder => ({
  id: row.order,
  customer: { id: row.customerId, name: row.customerName },
  companyName: row.companyName,
  plan: row.plan,
  isReserve: row.isReserve,
  status: row.status,
  liveGroups: row.liveGroups,
  domains: row.domains,
  done: row.done,
  stuck: row.stuck,
  holds: row.holds,
  isSuspended: row.isSuspended,
  monthlyCents: seesMoney ? row.monthlyCents : null,
  since: row.since.toISOString(),
})

/** One order, with all that staff may know of it. Throws a `Refusal`. */
export async function showOrder(
  db: Db,
  orderId: string,
  { seesMoney, productName }: { seesMoney: boolean; productName: string },
): Promise<ConsoleOrderPage> {
  const row = await readOrder(db, orderId)
  if (!row) throw notFound('There is no such order.')
  const groups = await readGroups(db, orderId)
  const names = await db
    .select({ name: domains.name })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(and(eq(bundles.orderId, orderId), isOrdered))
  const [hold, release, end] = await Promise.all([
    impactOf(db, orderId, 'hold'),
    impactOf(db, orderId, 'release'),
    impactOf(db, orderId, 'end'),
  ])
  return {
    order: presentOrder(row, seesMoney),
    customerEmail: row.customer,
    groups,
    payments: seesMoney ? await readPayments(db, orderId) : null,
    activity: await readStaffActivity(db, row.customerId, {
      subjects: [orderId, ...groups.map(({ id }) => id)],
      names: names.map(({ name }) => name),
      productName,
      seesMoney,
    }),
    acts: { hold, release, end },
    chargeAfterRelease: seesMoney ? await chargeAfterRelease(db, orderId) : { inTurn: null, now: null },
  }
}

async function readGroups(db: Db, orderId: string): Promise<ConsoleGroup[]> {
  const counted = (of: typeof domains | typeof mailboxes) =>
    of === domains
      ? sql<number>`(select count(*)::int from ${domains} d where d.bundle_id = ${bundles.id} and d.want = 'run' and d.released_at is null)`
      : sql<number>`(select count(*)::int from ${domains} d join ${mailboxes} m on m.domain_id = d.id
          where d.bundle_id = ${bundles.id} and d.want = 'run' and d.released_at is null and m.want = 'active')`
  const rows = await db
    .select({
      bundle: bundles,
      companyName: groupSettings.companyName,
      tool: toolConnections.kind,
      toolProblem: toolConnections.problem,
      paidUntil: subscriptions.periodEnd,
      domains: counted(domains),
      mailboxes: counted(mailboxes),
    })
    .from(bundles)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .leftJoin(subscriptions, eq(subscriptions.stripeId, bundles.subscriptionId))
    .where(eq(bundles.orderId, orderId))
    .orderBy(asc(bundles.orderIndex))
  return rows.map(({ bundle, tool, toolProblem, paidUntil, ...row }) => ({
    ...row,
    id: bundle.id,
    orderIndex: bundle.orderIndex,
    status: bundle.status,
    holds: groupHolds.flatMap((why) => {
      const since = bundle[heldSince[why]]
      return since ? [{ why, since: since.toISOString() }] : []
    }),
    tool: sendingToolNames[tool],
    toolProblem: toolProblem && withoutSecrets(toolProblem),
    paidUntil: paidUntil?.toISOString() ?? null,
    cancelledAt: bundle.cancelledAt?.toISOString() ?? null,
    cancelReason: bundle.cancelReason,
  }))
}

/** Payments for anything of the order, the latest first, and pages that nobody has paid at. */
async function readPayments(db: Db, orderId: string): Promise<ConsolePayment[]> {
  const rows = await db
    .select({
      id: checkouts.id,
      kind: checkouts.kind,
      status: checkouts.status,
      amountCents: checkouts.amountCents,
      paidCents: checkouts.paidCents,
      refundedCents: sql<number>`(select coalesce(sum(r.cents), 0)::int from ${refunds} r where r.checkout_id = checkouts.id)`,
      paidAt: checkouts.paidAt,
      createdAt: checkouts.createdAt,
    })
    .from(checkouts)
    .where(inArray(checkouts.id, await checkoutsOf(db, orderId)))
    .orderBy(desc(checkouts.createdAt))
    .limit(50)
  return rows.map(({ amountCents, paidCents, paidAt, createdAt, ...row }) => ({
    ...row,
    cents: paidCents ?? amountCents,
    at: (paidAt ?? createdAt).toISOString(),
  }))
}

async function checkoutsOf(db: Db, orderId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from checkouts where order_id = ${orderId}
    union select i.checkout_id from bundles b join checkout_items i on i.bundle_id = b.id where b.order_id = ${orderId}
    union select i.checkout_id from bundles b join domains d on d.bundle_id = b.id
      join checkout_items i on i.domain_id = d.id where b.order_id = ${orderId} and b.id = ${bundleOfItem}`)
  return rows.map(({ id }) => id)
}
