import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, domains } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { moneyMail, operatorLines, owedAfterEnd } from '#base/mail/money-mail.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { retire } from '#delivery/provisioning/retire.ts'
import { mailboxRetentionDays, plans } from '#features/plans/rules/catalog.ts'
import type { OwedRenewal } from '../api/owed-renewal.ts'

type EndDependencies = Pick<Dependencies, 'alert' | 'config' | 'outbox' | 'queue'>

/**
 * A subscription that ended pays for nothing any more: its bundles are cancelled, as if by the customer, who is told, as is
 * the operator. What was cancelled here has ended before.
 */
export async function endBundles(
  deps: EndDependencies,
  tx: Db,
  customerId: string,
  subscriptionId: string,
  before: { owed: readonly OwedRenewal[]; isCustomerDeleted: boolean },
): Promise<void> {
  const ended = await tx
    .update(bundles)
    .set({
      status: 'cancelled',
      cancelledAt: sql`coalesce(${bundles.cancelledAt}, now())`,
      cancelReason: sql`coalesce(${bundles.cancelReason}, ${reason})`,
    })
    .where(and(eq(bundles.subscriptionId, subscriptionId), eq(bundles.status, 'live')))
    .returning({ id: bundles.id, plan: bundles.plan })
  if (ended.length === 0) return
  for (const { id } of ended) {
    await retireBundle(deps, tx, id)
    await audit(tx, { customerId, actor: 'system', action: 'order.cancelled', subject: id, data: { reason } })
  }
  const told = await mailedOrders(
    tx,
    ended.map(({ id }) => id),
  )
  const { publicUrl } = deps.config
  for (const order of told) {
    const isReinstatable = ended.some(({ id, plan }) => id === order.id && plans[plan].reinstatable)
    await deps.outbox.put(tx, {
      key: `cancelled:${order.id}:${order.rev}`,
      ...moneyMail({
        to: order.to,
        subject: `Your order for ${order.companyName} is cancelled`,
        cents: 'price',
        happened: (amount) =>
          `Its subscription of ${amount} has ended, so we have cancelled your order. Its mailboxes are disabled and leave your sending tool.`,
        orders: [order],
        next: [
          ...owedAfterEnd(before.owed, order.owed),
          `Mailboxes and their mail are kept for ${mailboxRetentionDays} days.${isReinstatable ? ' Until then you can reinstate the order on your dashboard.' : ''}`,
        ],
        publicUrl,
      }),
    })
  }
  await deps.alert(tx, {
    key: `ended-at-stripe:${subscriptionId}`,
    subject: 'A subscription ended at Stripe, and its orders with it',
    text: [
      `${subscriptionId} ${before.isCustomerDeleted ? 'ended because its customer was deleted at Stripe. What the customer orders next is billed to a new customer there' : 'was ended at Stripe: by a person, or by Stripe after the last failed payment'}. Its orders are cancelled, and the customer was emailed:`,
      '',
      ...operatorLines(told, publicUrl),
    ].join('\n'),
  })
  await notifyCustomer(tx, customerId)
}

const reason = 'Subscription ended'

/** Takes down everything a bundle runs; what is purged waits for the time of grace. */
export async function retireBundle(
  deps: Pick<Dependencies, 'queue'>,
  tx: Db,
  bundleId: string,
): Promise<void> {
  await retire(deps, tx, eq(domains.bundleId, bundleId))
  await tx
    .update(domains)
    .set({ status: 'cancelled', statusNote: null })
    .where(and(eq(domains.bundleId, bundleId), isNotNull(domains.takenAt)))
}
