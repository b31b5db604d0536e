import { desc, eq } from 'drizzle-orm'
import { type OwnPrices, type Prices, pricesOf, withOwnPrices } from '#shared/plans/price-list.ts'
import type { Db } from '../db/client.ts'
import { customerPrices } from '../db/schema/index.ts'
import type { LivePrices } from './live-prices.ts'

/** A customer's own prices: of each plan the latest row counts, and one without an amount ends what was there. */
export async function readOwnPrices(db: Db, customerId: string): Promise<OwnPrices> {
  const latest = await db
    .selectDistinctOn([customerPrices.plan], { plan: customerPrices.plan, cents: customerPrices.cents })
    .from(customerPrices)
    .where(eq(customerPrices.customerId, customerId))
    .orderBy(customerPrices.plan, desc(customerPrices.id))
  return Object.fromEntries(latest.flatMap(({ plan, cents }) => (cents === null ? [] : [[plan, cents]])))
}

/** What a customer pays for something new now: this, and nothing else, is shown, charged and stored. */
export const pricesFor = async (
  { db, prices }: { db: Db; prices: LivePrices },
  customerId: string,
): Promise<Prices> => withOwnPrices(pricesOf(prices.now), await readOwnPrices(db, customerId))
