import { type SQL, sql } from 'drizzle-orm'
import { isRunningAs } from '#delivery/domains/running.ts'
import { billedOf, type LiveBundles } from '#features/billing/server/billing-of.ts'

/** Named in full: a select from one table alone leaves the names of tables out, and `id` is a column of others as well. */
export const customerId: SQL = sql.raw('customers.id')
const liveOf: SQL = sql`from bundles b where b.customer_id = ${customerId} and b.status = 'live'`

interface PricedBundles extends Omit<LiveBundles, 'pastDueSince'> {
  /** Of all of them, every period. */
  cents: number
}

/** What a customer has, each read by an index of theirs. */
export const liveColumns = {
  orders: sql<number>`(select count(distinct b.order_id)::int ${liveOf})`,
  domains: sql<number>`(select count(*)::int from domains d where d.customer_id = ${customerId} and ${isRunningAs('d')})`,
  live: sql<PricedBundles[]>`(select coalesce(jsonb_agg(l), '[]') from (
    select b.plan, b.hold, count(*)::int as count, sum(b.monthly_cents)::int as cents ${liveOf} group by b.plan, b.hold) l)`,
}

/** Cents that are billed each period. Nothing while collection is paused, although the numbers at the provider stay. */
export const monthlyCentsOf = (live: readonly PricedBundles[], isStopped: boolean): number =>
  billedOf(live, isStopped).reduce((sum, { cents }) => sum + cents, 0)
