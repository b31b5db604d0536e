import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

/** What was paid for registering a name, in one payment. Cents are after the discount it was sold with. */
export interface Fee {
  /** The holding that was asked for. */
  heldId: string
  /** The one it was paid for: another where that handed its fee on. */
  domainId: string
  checkoutId: string
  paidAt: Date
  netCents: number
  /** What of it has not gone back. */
  leftCents: number
  /** What of the whole payment has not. */
  paymentLeftCents: number
  /** The name that took the holding's place at no cost, and that the fee pays for now. */
  handedTo: string | null
}

/** A refund that failed counts, since its money is owed; not so one that another one was made for. */
const counts: SQL = sql`r.outcome is distinct from 'again'`

/** What has not gone back of a payment (`c` is its checkout): refunded by whomever, or taken back by the bank. */
export const paymentLeft: SQL = sql`case
  when exists (select from disputes d where d.payment_intent_id = c.payment_intent_id and d.outcome = 'lost') then 0
  else greatest(0, coalesce(c.paid_cents, 0)
    - (select coalesce(sum(r.cents), 0) from refunds r where r.checkout_id = c.id and ${counts})) end`

/** The same of a renewal's invoice (`i`): what others than we refunded of it is as the books have it. */
export const renewalLeft: SQL = sql`case
  when exists (select from disputes d where d.payment_intent_id = i.payment_intent_id and d.outcome = 'lost') then 0
  else greatest(0, i.paid_cents
    - (select coalesce(sum(r.cents), 0) from refunds r where r.invoice_id = i.stripe_id and ${counts})
    - (select coalesce(sum(b.cents), 0) from charges ch join charge_returns b on b.charge_id = ch.stripe_id
      where ch.payment_intent_id = i.payment_intent_id and b.kind = 'refund' and b.outcome <> 'failed'
        and not exists (select from refunds r where r.stripe_refund_id = b.stripe_id))) end`

/** Cents of a paid renewal that can still go back. The caller has locked its invoice when it gives some back. */
export async function leftOfRenewal(db: Db, invoiceId: string): Promise<number> {
  const { rows } = await db.execute<{ cents: number }>(
    sql`select (${renewalLeft})::int as cents from invoices i where i.stripe_id = ${invoiceId} and i.status = 'paid'`,
  )
  return rows[0]?.cents ?? 0
}

/** Cents of a paid checkout that can still go back. The caller has locked the checkout when it gives some back. */
export async function leftOfPayment(db: Db, checkoutId: string): Promise<number> {
  const { rows } = await db.execute<{ cents: number }>(
    sql`select (${paymentLeft})::int as cents from checkouts c where c.id = ${checkoutId} and c.status = 'paid'`,
  )
  return rows[0]?.cents ?? 0
}

/**
 * Fees that stand for these holdings, the latest payment first. A name that took another one's place at no cost stands
 * for that one's fee, unless that one is registered all the same. With `lock` nothing of them can go back meanwhile
 * in another transaction.
 */
export async function feesOf(
  db: Db,
  domainIds: readonly string[],
  { lock = false }: { lock?: boolean } = {},
): Promise<Fee[]> {
  if (domainIds.length === 0) return []
  const chain = sql`with recursive chain as (
      select id as held_id, id, source, replaces_id from domains where id = any(${sql.param([...domainIds])})
      union
      select f.held_id, d.id, d.source, d.replaces_id from chain f join domains d on d.id = f.replaces_id
        join domain_names n on n.name = d.name
      where f.source = 'bought' and d.source = 'bought' and n.registration is distinct from 'registered'
        and not exists (select from checkout_items own where own.domain_id = f.id)
    ), fees as (
      select f.held_id, f.id as domain_id, i.checkout_id, i.net_cents
      from chain f join checkout_items i on i.domain_id = f.id where i.net_cents > 0
    )`
  if (lock)
    await db.execute(
      sql`${chain} select from checkouts where id in (select checkout_id from fees) order by id for update`,
    )
  const { rows } = await db.execute<Row>(sql`${chain}
    select f.*, (extract(epoch from c.paid_at) * 1000)::float8 as paid_at, (${paymentLeft})::int as payment_left,
      (select coalesce(sum(r.cents), 0) from refunds r
        where r.checkout_id = c.id and r.domain_id = f.domain_id and ${counts})::int as went_back,
      (select t.name from domains t where t.replaces_id = f.held_id and t.source = 'bought' and t.want <> 'hold'
        and not exists (select from checkout_items own where own.domain_id = t.id) limit 1) as handed_to
    from fees f join checkouts c on c.id = f.checkout_id
    where c.status = 'paid' order by c.paid_at desc`)
  return rows.map((row) => ({
    heldId: row.held_id,
    domainId: row.domain_id,
    checkoutId: row.checkout_id,
    paidAt: new Date(row.paid_at),
    netCents: row.net_cents,
    leftCents: Math.min(Math.max(0, row.net_cents - row.went_back), row.payment_left),
    paymentLeftCents: row.payment_left,
    handedTo: row.handed_to,
  }))
}

interface Row extends Record<string, unknown> {
  held_id: string
  domain_id: string
  checkout_id: string
  net_cents: number
  paid_at: number
  payment_left: number
  went_back: number
  handed_to: string | null
}
