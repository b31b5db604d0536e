import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { conflict, notFound, type Refusal } from '#base/http/refusal.ts'
import { fillMessage } from '#base/text/message.ts'
import { heldAmong, isHeldAs } from '#delivery/domains/held.ts'
import { lockingNestedNames, notNested } from '#delivery/domains/nested-names.ts'
import { refuseBrokenOfLocked } from '#delivery/domains/refuse-broken.ts'
import { holdsNotRenewed } from '#delivery/domains/unpaid-limits.ts'
import { domainEntryMessages } from '#features/names/rules/domain-entry.ts'

/** The refusal of names that an order holds already, with those it concerns as `domains`. */
export async function namesAreHeld(db: Db, names: readonly string[]): Promise<Refusal> {
  const held = [...(await heldAmong(db, names))]
  const message =
    held.length === 1
      ? `${fillMessage(domainEntryMessages.alreadyExists, { d: held[0] ?? '' })} Please choose another domain.`
      : `These domains already exist in our system: ${held.join(', ')}. Please choose others.`
  return conflict(message, { domains: held })
}

/**
 * Holds every name of an unpaid order for its payment page, and keeps the order from expiring meanwhile. Throws a
 * `Refusal` when it is not there any more, or one of its names was held too often without being paid for; the database refuses names that another order holds by now.
 */
export async function holdForPayment(tx: Db, customerId: string, orderId: string): Promise<void> {
  // The names are locked once they are held, as wherever names are held.
  const { rows } = await tx.execute<{ id: string; names: string[] }>(sql`
    with payable as (
      select id from orders where id = ${orderId} and status = 'awaiting_payment' for update
    ),
    held as (
      update domains d set released_at = null from bundles b, payable
      where b.order_id = payable.id and d.bundle_id = b.id and not ${isHeldAs('d')} returning d.id
    ),
    named as materialized (
      select id, array(select d.name from domains d join bundles b on b.id = d.bundle_id
        where b.order_id = payable.id) as names from payable
    )
    select id, names, ${lockingNestedNames(sql`names`)} from named where (select count(*) from held) >= 0`)
  const [payable] = rows
  if (!payable) throw noSuchOrder()
  await refuseBrokenOfLocked(tx, [notNested(payable.names), holdsNotRenewed(customerId, payable.names)])
}

/** What is said of an order that is not there, was paid or has expired. */
export const noSuchOrder = (): Refusal => notFound('There is no such order waiting for its payment.')

export const paidMeanwhile = (): Refusal =>
  conflict('An earlier order with these domains has just been paid. You can follow it on your dashboard.')
