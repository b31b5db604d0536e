import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { subscriptions } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { wantedBilling } from './subscription-billing.ts'

/** Notes, as part of a change, that the payment provider has to bill what is live from now on. */
export async function raiseBilling(
  tx: Db,
  { queue }: Pick<Dependencies, 'queue'>,
  subscriptionId: string,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ billingDueAt: sql`date_trunc('milliseconds', now())` })
    .where(eq(subscriptions.stripeId, subscriptionId))
  await queue.add(tx, 'billing', [{ subscriptionId }])
}

/**
 * Sets what the subscription bills absolutely to its live bundles, without proration: those on hold are not billed, and
 * none left ends it. Repeated until it was done: what fails stays due and is found by the sweep.
 */
export async function syncBilling(
  { db, vendors }: Pick<Dependencies, 'db' | 'vendors'>,
  subscriptionId: string,
): Promise<void> {
  const [due] = await db
    .select({ billingDueAt: subscriptions.billingDueAt })
    .from(subscriptions)
    .where(and(eq(subscriptions.stripeId, subscriptionId), isNotNull(subscriptions.billingDueAt)))
  if (!due?.billingDueAt) return
  const present = await vendors.payments.setSubscriptionBilling(
    subscriptionId,
    await wantedBilling(db, subscriptionId),
  )
  await db
    .update(subscriptions)
    .set({ billingDueAt: null, billedAt: new Date(), status: present.status, syncedAt: new Date() })
    // A later change is due anew.
    .where(and(eq(subscriptions.stripeId, subscriptionId), lte(subscriptions.billingDueAt, due.billingDueAt)))
}

/** Subscriptions whose billing still has to follow: what a failure or a lost wake-up left behind. */
export async function dueBilling(db: Db): Promise<{ subscriptionId: string }[]> {
  return db
    .select({ subscriptionId: subscriptions.stripeId })
    .from(subscriptions)
    .where(lte(subscriptions.billingDueAt, sql`now() - interval '30 seconds'`))
    .limit(200)
}
