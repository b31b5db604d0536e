import { and, count, desc, eq, exists, type SQL, sql } from 'drizzle-orm'
import { formatUsd } from '#shared/money/pricing.ts'
import type { Db } from '../db/client.ts'
import {
  bundles,
  checkoutItems,
  customers,
  domainNames,
  domains,
  orderStatuses,
  orders,
  refunds,
} from '../db/schema/index.ts'
import { isHeld, isHeldAs } from '../domains/held.ts'
import { customerByEmail } from '../features/customers/customer-by-email.ts'
import { isNotDeep } from '../features/customers/deep-customer.ts'
import { invalid } from '../http/refusal.ts'
import { type Command, type Options, reading, table } from './command.ts'

const moment = (time: Date): string => time.toISOString().slice(0, 19).replace('T', ' ')

/** Nothing is wrong with it, and it continues by itself once the vendor takes calls again. */
const isAtLimit = sql`${domainNames.problem} ->> 'isOverLimit' = 'true'`

const limits = { default: 50, most: 1_000 }

/** Orders a page at a time, newest first, and how many there are in all. */
export const orderListCommand: Command = reading({
  name: 'order list',
  summary: `orders, newest first, ${limits.default} to a page`,
  options: {
    customer: { help: 'only those of the customer with this address' },
    domain: { help: 'only the orders that hold this domain, or held it' },
    status: { help: orderStatuses.map(asTyped).join(', ') },
    stuck: {
      help: 'only those with a domain that has stopped with an error, or waits at a vendor’s limit',
      flag: true,
    },
    held: { help: 'only those on hold', flag: true },
    unrefunded: { help: 'only those with a refund that failed and was not settled', flag: true },
    page: { help: 'which page, from 1 on' },
    limit: { help: `how many to a page, at most ${limits.most}` },
  },
  async read({ db }, options) {
    const limit = numberOf('limit', options.limit ?? String(limits.default), limits.most)
    const page = numberOf('page', options.page ?? '1', 1_000_000)
    const where = await chosen(db, options)
    const [{ total } = { total: 0 }] = await db
      .select({ total: count() })
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .where(where)
    const rows = await db
      .select({
        order: orders.id,
        customer: customers.email,
        companyName: orders.companyName,
        plan: orders.plan,
        status: orders.status,
        domains: sql<number>`count(${domains.id})::int`,
        done: sql<number>`count(${domains.id}) filter (where ${domains.status} = 'done')::int`,
        stuck: sql<number>`count(${domains.id}) filter (where ${domains.status} = 'error')::int`,
        atLimit: sql<number>`count(${domains.id}) filter (where ${isAtLimit})::int`,
        atLimitSince: sql<Date | null>`min(${domainNames.stepSince}) filter (where ${isAtLimit})`.mapWith(
          domainNames.stepSince,
        ),
        held: sql<
          string | null
        >`concat_ws(', ', string_agg(distinct ${bundles.hold}, ', ') filter (where ${bundles.status} = 'live'),
          case when ${customers.billingStoppedAt} is not null and count(*) filter (where ${bundles.status} = 'live') > 0
            then 'suspended' end)`,
        unrefundedCents: sql<number>`(select coalesce(sum(r.cents), 0)::int ${failedRefunds})`,
        since: orders.createdAt,
      })
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .leftJoin(bundles, eq(bundles.orderId, orders.id))
      .leftJoin(domains, eq(domains.bundleId, bundles.id))
      .leftJoin(domainNames, and(eq(domainNames.name, domains.name), isHeld))
      .where(where)
      .groupBy(orders.id, customers.id)
      // By id as well: orders of one moment never change places between two pages.
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit)
      .offset((page - 1) * limit)
    return { total, page, pages: Math.max(1, Math.ceil(total / limit)), orders: rows }
  },
  show({ total, page, pages, orders: rows }) {
    if (total === 0) return 'none'
    const list = table(
      rows.map((row) => ({
        order: row.order,
        customer: row.customer,
        companyName: row.companyName,
        plan: row.plan,
        status: row.status.replace('_', ' '),
        done: `${row.done} of ${row.domains}`,
        stuck: row.stuck || '',
        'at a limit': row.atLimitSince ? `${row.atLimit} since ${moment(row.atLimitSince)}` : '',
        held: row.held?.replace('_', ' ') ?? '',
        'refund failed': row.unrefundedCents > 0 ? formatUsd(row.unrefundedCents) : '',
        since: moment(row.since),
      })),
    )
    const next = page < pages ? `; more with --page ${page + 1}` : ''
    return `${list}\n\nPage ${page} of ${pages}, ${total} in all${next}.`
  },
})

/** Refunds that failed, of payments for something of an order. */
const failedRefunds = sql`from ${refunds} r where r.outcome = 'failed' and r.checkout_id in (
  select i.checkout_id from ${checkoutItems} i left join ${domains} f on f.id = i.domain_id
    join ${bundles} of on of.id = coalesce(i.bundle_id, f.bundle_id)
  where of.order_id = ${orders.id})`

/** As a person types it: `awaiting-payment`. */
function asTyped(status: string): string {
  return status.replaceAll('_', '-')
}

async function chosen(db: Db, options: Options): Promise<SQL | undefined> {
  const customer = options.customer ? await customerByEmail(db, options.customer.trim()) : undefined
  const status = orderStatuses.find((each) => asTyped(each) === options.status?.trim().replaceAll('_', '-'))
  if (options.status !== undefined && !status)
    throw invalid(`--status must be one of ${orderStatuses.map(asTyped).join(', ')}.`)
  const name = options.domain?.trim().toLowerCase()
  return and(
    isNotDeep,
    customer && eq(orders.customerId, customer.id),
    status && eq(orders.status, status),
    name === undefined ? undefined : holdsDomain(db, sql`held.name = ${name}`),
    options.held
      ? sql`exists (select from ${bundles} b where b.order_id = ${orders.id} and b.status = 'live'
          and (b.hold is not null or exists (select from ${customers} c where c.id = b.customer_id and c.billing_stopped_at is not null)))`
      : undefined,
    options.unrefunded ? sql`exists (select ${failedRefunds})` : undefined,
    options.stuck
      ? holdsDomain(
          db,
          sql`${isHeldAs('held')} and (held.status = 'error' or exists (
            select from ${domainNames} n where n.name = held.name and n.problem ->> 'isOverLimit' = 'true'))`,
        )
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

function numberOf(name: string, text: string, most: number): number {
  const value = Number(text)
  if (!/^\d{1,7}$/.test(text) || value < 1 || value > most)
    throw invalid(`--${name} must be a whole number from 1 to ${most}.`)
  return value
}
