import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, subscriptions } from '#base/db/schema/index.ts'
import { withdrawMails } from '#base/mail/outbox.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { closeWorkItem, raiseWorkItem } from '#delivery/provisioning/work-items.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { subscriptionGone } from '#vendors/ports/payments.ts'
import { holdBundles, releaseBundles } from './holds.ts'
import { liveBundles } from './live-bundles.ts'
import { refuseOtherAccount } from './payment-account.ts'

const kind = 'subscription_gone'

export type GivingUp = Pick<Dependencies, 'db' | 'vendors' | 'alert' | 'queue' | 'outbox' | 'config'>

/**
 * Runs what names a subscription of ours at Stripe. One that Stripe does not have any more, in the account that our rows are
 * of, has nothing that can be set, charged or paid. It is never made again by itself: what it paid for goes on until a
 * person says what becomes of it. What was on hold for a renewal that nobody can pay any more waits to be paid for again.
 * @returns undefined where it is gone
 * @throws a `Refusal` where it is the key's account that is another
 */
export async function unlessSubscriptionGone<T>(
  deps: GivingUp,
  subscriptionId: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!isVendorError(error) || error.code !== subscriptionGone) throw error
    const known = await deps.db.$count(subscriptions, eq(subscriptions.stripeId, subscriptionId))
    if (known === 0) throw error
    await refuseOtherAccount(deps, { isDoubted: true })
    await deps.db.transaction((tx) => giveUp(deps, tx, subscriptionId))
    return undefined
  }
}

/** Done again when something of it changes: the work ends with the last of its orders. */
async function giveUp(deps: GivingUp, tx: Db, subscriptionId: string): Promise<void> {
  const itself = eq(subscriptions.stripeId, subscriptionId)
  const [row] = await tx.select().from(subscriptions).where(itself).for('update')
  if (!row) return
  await tx
    .update(subscriptions)
    .set({
      status: 'ended',
      graceUntil: null,
      openInvoice: null,
      flaggedAt: null,
      billingDueAt: null,
      chargeAsked: null,
      billingLease: null,
    })
    .where(itself)
  const refused = await tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(
      and(
        eq(bundles.subscriptionId, subscriptionId),
        eq(bundles.status, 'live'),
        isNotNull(bundles.pastDueSince),
      ),
    )
  const ids = refused.map(({ id }) => id)
  await holdBundles(deps, tx, ids, 'refund')
  await releaseBundles(deps, tx, ids, ['past_due'])
  await withdrawMails(tx, `renewal-failed:${subscriptionId}:`)
  await notifyCustomer(tx, row.customerId)
  const live = await liveBundles(tx, subscriptionId)
  await closeWorkItem(tx, 'resume_billing', subscriptionId)
  if (live.length === 0) return closeWorkItem(tx, kind, subscriptionId)
  await raiseWorkItem(tx, deps.alert, {
    kind,
    subject: subscriptionId,
    customerId: row.customerId,
    instructions: `Stripe no longer has subscription ${subscriptionId}, so nothing is charged for its orders: ${live.join(', ')}. They keep running, and no new subscription is started. Ask the customer whether to continue. To end an order: operator -- order end --order ID --reason … The customer can then reinstate it on their dashboard, or order it again, which starts a new subscription. This closes when none of these orders is left on it.`,
  })
}
