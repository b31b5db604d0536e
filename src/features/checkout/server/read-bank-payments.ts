import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { BankPayment } from '../api/ended-payments.ts'
import { namesOf } from './lost-payments.ts'

/**
 * What a customer has paid from a bank account, and its bank has not decided, of what no order of the list tells: new orders,
 * and paying again for what is on hold. The newest first.
 */
export async function readBankPayments(db: Db, customerId: string): Promise<BankPayment[]> {
  const { rows } = await db.execute<{
    id: string
    kind: BankPayment['kind']
    amount_cents: number
    names: string[]
  }>(sql`select c.id, c.kind, c.amount_cents, ${namesOf} as names from checkouts c
    where c.customer_id = ${customerId} and c.status = 'open' and c.with_bank_since is not null
      and c.kind in ('order', 'release')
    order by c.created_at desc, c.id limit 10`)
  return rows.map(({ id, kind, amount_cents, names }) => ({
    checkoutId: id,
    kind,
    cents: amount_cents,
    names,
  }))
}
