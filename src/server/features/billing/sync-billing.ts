import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { databaseNow } from '../../db/database-now.ts'
import { subscriptions } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { BilledSubscription } from '../../providers/ports/payments.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import { isFree, nowDue, takeBillingLease } from './billing-lease.ts'
import { wantedBilling } from './subscription-billing.ts'

/** Notes, as part of a change, that the payment provider has to bill what is live from now on. */
export async function raiseBilling(
  tx: Db,
  { queue }: Pick<Dependencies, 'queue'>,
  subscriptionId: string,
): Promise<void> {
  await tx.update(subscriptions).set(nowDue).where(eq(subscriptions.stripeId, subscriptionId))
  await queue.add(tx, 'billing', [{ subscriptionId }])
}

/**
 * Sets what the subscription bills absolutely to its live bundles, without proration: those on hold are not billed, and
 * none left ends it. One worker at a time, until nothing was changed meanwhile; what fails stays due and is found by
 * the sweep.
 */
export async function syncBilling(
  { db, vendors }: Pick<Dependencies, 'db' | 'vendors'>,
  subscriptionId: string,
): Promise<void> {
  const lease = await takeBillingLease(db, subscriptionId)
  if (!lease) return
  try {
    let present: BilledSubscription
    do {
      const wanted = await wantedBilling(db, subscriptionId)
      const billing = { ...wanted, now: new Date(await databaseNow(db)) }
      present = await vendors.payments.setSubscriptionBilling(subscriptionId, billing, {
        beforeCall: lease.beforeCall,
      })
    } while (!(await lease.noteBilled(present)))
  } catch (error) {
    if (!mayTakeEffect(error)) await lease.release()
    throw error
  }
}

/** A request that had no answer: whether and when it takes effect is not known. */
const mayTakeEffect = (error: unknown): boolean =>
  isVendorError(error, 'transient') && error.status === undefined && !error.isOverLimit

/** Subscriptions whose billing still has to follow: what a failure, a lost wake-up or a lost worker left behind. */
export async function dueBilling(db: Db): Promise<{ subscriptionId: string }[]> {
  return db
    .select({ subscriptionId: subscriptions.stripeId })
    .from(subscriptions)
    .where(and(lte(subscriptions.billingDueAt, sql`now() - interval '30 seconds'`), isFree))
    .limit(200)
}
