import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PlanId } from '#shared/plans/catalog.ts'
import { type OwnPrices, type Prices, pricesOf, withOwnPrices } from '#shared/plans/price-list.ts'
import type { Db } from '../db/client.ts'
import { customerPrices } from '../db/schema/index.ts'
import type { LivePrices } from './live-prices.ts'

/** When a row begins to count. */
const beginsAt = sql`coalesce(${customerPrices.fromDay}::timestamp at time zone 'UTC', ${customerPrices.createdAt})`

/** By plan, in cents, as far as anything was said of it; null: the list's price again. */
type SaidPrices = Partial<Record<PlanId, number | null>>

/**
 * What was said of a customer's own prices by then: of each plan the row counts that began last, and of several that
 * begin together the one that was set last. `day` is one of UTC; without it, now.
 */
export async function readSaidPrices(db: Db, customerId: string, day?: string): Promise<SaidPrices> {
  // The clock, not the begin of the transaction: who waited for another one sees what it has set.
  const then: SQL = day === undefined ? sql`clock_timestamp()` : sql`${day}::timestamp at time zone 'UTC'`
  const latest = await db
    .selectDistinctOn([customerPrices.plan], { plan: customerPrices.plan, cents: customerPrices.cents })
    .from(customerPrices)
    .where(and(eq(customerPrices.customerId, customerId), sql`${beginsAt} <= ${then}`))
    .orderBy(customerPrices.plan, desc(beginsAt), desc(customerPrices.id))
  return Object.fromEntries(latest.map(({ plan, cents }) => [plan, cents]))
}

/** A customer's own prices now. */
export async function readOwnPrices(db: Db, customerId: string): Promise<OwnPrices> {
  const said = Object.entries(await readSaidPrices(db, customerId))
  return Object.fromEntries(said.flatMap(([plan, cents]) => (cents === null ? [] : [[plan, cents]])))
}

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
): Promise<Prices> => withOwnPrices(pricesOf(prices.now), await readOwnPrices(db, customerId))
