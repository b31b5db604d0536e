import { and, eq } from 'drizzle-orm'
import { type AuditEntry, audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, domains } from '#base/db/schema/index.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { moneyMail, owedAfterEnd } from '#base/mail/money-mail.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { retireBundle } from '#features/billing/server/end-with-subscription.ts'
import { nothingHeld } from '#features/billing/server/holds.ts'
import { owedOnceEnded } from '#features/billing/server/owed-once-ended.ts'
import { raiseBilling } from '#features/billing/server/raise-billing.ts'
import { mailboxRetentionDays, plans } from '#features/plans/rules/catalog.ts'
import { type CancelOrderBody, cancelOrderMessages, cancelReasonText } from '../rules/cancel-order.ts'

/**
 * Cancels a bundle at once: from this moment it is not billed any more, its mailboxes are taken out of the sending
 * tool and disabled. Throws a `Refusal` for one that is not the customer's or not live.
 */
export async function cancelBundle(
  deps: Dependencies,
  customerId: string,
  body: CancelOrderBody,
  /** The operator cancels when the whole account is closed, which has a mail of its own. */
  by: 'customer' | 'operator' = 'customer',
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [bundle] = await tx
      .select()
      .from(bundles)
      .where(and(eq(bundles.id, body.groupId), eq(bundles.customerId, customerId)))
      .for('update')
    if (!bundle) throw notFound('There is no such order.')
    if (bundle.status !== 'live') throw conflict(cancelOrderMessages.alreadyCancelled)
    await endBundle(deps, tx, bundle, {
      actor: by,
      reason: cancelReasonText(body),
      isMailed: by === 'customer',
    })
  })
}

/** Ends a live bundle that is locked: nothing of it is billed or runs any more. */
export async function endBundle(
  deps: Dependencies,
  tx: Db,
  bundle: typeof bundles.$inferSelect,
  {
    actor,
    reason,
    isMailed,
    ending = [bundle.id],
  }: {
    actor: AuditEntry['actor']
    reason: string
    isMailed: boolean
    /** All that end in this transaction. */
    ending?: readonly string[]
  },
): Promise<void> {
  const { customerId } = bundle
  await tx
    .update(bundles)
    .set({ status: 'cancelled', cancelledAt: new Date(), cancelReason: reason, ...nothingHeld })
    .where(eq(bundles.id, bundle.id))
  const names = await tx
    .select({ name: domains.name })
    .from(domains)
    .where(and(eq(domains.bundleId, bundle.id), eq(domains.want, 'run')))
  await retireBundle(deps, tx, bundle.id)
  if (bundle.subscriptionId) await raiseBilling(tx, deps, bundle.subscriptionId)
  await audit(tx, {
    customerId,
    actor,
    action: 'order.cancelled',
    subject: bundle.id,
    data: { reason },
  })
  const told = isMailed ? await mailedOrders(tx, [bundle.id]) : []
  for (const { to, companyName, rev, owed, subscriptionId } of told) {
    const after = subscriptionId && (await owedOnceEnded(tx, { ids: ending, subscriptionId }, owed))
    await deps.outbox.put(tx, {
      key: `cancelled:${bundle.id}:${rev}`,
      ...moneyMail({
        to,
        subject: `Your order for ${companyName} is cancelled`,
        cents: 'price',
        happened: () =>
          [
            `We have cancelled your order${actor === 'customer' ? ', as you asked' : ''}. Its mailboxes are disabled and leave your sending tool:`,
            '',
            ...names.map(({ name }) => `  ${name}`),
          ].join('\n'),
        orders: told,
        next: [
          ...(after ? owedAfterEnd(owed, after.owed, after.isShared) : []),
          plans[bundle.plan].reinstatable
            ? `Mailboxes and their mail are kept for ${mailboxRetentionDays} days. Until then you can reinstate the order on your dashboard.`
            : `Mailboxes and their mail are kept for ${mailboxRetentionDays} days.`,
        ],
        publicUrl: deps.config.publicUrl,
      }),
    })
  }
  await notifyCustomer(tx, customerId)
}
