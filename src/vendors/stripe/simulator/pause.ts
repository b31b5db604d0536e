import type { StripeAccount } from './account.ts'
import type { Subscription } from './objects.ts'
import { existing, invalid } from './problem.ts'
import { isLive, restart, saveSubscription } from './subscriptions.ts'

/**
 * Two kinds of pause, by hand in the dashboard or by the portal. A subscription that is `paused` "does not generate
 * invoices and will not advance to new billing periods"; a pause of collection "still generates invoices and leaves the
 * subscription's status unchanged": `Subscription.status` and `pause_collection` in the package's types,
 * https://docs.stripe.com/billing/subscriptions/pause, https://docs.stripe.com/billing/subscriptions/pause-payment
 */
export function pauseSubscription(
  account: StripeAccount,
  id: string,
  kind: 'subscription' | 'collection',
): Subscription {
  const subscription = existing(account.subscriptions.get(id), 'subscription', id)
  if (!isLive(subscription)) throw invalid(`A subscription that is ${subscription.status} cannot be paused.`)
  if (kind === 'collection')
    return saveSubscription(
      account,
      { ...subscription, pause_collection: { behavior: 'void', resumes_at: null } },
      { pause_collection: subscription.pause_collection },
    )
  const paused: Subscription = { ...subscription, status: 'paused' }
  saveSubscription(account, paused, { status: subscription.status })
  account.emit('customer.subscription.paused', paused, { status: subscription.status })
  return paused
}

/**
 * Takes either back. One that was paused begins a period now, as by default, and "if the invoice is paid the subscription
 * becomes active"; else it stays paused: `Subscriptions.resume` in the package's types.
 */
export function resumeSubscription(account: StripeAccount, id: string): Subscription {
  const subscription = existing(account.subscriptions.get(id), 'subscription', id)
  if (subscription.status !== 'paused')
    return saveSubscription(
      account,
      { ...subscription, pause_collection: null },
      { pause_collection: subscription.pause_collection },
    )
  return restart(account, subscription)
}
