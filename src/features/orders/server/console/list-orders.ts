import { and, count, desc, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm'
import { bundleOfItem } from '#base/db/bundle-of-item.ts'
import type { Db } from '#base/db/client.ts'
import {
  bundles,
  checkoutItems,
  customers,
  domainNames,
  domains,
  type orderStatuses,
  orders,
  refunds,
  subscriptions,
} from '#base/db/schema/index.ts'
import { isNotDeep } from '#delivery/domains/deep-customer.ts'
import { isHeld, isHeldAs } from '#delivery/domains/held.ts'
import { bundlesInDispute } from '#features/billing/server/disputed-bundles.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import type { GroupHold } from '../../rules/order-holds.ts'

export interface OrderFilters {
  customerId?: string | undefined
  status?: (typeof orderStatuses)[number] | undefined
  plan?: PlanId | undefined
  /** A domain that the order holds, or held. */
  domain?: string | undefined
  /** Its id, one of its domains, or what its customer's address or company begins with. */
  text?: string | undefined
  isHeld?: boolean | undefined
  isStuck?: boolean | undefined
  isUnrefunded?: boolean | undefined
  /** Something that was paid for it is disputed, and that is not decided. */
  isDisputed?: boolean | undefined
  /** A renewal of a subscription that bills it was refused. */
  isRefused?: boolean | undefined
  /** The last one of the page before. */
  after?: string | undefined
}

/** Nothing is wrong with it, and it continues by itself once the vendor takes calls again. */
const isAtLimit = sql`${domainNames.problem} ->> 'isOverLimit' = 'true'`

/** Payments for something of an order. */
const paymentsOfIt = sql`(select i.checkout_id from ${checkoutItems} i join ${bundles} of on of.id = ${bundleOfItem}
  where of.order_id = ${orders.id})`
const failedRefunds = sql`from ${refunds} r where r.outcome = 'failed' and r.checkout_id in ${paymentsOfIt}`

/** Subscriptions that bill something of an order, or did when it ended. */
const subscriptionsOfIt = sql`(select billed.subscription_id from ${bundles} billed where billed.order_id = ${orders.id})`

/** Orders, newest first: those of one page are found first, and what they amount to is read of them alone. */
export async function listOrders(
  db: Db,
  filters: OrderFilters,
  { limit, offset = 0 }: { limit: number; offset?: number },
) {
  const page = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(conditionOf(db, filters))
    // By id as well: orders of one moment never change places between two pages.
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit)
    .offset(offset)
  const ids = page.map(({ id }) => id)
  const rows = ids.length > 0 ? await amountsOf(db, ids) : []
  return rows.toSorted((a, b) => ids.indexOf(a.order) - ids.indexOf(b.order))
}
export type ListedOrder = Awaited<ReturnType<typeof listOrders>>[number]

/** The same of one order; undefined where there is none. */
export const readOrder = async (db: Db, id: string): Promise<ListedOrder | undefined> =>
  (await amountsOf(db, [id]))[0]

/** How many orders there are of these. */
export async function countOrders(db: Db, filters: OrderFilters): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(conditionOf(db, filters))
  return row?.total ?? 0
}

/** Looked up order by order: the planner would rather read the table from end to end for a hundred. */
const groupsOf = (db: Db) =>
  db.select().from(bundles).where(eq(bundles.orderId, orders.id)).limit(1_000).as('bundles')

const amountsOf = (db: Db, ids: readonly string[]) =>
  db
    .select({
      order: orders.id,
      customerId: customers.id,
      customerName: customers.name,
      customer: customers.email,
      companyName: orders.companyName,
      plan: orders.plan,
      isReserve: orders.isReserve,
      status: orders.status,
      liveGroups: sql<number>`count(distinct ${bundles.id}) filter (where ${bundles.status} = 'live')::int`,
      // Of each group once, however many domains it has.
      monthlyCents: sql<number>`(select coalesce(sum(b.monthly_cents), 0)::int from ${bundles} b
        where b.order_id = ${orders.id} and b.status = 'live')`,
      domains: sql<number>`count(${domains.id})::int`,
      done: sql<number>`count(${domains.id}) filter (where ${domains.status} = 'done')::int`,
      stuck: sql<number>`count(${domains.id}) filter (where ${domains.status} = 'error')::int`,
      atLimit: sql<number>`count(${domains.id}) filter (where ${isAtLimit})::int`,
      atLimitSince: sql<Date | null>`min(${domainNames.stepSince}) filter (where ${isAtLimit})`.mapWith(
        domainNames.stepSince,
      ),
      holds: sql<
        GroupHold[]
      >`coalesce(array_agg(distinct ${bundles.hold}) filter (where ${bundles.status} = 'live' and ${bundles.hold} is not null), '{}')`,
      isSuspended: sql<boolean>`${customers.billingStoppedAt} is not null and count(*) filter (where ${bundles.status} = 'live') > 0`,
      unrefundedCents: sql<number>`(select coalesce(sum(r.cents), 0)::int ${failedRefunds})`,
      since: orders.createdAt,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoinLateral(groupsOf(db), sql`true`)
    .leftJoin(domains, eq(domains.bundleId, bundles.id))
    .leftJoin(domainNames, and(eq(domainNames.name, domains.name), isHeld))
    .where(inArray(orders.id, [...ids]))
    .groupBy(orders.id, customers.id)

function conditionOf(db: Db, filters: OrderFilters): SQL | undefined {
  const { customerId, status, plan, domain, text, after } = filters
  return and(
    isNotDeep,
    customerId ? eq(orders.customerId, customerId) : undefined,
    status && eq(orders.status, status),
    plan && eq(orders.plan, plan),
    domain ? holdsDomain(db, sql`held.name = ${domain}`) : undefined,
    text?.trim() ? isAbout(text.trim().toLowerCase()) : undefined,
    filters.isHeld
      ? sql`exists (select from ${bundles} b where b.order_id = ${orders.id} and b.status = 'live'
          and (b.hold is not null or exists (select from ${customers} c where c.id = b.customer_id and c.billing_stopped_at is not null)))`
      : undefined,
    filters.isUnrefunded ? sql`exists (select ${failedRefunds})` : undefined,
    filters.isDisputed
      ? sql`${orders.id} in (select of.order_id from ${bundles} of where of.id in ${bundlesInDispute})`
      : undefined,
    filters.isRefused
      ? sql`exists (select from ${subscriptions} s where s.grace_until is not null and s.stripe_id in ${subscriptionsOfIt})`
      : undefined,
    filters.isStuck
      ? holdsDomain(
          db,
          sql`${isHeldAs('held')} and (held.status = 'error' or exists (
            select from ${domainNames} n where n.name = held.name and n.problem ->> 'isOverLimit' = 'true'))`,
        )
      : undefined,
    after
      ? sql`(${orders.createdAt}, ${orders.id}) < ((select created_at from orders where id = ${after}), ${after})`
      : undefined,
  )
}

const holdsDomain = (db: Db, condition: SQL) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(sql`${domains} held join ${bundles} of on of.id = held.bundle_id`)
      .where(sql`of.order_id = ${orders.id} and ${condition}`),
  )

function isAbout(text: string): SQL | undefined {
  const start = `${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    eq(orders.id, text),
    sql`lower(${customers.email}) like ${start}`,
    sql`lower(${orders.companyName}) like ${start}`,
    sql`${orders.id} in (select of.order_id from ${domains} named join ${bundles} of on of.id = named.bundle_id
      where named.name = ${text})`,
  )
}
