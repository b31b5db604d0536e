import { type SQL, sql } from 'drizzle-orm'
import { plans } from '#shared/plans/catalog.ts'
import { keysOf } from '#shared/records/keys-of.ts'
import { isRunningAs } from '../../../domains/running.ts'
import { billingOf, type LiveBundles } from '../../billing/billing-of.ts'

/** Named in full: a select from one table alone leaves the names of tables out, and `id` is a column of others as well. */
export const customerId: SQL = sql.raw('customers.id')
const liveOf: SQL = sql`from bundles b where b.customer_id = ${customerId} and b.status = 'live'`

/** What a customer has, each read by an index of theirs. */
export const liveColumns = {
  orders: sql<number>`(select count(distinct b.order_id)::int ${liveOf})`,
  domains: sql<number>`(select count(*)::int from domains d where d.customer_id = ${customerId} and ${isRunningAs('d')})`,
  live: sql<LiveBundles[]>`(select coalesce(jsonb_agg(l), '[]') from (
    select b.plan, b.hold, count(*)::int as count ${liveOf} group by b.plan, b.hold) l)`,
}

/** Cents that are billed each period. Nothing while collection is paused, although the numbers at the provider stay. */
export function monthlyCentsOf(live: readonly LiveBundles[], isStopped: boolean): number {
  const { quantities, isPaused } = billingOf(live, isStopped)
  if (isPaused) return 0
  return keysOf(quantities).reduce((sum, plan) => sum + (quantities[plan] ?? 0) * plans[plan].monthlyCents, 0)
}
