import { and, eq, inArray } from 'drizzle-orm'
import { formatUsd } from '#shared/pricing.ts'
import type { Db } from '../../db/client.ts'
import { isId } from '../../db/ids.ts'
import { checkouts } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentCheckout } from '../../providers/ports.ts'
import { syncSubscription } from '../billing/sync-subscription.ts'
import { fulfilments } from './fulfilments.ts'

/**
 * Reads a session at the payment provider again and brings our rows in line. Webhook, return page and sweep all
 * call it, in any order and as often as they like: what is paid stays paid, and is fulfilled once.
 */
export async function syncCheckout(
  deps: Dependencies,
  sessionId: string,
): Promise<'paid' | 'open' | 'expired' | 'unknown'> {
  const present = await deps.vendors.payments.readCheckout(sessionId)
  const result = await deps.db.transaction((tx) => settle(deps, tx, present))
  if (result === 'paid' && present.subscriptionId) await syncSubscription(deps, present.subscriptionId)
  return result
}

async function settle(
  deps: Dependencies,
  tx: Db,
  present: PaymentCheckout,
): Promise<'paid' | 'open' | 'expired' | 'unknown'> {
  // By our own reference: the session may be known to Stripe before its id is known to us.
  const [row] = await tx
    .select()
    .from(checkouts)
    .where(
      present.reference ? eq(checkouts.id, present.reference) : eq(checkouts.sessionId, present.sessionId),
    )
    .for('update')
  if (!row) {
    await tellOfStrangePayment(deps, tx, present)
    return 'unknown'
  }
  const seen = { sessionId: present.sessionId, syncedAt: new Date() }
  if (row.status === 'paid') return 'paid'
  if (present.status === 'complete' && present.paid) {
    await tx
      .update(checkouts)
      .set({
        ...seen,
        status: 'paid',
        paidAt: new Date(),
        paidCents: present.amountTotalCents,
        paymentIntentId: present.paymentId ?? null,
        subscriptionId: present.subscriptionId ?? null,
        url: null,
      })
      .where(eq(checkouts.id, row.id))
    if (present.amountTotalCents !== row.amountCents) {
      await deps.alert(tx, {
        key: `amount:${row.id}`,
        subject: 'A payment differs from its offer',
        text: `Checkout ${row.id}: offered ${formatUsd(row.amountCents)}, paid ${formatUsd(present.amountTotalCents)}. It was fulfilled.`,
      })
    }
    await fulfilments[row.kind].paid(deps, tx, {
      ...row,
      subscriptionId: present.subscriptionId ?? null,
      sessionId: present.sessionId,
    })
    return 'paid'
  }
  if (present.status === 'expired') {
    if (row.status !== 'expired') {
      await tx
        .update(checkouts)
        .set({ ...seen, status: 'expired', url: null })
        .where(eq(checkouts.id, row.id))
      await fulfilments[row.kind].expired(deps, tx, row)
    }
    return 'expired'
  }
  await tx
    .update(checkouts)
    .set({ ...seen, status: 'open', url: present.url ?? null })
    .where(and(eq(checkouts.id, row.id), inArray(checkouts.status, ['prepared', 'open'])))
  return 'open'
}

/** Paid under a reference of ours that no row knows: after an older backup was restored, or by another installation. */
async function tellOfStrangePayment(deps: Dependencies, tx: Db, present: PaymentCheckout): Promise<void> {
  if (!present.paid || !isId('checkout', present.reference)) return
  await deps.alert(tx, {
    key: `unknown-payment:${present.sessionId}`,
    subject: 'A payment belongs to no order here',
    text: `Stripe's session ${present.sessionId} (${present.reference}) was paid, ${formatUsd(present.amountTotalCents)}, and no order here knows it. After restoring an older backup, place the order again for the customer or refund the payment at Stripe.`,
  })
}
