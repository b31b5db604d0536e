import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { countOf } from '#shared/count-of.ts'
import { formatUsd } from '#shared/pricing.ts'
import type { Db } from '../../db/client.ts'
import { bundles, checkouts, disputes, subscriptions } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Dispute } from '../../providers/ports/payments.ts'
import { settleCheckoutOf } from '../checkout/settle-checkout.ts'
import { auditOnce } from './audit-once.ts'
import { holdBundles, releaseBundles } from './holds.ts'
import { liveBundles } from './sync-subscription.ts'

/**
 * A payment is disputed at the bank: what it paid for is on hold until that is decided. Won, it goes on, unless
 * another payment for it is disputed still; lost, the payment went back and it stays on hold. The operator is told of
 * each.
 */
export async function followDispute(deps: Dependencies, disputeId: string): Promise<void> {
  const { payments } = deps.vendors
  const dispute = await payments.readDispute(disputeId)
  const subscriptionId = dispute.paymentId
    ? await payments.subscriptionOfPayment(dispute.paymentId)
    : undefined
  // What was paid for has to run before it can be stopped.
  if (subscriptionId) await settleCheckoutOf(deps, subscriptionId)
  await deps.db.transaction(async (tx) => {
    const paidBy = await subscriptionsOf(tx, dispute, subscriptionId)
    if (paidBy.length === 0) return
    const live: string[] = []
    for (const { id, customerId } of paidBy) {
      const bundleIds = await liveBundles(tx, id)
      live.push(...bundleIds)
      await note(tx, id, dispute)
      if (dispute.outcome === 'open') await holdBundles(deps, tx, bundleIds, 'dispute')
      if (dispute.outcome === 'lost') await holdBundles(deps, tx, bundleIds, 'refund', ['dispute'])
      if (dispute.outcome === 'won' && !(await isDisputed(tx, id)))
        await releaseBundles(deps, tx, bundleIds, ['dispute'])
      await auditOnce(tx, `${disputeId}:${dispute.outcome}`, {
        customerId,
        actor: 'system',
        action: dispute.outcome === 'open' ? 'payment.disputed' : 'payment.dispute_decided',
        subject: id,
        data: { cents: dispute.amountCents, outcome: dispute.outcome },
      })
    }
    await alert(deps, tx, dispute, live)
  })
}

/** The subscriptions that a disputed payment was for, locked: its events come several at once. */
async function subscriptionsOf(
  tx: Db,
  { paymentId }: Dispute,
  subscriptionId: string | undefined,
): Promise<{ id: string; customerId: string }[]> {
  const ids = subscriptionId ? [subscriptionId] : []
  if (paymentId) {
    const paid = await tx
      .select({ id: checkouts.subscriptionId })
      .from(checkouts)
      .where(eq(checkouts.paymentIntentId, paymentId))
    ids.push(...paid.flatMap(({ id }) => id ?? []))
  }
  return tx
    .select({ id: subscriptions.stripeId, customerId: subscriptions.customerId })
    .from(subscriptions)
    .where(inArray(subscriptions.stripeId, ids))
    .orderBy(subscriptions.stripeId)
    .for('update')
}

const note = (tx: Db, subscriptionId: string, { disputeId: stripeId, paymentId, outcome }: Dispute) =>
  tx
    .insert(disputes)
    .values({ stripeId, subscriptionId, paymentIntentId: paymentId, outcome })
    .onConflictDoUpdate({ target: [disputes.subscriptionId, disputes.stripeId], set: { outcome } })

/** Whether any payment of a subscription is disputed now. One that went back is not: its bundles are held for that. */
const isDisputed = async (tx: Db, subscriptionId: string): Promise<boolean> =>
  (await tx.$count(
    disputes,
    and(eq(disputes.subscriptionId, subscriptionId), eq(disputes.outcome, 'open')),
  )) > 0

async function alert(deps: Dependencies, tx: Db, dispute: Dispute, live: readonly string[]): Promise<void> {
  const { disputeId, outcome, amountCents } = dispute
  // Those that are on hold now, whoever put them there.
  const held = await tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(and(inArray(bundles.id, [...live]), isNotNull(bundles.hold)))
  const ids = held.map(({ id }) => id)
  await deps.alert(tx, {
    key: `dispute:${disputeId}:${outcome}`,
    subject:
      outcome === 'open' ? `A payment of ${formatUsd(amountCents)} is disputed` : `A dispute was ${outcome}`,
    text: [
      `Dispute ${disputeId} over ${formatUsd(amountCents)}: ${outcome}.`,
      `On hold: ${ids.length === 0 ? 'nothing' : `${countOf(ids.length, 'order')} (${ids.join(', ')})`}.`,
      ...(outcome === 'lost' && ids.length > 0
        ? [
            'It goes on by itself when its customer pays for it again. To let it run without that: operator -- order release --order ID. To end it: operator -- order end --order ID --reason …',
          ]
        : []),
    ].join('\n'),
  })
}
