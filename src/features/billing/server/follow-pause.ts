import type { Db } from '#base/db/client.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { closeWorkItem, raiseWorkItem } from '#delivery/provisioning/work-items.ts'
import type { PaymentSubscription } from '#vendors/ports/payments.ts'
import { holdBundles, releaseBundles } from './holds.ts'
import { liveBundles } from './live-bundles.ts'
import { wantedBilling } from './subscription-billing.ts'

const kind = 'resume_billing'

const resume = {
  paused:
    'It was paused there by hand, or its trial ended without a card. Open the subscription at Stripe and choose "Resume subscription". If it has been resumed and is still paused, its card was refused: it resumes once its customer has paid what the dashboard says is owed.',
  collection:
    'Collecting its payments was paused there by hand. Open the subscription at Stripe and choose "Resume payment collection".',
}

/**
 * Somebody has paused a subscription at the payment provider: what it pays for is on hold until that is taken back there,
 * which is asked of the operator. Our own pause, of what is on hold for another cause, is none of these.
 */
export async function followPause(
  deps: Dependencies,
  tx: Db,
  {
    present,
    customerId,
    isSettled,
  }: {
    present: PaymentSubscription
    customerId: string
    /** No change of ours is on its way there. */
    isSettled: boolean
  },
): Promise<void> {
  const { subscriptionId, status } = present
  const live = await liveBundles(tx, subscriptionId)
  if (live.length === 0 || (status !== 'paused' && !present.isPaused)) {
    if (status !== 'ended') await releaseBundles(deps, tx, live, ['paused'])
    await closeWorkItem(tx, kind, subscriptionId)
    return
  }
  if (status !== 'paused' && (!isSettled || (await wantedBilling(tx, subscriptionId)).isPaused)) return
  await holdBundles(deps, tx, live, 'paused')
  await raiseWorkItem(tx, deps.alert, {
    kind,
    subject: subscriptionId,
    customerId,
    instructions: `Subscription ${subscriptionId} is paused at Stripe, so nothing is charged and its orders are on hold: ${live.join(', ')}. ${status === 'paused' ? resume.paused : resume.collection} The orders then continue automatically. To end them instead: operator -- order end --order ID --reason …`,
  })
}
