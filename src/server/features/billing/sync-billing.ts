import { and, count, eq, isNotNull, lte, sql } from 'drizzle-orm'
import type { PlanId } from '#shared/catalog.ts'
import type { Db } from '../../db/client.ts'
import { bundles, subscriptions } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'

/** Notes, as part of a change, that the payment provider has to bill what is live from now on. */
export async function raiseBilling(
  tx: Db,
  { queue }: Pick<Dependencies, 'queue'>,
  subscriptionId: string,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ billingDueAt: sql`date_trunc('milliseconds', now())` as never })
    .where(eq(subscriptions.stripeId, subscriptionId))
  await queue.add(tx, 'billing', [{ subscriptionId }])
}

/**
 * Sets the subscription's quantities absolutely to its live bundles, without proration; none left ends it. Repeated
 * until it was done: what fails stays due and is found by the sweep.
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
  const live = await db
    .select({ plan: bundles.plan, count: count() })
    .from(bundles)
    .where(and(eq(bundles.subscriptionId, subscriptionId), eq(bundles.status, 'live')))
    .groupBy(bundles.plan)
  const quantities: Partial<Record<PlanId, number>> = Object.fromEntries(
    live.map((each) => [each.plan, each.count]),
  )
  const present = await vendors.payments.setSubscriptionQuantities(subscriptionId, quantities)
  await db
    .update(subscriptions)
    .set({ billingDueAt: null, status: present.status, syncedAt: new Date() })
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
