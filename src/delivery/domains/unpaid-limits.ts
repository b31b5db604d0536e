import { sql } from 'drizzle-orm'
import { conflict } from '#base/http/refusal.ts'
import { fillMessage } from '#base/text/message.ts'
import { registrableOf } from '#features/names/rules/public-suffix.ts'
import { unpaidMessages } from '#features/orders/rules/unpaid.ts'
import {
  heldNamesMax,
  unpaidHoldsADay,
  unpaidMinutes,
  unpaidOrdersMax,
} from '#features/plans/rules/catalog.ts'
import { isHeldAs } from './held.ts'
import { type StoredRule, storedRule } from './refuse-broken.ts'

/**
 * A customer's unpaid orders and names are not too many. The customer's row is locked, so that of requests sent together
 * the last ones count the first.
 */
export const fewUnpaid = (customerId: string): StoredRule =>
  storedRule<{ orders: number; names: number }>(
    sql`jsonb_build_object(
      'orders', (select count(*) from orders where customer_id = ${customerId} and status = 'awaiting_payment'),
      'names', (select count(*) from domains d join bundles b on b.id = d.bundle_id
        where d.customer_id = ${customerId} and (
          d.want = 'hold' and (b.status = 'awaiting_payment' or ${isHeldAs('d')})
          or d.want = 'retire' and b.status = 'cancelled' and b.reinstate_wish is not null)))`,
    (counted) => {
      if (counted.orders > unpaidOrdersMax) throw conflict(unpaidMessages.tooManyOrders)
      if (counted.names > heldNamesMax) throw conflict(unpaidMessages.tooManyNames)
    },
    sql`(select id from customers where id = ${customerId} for no key update)`,
  )

/**
 * No name is held that the customer has held too often within a day without paying for it: a name that is wanted is
 * paid for, or left to others for a while. A hold is a name to be bought in
 * an unpaid order or replacement, or a payment page. What begins within the time that an order may wait for its page
 * is one hold: changing an order's settings, or paying with another code, costs nobody anything. Whatever was
 * registered together counts together: any part of `acme.com` keeps its owner from the whole.
 */
export function holdsNotRenewed(customerId: string, names: readonly string[]): StoredRule {
  const asked = Map.groupBy(names, registrableOf)
  const holding = sql`domains d join unnest(${sql.param([...asked.keys()])}::text[]) as w(registered)
    on d.name = w.registered or d.name like '%.' || w.registered`
  const isTheirs = sql`d.customer_id = ${customerId}`
  const question = sql`(
    with begun as (
      select w.registered, d.created_at as at from ${holding}
        where ${isTheirs} and d.want = 'hold' and d.source = 'bought'
      union
      select w.registered, c.created_at from ${holding} join bundles b on b.id = d.bundle_id
        join checkouts c on c.order_id = b.order_id
        where ${isTheirs} and d.want = 'hold' and c.status <> 'paid'
      union
      select w.registered, c.created_at from ${holding} join checkout_items i on i.bundle_id = d.bundle_id
        join checkouts c on c.id = i.checkout_id
        where ${isTheirs} and c.kind = 'reinstate' and c.status <> 'paid'
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'registered', registered, 'age', extract(epoch from now() - at)::float8 / 60) order by at), '[]')
    from begun where at > now() - interval '1 day')`
  return storedRule<{ registered: string; age: number }[]>(question, (rows) => {
    for (const [registered, begun] of Map.groupBy(rows, (row) => row.registered)) {
      // With the one that begins now, whether it is written already or not.
      const holds: number[] = []
      for (const age of [...begun.map((row) => row.age), 0]) if (isAnother(holds, age)) holds.push(age)
      if (holds.length > unpaidHoldsADay)
        throw conflict(heldTooOften(registered, asked.get(registered) ?? []))
    }
  })
}

/** Says what has been held: the name itself, where no part of it is asked for. */
const heldTooOften = (registered: string, asked: readonly string[]): string =>
  fillMessage(unpaidMessages.heldTooOften, {
    d: asked.every((name) => name === registered) ? registered : `${registered} or a part of it`,
  })

/** Whether what begins so many minutes ago is another hold than the last one. */
const isAnother = (holds: readonly number[], age: number): boolean =>
  (holds.at(-1) ?? Number.POSITIVE_INFINITY) - age >= unpaidMinutes
