import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import {
  bundles,
  chargeReturns,
  charges,
  checkouts,
  disputes,
  invoices,
  refunds,
  subscriptions,
} from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { auditOnce } from '#features/billing/server/audit-once.ts'
import { disputedBundles, movedFrom } from '#features/billing/server/disputed-bundles.ts'
import { holdBundles, releaseBundles } from '#features/billing/server/holds.ts'
import { liveBundles } from '#features/billing/server/live-bundles.ts'
import { subjectsOf } from '#features/checkout/server/subjects-of.ts'
import { syncCheckoutOfPayment } from '#features/checkout/server/sync-checkout-of-payment.ts'
import type { Dispute } from '#vendors/ports/payments.ts'
import { paymentWords } from './payment-words.ts'
import { moneyOf, tellOfDispute, tellPayer } from './tell-of-dispute.ts'

/**
 * A payment is disputed at the bank: what it paid for is on hold until that is decided. Won, it resumes, unless
 * another payment for it is disputed still; lost, the payment went back and it stays on hold, also while that is appealed.
 * An inquiry holds nothing. The operator is told of each.
 */
export async function followDispute(deps: Dependencies, disputeId: string): Promise<void> {
  const { payments } = deps.vendors
  const dispute = await payments.readDispute(disputeId)
  // What was paid for has to run before it can be stopped.
  const subscriptionId = dispute.paymentId ? await syncCheckoutOfPayment(deps, dispute.paymentId) : undefined
  await deps.db.transaction(async (tx) => {
    const disputed = [
      ...(await subscriptionsOf(tx, dispute, subscriptionId)),
      ...(await singlePaymentsOf(tx, dispute)),
    ]
    if (disputed.length === 0) return
    for (const payment of disputed) {
      const { customerId, subscriptionId, checkoutId, live, moved } = payment
      const paidFor = [...live, ...moved]
      const known = await note(tx, payment, dispute)
      const wasLost = known === 'lost'
      if (isInquiry(dispute)) continue
      const money = moneyOf(dispute, await paymentWords(tx, dispute.paymentId))
      const before = await mailedOrders(tx, paidFor)
      if (dispute.outcome === 'open') await holdBundles(deps, tx, paidFor, 'dispute', { money })
      // What moved is paid for by its new subscription, so that only its own payments going back hold it.
      // Told once more, as when it is appealed, it takes back no release of the operator's.
      if (dispute.outcome === 'lost' && !wasLost) await holdBundles(deps, tx, live, 'refund', { money })
      if (dispute.outcome !== 'open') {
        const disputed = await disputedBundles(tx, paidFor)
        await releaseBundles(
          deps,
          tx,
          paidFor.filter((id) => !disputed.has(id)),
          ['dispute'],
          { money },
        )
      }
      if (wasLost && dispute.outcome === 'won' && !(await hasGoneBack(tx, payment)))
        await releaseBundles(deps, tx, live, ['refund'], { money })
      const isNews = await auditOnce(tx, `${disputeId}:${dispute.outcome}`, {
        customerId,
        actor: 'system',
        action: dispute.outcome === 'open' ? 'payment.disputed' : 'payment.dispute_decided',
        subject: subscriptionId ?? checkoutId ?? disputeId,
        data: { cents: dispute.amountCents, outcome: dispute.outcome, about: subscriptionId ? moved : live },
      })
      // Who was not told that it is open need not hear that it was won.
      if (isNews && (dispute.outcome !== 'won' || known === 'open' || wasLost))
        await tellPayer(deps, tx, dispute, money, before)
    }
    await tellOfDispute(
      deps,
      tx,
      dispute,
      disputed.flatMap(({ live, moved }) => [...live, ...moved]),
    )
  })
}

/** What a disputed payment was for: a subscription, or something that is paid once. */
interface Disputed {
  customerId: string
  subscriptionId: string | null
  checkoutId: string | null
  /** Live bundles that it concerns. */
  live: string[]
  /** Live bundles that it paid for before they moved to another subscription. */
  moved: string[]
}

/** The subscriptions that a disputed payment was for, locked: its events come several at once. */
async function subscriptionsOf(
  tx: Db,
  { paymentId }: Dispute,
  subscriptionId: string | undefined,
): Promise<Disputed[]> {
  const ids = subscriptionId ? [subscriptionId] : []
  if (paymentId) {
    const paid = await tx
      .select({ id: checkouts.subscriptionId })
      .from(checkouts)
      .where(eq(checkouts.paymentIntentId, paymentId))
    ids.push(...paid.flatMap(({ id }) => id ?? []))
  }
  const found: Disputed[] = []
  for (const { id, customerId } of await lockSubscriptions(tx, ids)) {
    const moved = await movedFrom(tx, id)
    await lockSubscriptions(
      tx,
      moved.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    )
    found.push({
      customerId,
      subscriptionId: id,
      checkoutId: null,
      live: await liveBundles(tx, id),
      moved: moved.map((bundle) => bundle.id),
    })
  }
  return found
}

const lockSubscriptions = (tx: Db, ids: readonly string[]) =>
  tx
    .select({ id: subscriptions.stripeId, customerId: subscriptions.customerId })
    .from(subscriptions)
    .where(inArray(subscriptions.stripeId, [...ids]))
    .orderBy(subscriptions.stripeId)
    .for('update')

/**
 * Payments that began no subscription: the fee of a domain that took another one's place. A domain cannot be on hold
 * alone, so the order is that it was bought for.
 */
async function singlePaymentsOf(tx: Db, { paymentId }: Dispute): Promise<Disputed[]> {
  if (!paymentId) return []
  const paid = await tx
    .select({ id: checkouts.id, customerId: checkouts.customerId })
    .from(checkouts)
    .where(and(eq(checkouts.paymentIntentId, paymentId), isNull(checkouts.subscriptionId)))
  const found: Disputed[] = []
  for (const { id, customerId } of paid) {
    const rows = await tx
      .select({ id: bundles.id, subscriptionId: bundles.subscriptionId })
      .from(bundles)
      .where(and(inArray(bundles.id, await subjectsOf(tx, { id })), eq(bundles.status, 'live')))
    await lockSubscriptions(
      tx,
      rows.flatMap(({ subscriptionId }) => subscriptionId ?? []),
    )
    found.push({
      customerId,
      subscriptionId: null,
      checkoutId: id,
      live: rows.map((row) => row.id),
      moved: [],
    })
  }
  return found
}

/** The bank only asks, or has asked: nothing was taken back. */
const isInquiry = ({ outcome }: Dispute): boolean => outcome === 'inquiry' || outcome === 'inquiry_closed'

/** Returns what was known of it before. */
async function note(
  tx: Db,
  { subscriptionId, checkoutId }: Disputed,
  { disputeId: stripeId, paymentId, outcome }: Dispute,
): Promise<Dispute['outcome'] | undefined> {
  const [before] = await tx
    .select({ outcome: disputes.outcome })
    .from(disputes)
    .where(and(eq(disputes.stripeId, stripeId), ofSame(disputes, { subscriptionId, checkoutId })))
  await tx
    .insert(disputes)
    .values({ stripeId, subscriptionId, checkoutId, paymentIntentId: paymentId, outcome })
    .onConflictDoUpdate({
      target: [disputes.stripeId, disputes.subscriptionId, disputes.checkoutId],
      set: { outcome },
    })
  return before?.outcome
}

const ofSame = (
  table: typeof disputes | typeof checkouts,
  { subscriptionId, checkoutId }: Pick<Disputed, 'subscriptionId' | 'checkoutId'>,
) =>
  subscriptionId
    ? eq(table.subscriptionId, subscriptionId)
    : eq('checkoutId' in table ? table.checkoutId : table.id, checkoutId ?? '')

/**
 * Whether something of what a payment was for went back in another way as well: by another dispute, or by a refund, as far
 * as the books have those of renewals.
 */
async function hasGoneBack(tx: Db, payment: Disputed): Promise<boolean> {
  const lost = await tx.$count(disputes, and(ofSame(disputes, payment), eq(disputes.outcome, 'lost')))
  const refunded = await tx.$count(
    refunds,
    and(
      or(
        inArray(
          refunds.checkoutId,
          tx.select({ id: checkouts.id }).from(checkouts).where(ofSame(checkouts, payment)),
        ),
        payment.subscriptionId
          ? inArray(
              refunds.invoiceId,
              tx
                .select({ id: invoices.stripeId })
                .from(invoices)
                .where(eq(invoices.subscriptionId, payment.subscriptionId)),
            )
          : undefined,
      ),
      or(isNull(refunds.outcome), ne(refunds.outcome, 'again')),
    ),
  )
  if (lost + refunded > 0 || !payment.subscriptionId) return lost + refunded > 0
  const ofRenewals = tx
    .select({ id: charges.stripeId })
    .from(charges)
    .innerJoin(invoices, eq(invoices.paymentIntentId, charges.paymentIntentId))
    .where(eq(invoices.subscriptionId, payment.subscriptionId))
  return (
    (await tx.$count(
      chargeReturns,
      and(
        inArray(chargeReturns.chargeId, ofRenewals),
        eq(chargeReturns.kind, 'refund'),
        ne(chargeReturns.outcome, 'failed'),
      ),
    )) > 0
  )
}
