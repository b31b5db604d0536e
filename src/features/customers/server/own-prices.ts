import { desc, eq, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { customerPrices, customers } from '#base/db/schema/index.ts'
import { notFound, ruleBroken } from '#base/http/refusal.ts'
import { readSaidPrices } from '#base/prices/own-prices.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import { planName } from '#features/plans/rules/naming.ts'
import { planNamesOf } from '#features/plans/rules/price-list.ts'
import type { OwnPriceRow } from '../api/console-customer-prices.ts'

interface NewOwnPrice {
  customerId: string
  plan: PlanId
  /** Null: the list's price again. */
  cents: number | null
  /** A day of UTC to come; null: at once. */
  from: string | null
  by: { id: string | null; name: string }
}

/**
 * What a customer pays for one order of a plan from a day on, or the list's price again. What runs keeps its price. Returns
 * it as a sentence. Throws a `Refusal`.
 */
export async function setOwnPrice(
  { db, prices }: Pick<Dependencies, 'db' | 'prices'>,
  { customerId, plan, cents, from, by }: NewOwnPrice,
): Promise<string> {
  const name = planName(plan, planNamesOf(prices.now))
  const then = from ? ` on ${from}` : ''
  const since = from ? ` from ${from} on` : ''
  await db.transaction(async (tx) => {
    // One after the other: the later one has seen the earlier.
    const [customer] = await tx
      .select({ erasedAt: customers.erasedAt })
      .from(customers)
      .where(eq(customers.id, customerId))
      .for('update')
    if (!customer || customer.erasedAt) throw notFound('There is no such customer.')
    const before = (await readSaidPrices(tx, customerId, from ?? undefined))[plan] ?? null
    if (before === cents)
      throw ruleBroken(
        cents === null
          ? `This customer has no own price for ${name}${then}.`
          : `This customer pays ${formatUsd(cents)} for ${name} already${then}.`,
      )
    await tx.insert(customerPrices).values({
      customerId,
      plan,
      cents,
      fromDay: from,
      userId: by.id,
      madeBy: by.name,
      // By it what counts at once is ordered: not the time at which a transaction began to wait for another one.
      createdAt: sql`clock_timestamp()`,
    })
    await audit(tx, {
      customerId,
      actor: 'operator',
      action: 'customer.price_set',
      subject: plan,
      data: { plan: name, cents, ...(from && { from }) },
    })
  })
  return cents === null
    ? `New orders of ${name} cost this customer the list’s price again${since}. What runs keeps its price.`
    : `New orders of ${name} cost this customer ${formatUsd(cents)} each${since}. What runs keeps its price.`
}

/** Every own price that a customer had, newest first. */
export async function listOwnPrices(db: Db, customerId: string): Promise<OwnPriceRow[]> {
  const rows = await db
    .select()
    .from(customerPrices)
    .where(eq(customerPrices.customerId, customerId))
    .orderBy(desc(customerPrices.id))
    .limit(100)
  return rows.map(({ id, plan, cents, fromDay, madeBy, createdAt }) => ({
    id,
    plan,
    cents,
    from: fromDay,
    by: madeBy,
    at: createdAt.toISOString(),
  }))
}
