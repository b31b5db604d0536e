import { and, eq, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { subscriptions } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { operatorLines } from '#base/mail/money-mail.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isVendorError, type VendorError } from '#vendors/client/vendor-error.ts'
import type { BilledSubscription } from '#vendors/ports/payments.ts'
import { isFree, takeBillingLease } from './billing-lease.ts'
import { type GivingUp, unlessSubscriptionGone } from './give-up-subscription.ts'
import { liveBundles } from './live-bundles.ts'
import { wantedBilling } from './subscription-billing.ts'

/**
 * Sets what the subscription bills absolutely to its live bundles, without proration: those on hold are not billed, and
 * none left ends it. One worker at a time, until nothing was changed meanwhile; what fails stays due and is found by
 * the sweep.
 */
export async function syncBilling(deps: GivingUp, subscriptionId: string): Promise<void> {
  const { db, vendors } = deps
  const lease = await takeBillingLease(db, subscriptionId)
  if (!lease) return
  try {
    let present: BilledSubscription | undefined
    do {
      const wanted = await wantedBilling(db, subscriptionId)
      const billing = { ...wanted, now: new Date(await databaseNow(db)) }
      present = await unlessSubscriptionGone(deps, subscriptionId, () =>
        vendors.payments.setSubscriptionBilling(subscriptionId, billing, { beforeCall: lease.beforeCall }),
      )
      if (!present) return
    } while (!(await lease.noteBilled(present)))
  } catch (error) {
    if (!mayTakeEffect(error)) await lease.release()
    if (isVendorError(error)) await tellOfUnbilled(deps, subscriptionId, error)
    throw error
  }
}

/** A request that had no answer: whether and when it takes effect is not known. */
const mayTakeEffect = (error: unknown): boolean =>
  isVendorError(error, 'transient') && error.status === undefined && !error.isOverLimit

/** An outage passes by itself; what has lasted for so long may need a person. */
const failsAtMostHours = 3

/** Once for all that fails until it has been set: a renewal that waits at the payment provider is not charged meanwhile. */
async function tellOfUnbilled(
  { db, alert, config }: Pick<Dependencies, 'db' | 'alert' | 'config'>,
  subscriptionId: string,
  { message, kind }: VendorError,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [late] = await tx
      .select({ since: subscriptions.billingDueAt })
      .from(subscriptions)
      .where(
        and(
          eq(subscriptions.stripeId, subscriptionId),
          lt(subscriptions.billingDueAt, sql`now() - make_interval(hours => ${failsAtMostHours})`),
        ),
      )
    if (!late?.since) return
    const mend =
      kind === 'unauthorised'
        ? 'Give the key what it lacks: the permissions are listed in docs/going-live.md, and doctor tries those to read.'
        : 'See the subscription and its last invoice at Stripe; a draft there that waits is not charged until this works.'
    await alert(tx, {
      key: `unbilled:${subscriptionId}:${late.since.toISOString()}`,
      subject: 'What a subscription bills cannot be set',
      text: [
        `${subscriptionId} has not been billed as it should be since ${late.since.toISOString()}: ${message}`,
        `${mend} It is tried again every half minute, and nothing has to be done here.`,
        ...operatorLines(await mailedOrders(tx, await liveBundles(tx, subscriptionId)), config.publicUrl),
      ].join('\n\n'),
    })
  })
}

/** Subscriptions whose billing still has to follow: what a failure, a lost wake-up or a lost worker left behind. */
export async function dueBilling(db: Db): Promise<{ subscriptionId: string }[]> {
  return db
    .select({ subscriptionId: subscriptions.stripeId })
    .from(subscriptions)
    .where(and(lte(subscriptions.billingDueAt, sql`now() - interval '30 seconds'`), isFree))
    .limit(200)
}
