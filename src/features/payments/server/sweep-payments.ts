import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { keepEventsCursor, readAgain, readEventsCursor } from '#base/db/books-read.ts'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { bundles, checkouts, stripeEvents } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Checkout } from '#delivery/fulfilment.ts'
import { checkOwnAccount } from '#features/billing/server/payment-account.ts'
import { syncSubscription } from '#features/billing/server/sync-subscription.ts'
import { endPagesOfStopped } from '#features/checkout/server/end-payment-pages.ts'
import { findSession } from '#features/checkout/server/find-session.ts'
import { sweepUnpaidHolds } from '#features/checkout/server/sweep-unpaid-holds.ts'
import { syncCheckout } from '#features/checkout/server/sync-checkout.ts'
import { isOfOne } from '#vendors/client/vendor-error.ts'
import { customerGone } from '#vendors/ports/payments.ts'
import { storeEvent } from './stripe-webhook.ts'

/** The provider keeps its events for 30 days: https://docs.stripe.com/api/events */
const keptMs = 29 * 24 * 3600_000
/** Events are looked for from this long before the last look: they may be listed late. */
const overlapMs = 10 * 60_000

/**
 * Finds what no webhook told: unpaid checkouts are read again, and the provider's list of events from where the
 * last sweep ended. Whatever was lost is made good within two rounds. What an owner has renamed is renamed there as well,
 * so that renewals are invoiced under the new name.
 */
export async function sweepPayments(deps: Dependencies): Promise<void> {
  const { db, vendors } = deps
  // Another account's events are nobody's here, and would be taken for all that has happened.
  if (!(await checkOwnAccount(deps))) return
  // By the database's clock: a process whose own is ahead would leave a gap behind.
  const startedAt = await databaseNow(db)
  const cursor = await readEventsCursor(db)
  const oldest = startedAt - keptMs
  const since = new Date(Math.max(cursor ?? 0, oldest))
  let after: string | undefined
  do {
    const page = await vendors.payments.events({ since, after })
    await db.transaction(async (tx) => {
      for (const event of page.events) await storeEvent(deps, tx, event)
    })
    after = page.next
  } while (after)
  await db.transaction(async (tx) => {
    if (cursor !== undefined && cursor < oldest) await makeGood(deps, tx, new Date(cursor), since)
    await keepEventsCursor(tx, startedAt - overlapMs)
  })

  await sweepCheckouts(deps)
  await endPagesOfStopped(deps)
  await sweepUnpaidHolds(deps)
  await sweepGrace(deps)
  await vendors.payments.renameProducts({ purpose: 'looks' })
}

/** Events in between are gone: the books are read from the beginning, and what else hung on them a person has to see. */
async function makeGood(
  { alert }: Pick<Dependencies, 'alert'>,
  tx: Db,
  from: Date,
  until: Date,
): Promise<void> {
  await readAgain(tx)
  const [first, last] = [from, until].map((at) => at.toISOString())
  await alert(tx, {
    key: `stripe-not-read:${first}`,
    subject: 'Stripe was not read for a month',
    text: `What happened at Stripe between ${first} and ${last} was not read, and Stripe tells of it no more. The books are read from the beginning, by themselves. Please look in Stripe’s dashboard for refunds and disputes of that time.`,
  })
}

/** Wakes events that nobody has acted on: their wake-up was lost, or the provider was away when they were. */
export async function wakeWaitingEvents({ db, queue }: Pick<Dependencies, 'db' | 'queue'>): Promise<void> {
  const waiting = await db
    .select({ eventId: stripeEvents.id })
    .from(stripeEvents)
    .where(
      and(isNull(stripeEvents.processedAt), lt(stripeEvents.receivedAt, sql`now() - interval '1 minute'`)),
    )
    .orderBy(asc(stripeEvents.receivedAt))
    .limit(500)
  await queue.add(db, 'stripe-event', waiting)
}

async function sweepCheckouts(deps: Dependencies): Promise<void> {
  const open = await deps.db
    .select()
    .from(checkouts)
    .where(
      and(
        inArray(checkouts.status, ['prepared', 'open']),
        or(isNull(checkouts.syncedAt), lt(checkouts.syncedAt, sql`now() - interval '4 minutes'`)),
      ),
    )
    .orderBy(asc(checkouts.createdAt))
    .limit(200)
  for (const checkout of open) {
    // One that cannot be read does not keep the others from being found.
    await (checkout.sessionId ? syncCheckout(deps, checkout.sessionId) : syncPrepared(deps, checkout)).catch(
      (error: unknown) => {
        if (!isOfOne(error)) throw error
        deps.log.warn({ err: error, checkout: checkout.id }, 'a checkout cannot be read')
        if (error.kind === 'not_found' || error.code === customerGone) return endUnpaid(deps, checkout)
      },
    )
  }
}

/** Stored, but maybe never sent: the provider knows. */
async function syncPrepared(deps: Dependencies, checkout: Checkout): Promise<void> {
  const found = await findSession(deps.vendors.payments, checkout)
  if (found) {
    await syncCheckout(deps, found.sessionId)
    return
  }
  await endUnpaid(deps, checkout)
}

/** Of one that the provider does not have, in the account that our rows are of, no payment comes any more. */
async function endUnpaid(deps: Dependencies, checkout: Checkout): Promise<void> {
  if (checkout.expiresAt.getTime() > (await databaseNow(deps.db))) return
  await deps.db.transaction(async (tx) => {
    const [over] = await tx
      .update(checkouts)
      .set({ status: 'expired' })
      .where(and(eq(checkouts.id, checkout.id), inArray(checkouts.status, ['prepared', 'open'])))
      .returning({ id: checkouts.id })
    if (over) await deps.fulfilments[checkout.kind].expired(tx, checkout)
  })
}

/** Subscriptions whose time of grace may be over. */
async function sweepGrace(deps: Dependencies): Promise<void> {
  const { rows } = await deps.db.execute<{ stripe_id: string }>(
    sql`select stripe_id from subscriptions where grace_until <= now()
        and exists (select from ${bundles} b where b.subscription_id = stripe_id and b.status = 'live' and b.hold is null)`,
  )
  for (const { stripe_id } of rows)
    await syncSubscription(deps, stripe_id).catch((error: unknown) => {
      if (!isOfOne(error)) throw error
      deps.log.warn({ err: error, subscription: stripe_id }, 'a subscription cannot be read')
    })
}
