import { inArray, type SQL, sql } from 'drizzle-orm'
import { unpaidMinutes } from '#shared/plans/catalog.ts'
import { domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notifyCustomer } from '../../provisioning/events.ts'
import { expireOrder } from '../orders/order-fulfilment.ts'
import { dropWishes } from '../reinstatement/reinstatement-fulfilment.ts'

/** So many of a kind in one transaction; the next round takes the others. */
const atOnce = 200

/**
 * Ends what waits for a payment and has no page to pay on: it was never opened, or could not be. What has a page
 * ends with it, once the payment provider says so. By the database's clock.
 */
export async function sweepUnpaidHolds(deps: Dependencies): Promise<void> {
  await sweepOrders(deps)
  await sweepReplacements(deps)
  await sweepWishes(deps)
}

const tooLong = sql`now() - make_interval(mins => ${unpaidMinutes})`
/** Nobody is waited for any longer, or at all: no page is opened for whoever is suspended or closed. */
const isOver = (since: SQL, customerId: SQL) =>
  sql`(${since} < ${tooLong} or exists (select from customers s where s.id = ${customerId}
    and (s.suspended_at is not null or s.erase_due_at is not null)))`
/** A page on which something could still be paid; or was, a moment ago. */
const pages = (where: SQL) =>
  sql`(select from checkouts c left join checkout_items i on i.checkout_id = c.id
    where ${where} and c.status in ('prepared', 'open', 'paid'))`

async function sweepOrders({ db }: Dependencies): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; customer_id: string }>(
      sql`select id, customer_id from orders o where status = 'awaiting_payment' and ${isOver(sql`o.created_at`, sql`o.customer_id`)}
        and not exists ${pages(sql`c.order_id = o.id`)}
        order by created_at limit ${atOnce} for update skip locked`,
    )
    // What was opened between the reading and the lock is seen now that nobody can open another.
    const { rows: opened } = await tx.execute<{ order_id: string }>(
      sql`select order_id from checkouts c where c.status in ('prepared', 'open', 'paid')
        and order_id = any(${sql.param(rows.map(({ id }) => id))})`,
    )
    const isOpened = new Set(opened.map(({ order_id }) => order_id))
    for (const { id, customer_id } of rows) {
      if (isOpened.has(id)) continue
      await expireOrder(tx, id)
      await notifyCustomer(tx, customer_id)
    }
  })
}

async function sweepReplacements({ db }: Dependencies): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; customer_id: string }>(
      sql`select id, customer_id from domains d where want = 'hold' and replaces_id is not null
        and released_at is null and ${isOver(sql`d.created_at`, sql`d.customer_id`)}
        and not exists ${pages(sql`i.domain_id = d.id and c.kind = 'replace'`)}
        order by created_at limit ${atOnce} for update skip locked`,
    )
    const ids = rows.map(({ id }) => id)
    await tx
      .update(domains)
      .set({ status: 'cancelled', releasedAt: sql`now()` })
      .where(inArray(domains.id, ids))
    for (const customerId of new Set(rows.map((row) => row.customer_id))) await notifyCustomer(tx, customerId)
  })
}

async function sweepWishes(deps: Dependencies): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from bundles b where status = 'cancelled' and reinstate_wish is not null
        and ${isOver(sql`b.changed_at`, sql`b.customer_id`)}
        and not exists ${pages(sql`i.bundle_id = b.id and c.kind = 'reinstate' and c.status <> 'paid'`)}
        limit ${atOnce} for update skip locked`,
    )
    await dropWishes(
      deps,
      tx,
      rows.map(({ id }) => id),
    )
  })
}
