import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { formatUsd } from '#shared/pricing.ts'
import { bundles, checkouts, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notifyCustomer } from '../../provisioning/events.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'

/** A payment is disputed at the bank: what it paid for is held until that is decided, and the operator is told. */
export async function holdForDispute(deps: Dependencies, disputeId: string): Promise<void> {
  const dispute = await deps.vendors.payments.readDispute(disputeId)
  const subscriptionId = dispute.paymentId
    ? await deps.vendors.payments.subscriptionOfPayment(dispute.paymentId)
    : undefined
  await deps.db.transaction(async (tx) => {
    const ids = subscriptionId ? [subscriptionId] : []
    if (dispute.paymentId) {
      const paid = await tx
        .select({ id: checkouts.subscriptionId })
        .from(checkouts)
        .where(eq(checkouts.paymentIntentId, dispute.paymentId))
      ids.push(...paid.flatMap(({ id }) => (id ? [id] : [])))
    }
    if (ids.length === 0) return
    const isOver = dispute.outcome === 'won'
    const changed = await tx
      .update(bundles)
      .set(isOver ? { hold: null, holdSince: null } : { hold: 'dispute', holdSince: new Date() })
      .where(
        and(
          inArray(bundles.subscriptionId, ids),
          eq(bundles.status, 'live'),
          // A failed renewal may be mended by the customer, a dispute may not: it comes before.
          isOver ? eq(bundles.hold, 'dispute') : or(isNull(bundles.hold), eq(bundles.hold, 'past_due')),
        ),
      )
      .returning({ id: bundles.id, customerId: bundles.customerId })
    for (const { id, customerId } of changed) {
      const held = await tx
        .select({ name: domains.name })
        .from(domains)
        .where(and(eq(domains.bundleId, id), isNull(domains.releasedAt)))
      await raiseWanted(
        tx,
        deps.queue,
        held.map(({ name }) => name),
      )
      await notifyCustomer(tx, customerId)
    }
    await deps.alert(tx, {
      key: `dispute:${disputeId}:${dispute.outcome}`,
      subject:
        dispute.outcome === 'open'
          ? `A payment of ${formatUsd(dispute.amountCents)} is disputed`
          : `A dispute was ${dispute.outcome}`,
      text: `Dispute ${disputeId} over ${formatUsd(dispute.amountCents)}: ${dispute.outcome}. ${changed.length} orders were ${isOver ? 'resumed' : 'held'}.`,
    })
  })
}
