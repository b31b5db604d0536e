import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { settings } from '#base/db/schema/index.ts'
import type { ChargeRecord } from '#vendors/ports/payment-records.ts'

/** Charges that no figure has, by their ids with when they were made: there are few, since everything is sold in dollars. */
const key = 'books_other_currencies'

/** Keeps that customers were charged in other currencies; what is noted twice is kept once. */
export async function noteOtherCurrencies(tx: Db, records: readonly ChargeRecord[]): Promise<void> {
  const paid = records.filter(({ state }) => state === 'succeeded')
  if (paid.length === 0) return
  const value = Object.fromEntries(paid.map(({ chargeId, madeAt }) => [chargeId, madeAt.toISOString()]))
  await tx
    .insert(settings)
    .values({ key, value })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value: sql`${settings.value} || excluded.value`, at: new Date() },
    })
}

/** How many charges of some time are in other currencies. */
export async function countOtherCurrencies(
  db: Db,
  { from, until }: { from: Date; until: Date },
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from ${settings} s, jsonb_each_text(s.value) as charge(id, made_at)
    where s.key = ${key} and charge.made_at::timestamptz >= ${from} and charge.made_at::timestamptz < ${until}`)
  return rows[0]?.count ?? 0
}
