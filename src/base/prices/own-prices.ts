import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import { type OwnPrices, type Prices, pricesOf, withOwnPrices } from '#features/plans/rules/price-list.ts'
import type { Db } from '../db/client.ts'
import { customerPrices } from '../db/schema/index.ts'
import { required } from '../text/required.ts'
import type { LivePrices } from './live-prices.ts'

/** When a row begins to count. */
const beginsAt = sql`coalesce(${customerPrices.fromDay}::timestamp at time zone 'UTC', ${customerPrices.createdAt})`

/** By plan, in cents, as far as anything was said of it; null: the list's price again. */
export type SaidPrices = Partial<Record<PlanId, number | null>>

/**
 * What was said of a customer's own prices by then: of each plan the row counts that began last, and of several that
 * begin together the one that was set last. `day` is one of UTC; without it, now.
 */
export async function readSaidPrices(db: Db, customerId: string, day?: string): Promise<SaidPrices> {
  const then = day === undefined ? undefined : sql`${day}::timestamp at time zone 'UTC'`
  const { rows } = await db.execute<{ said: SaidPrices }>(sql`select ${saidPrices(customerId, then)} as said`)
  return required(rows[0], 'what was said of prices').said
}

/**
 * The same as a scalar, for a statement that reads more of the customer. By default by the clock, not the begin of the
 * transaction: who waited for another one sees what it has set.
 */
export const saidPrices = (
  customerId: string,
  then = sql`clock_timestamp()`,
): SQL<SaidPrices> => sql<SaidPrices>`(
  select coalesce(jsonb_object_agg(plan, cents), '{}') from (
    select distinct on (plan) plan, cents from (
      select id, plan, cents, ${beginsAt} as begins_at from ${customerPrices}
      where ${eq(customerPrices.customerId, customerId)}) said
    where begins_at <= ${then} order by plan, begins_at desc, id desc) latest)`

/** A customer's own prices now. */
export async function readOwnPrices(db: Db, customerId: string): Promise<OwnPrices> {
  return ownPricesOf(await readSaidPrices(db, customerId))
}

const ownPricesOf = (said: SaidPrices): OwnPrices =>
  Object.fromEntries(Object.entries(said).flatMap(([plan, cents]) => (cents === null ? [] : [[plan, cents]])))

/** The prices of a customer of whom that was said. */
export const pricesAsSaid = ({ prices }: { prices: LivePrices }, said: SaidPrices): Prices =>
  withOwnPrices(pricesOf(prices.now), ownPricesOf(said))

export interface NextPrice {
  cents: number | null
  /** A day of UTC. */
  from: string
}

/** What will be paid next of each plan for which something is said ahead. */
export async function readNextPrices(
  db: Db,
  customerId: string,
): Promise<Partial<Record<PlanId, NextPrice>>> {
  const ahead = await db
    .selectDistinctOn([customerPrices.plan], {
      plan: customerPrices.plan,
      cents: customerPrices.cents,
      from: sql<string>`${customerPrices.fromDay}::text`,
    })
    .from(customerPrices)
    .where(and(eq(customerPrices.customerId, customerId), sql`${beginsAt} > now()`))
    .orderBy(customerPrices.plan, beginsAt, desc(customerPrices.id))
  return Object.fromEntries(ahead.map(({ plan, ...next }) => [plan, next]))
}

/** What a customer pays for something new now: this, and nothing else, is shown, charged and stored. */
export const pricesFor = async (
  { db, prices }: { db: Db; prices: LivePrices },
  customerId: string,
): Promise<Prices> => pricesAsSaid({ prices }, await readSaidPrices(db, customerId))
