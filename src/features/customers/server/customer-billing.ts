import { and, asc, eq, ne } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, type customers, subscriptions } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { moneyMail } from '#base/mail/money-mail.ts'
import { type HoldDependencies, holdBundles } from '#features/billing/server/holds.ts'
import { raiseBilling } from '#features/billing/server/raise-billing.ts'

interface Changed {
  before: typeof customers.$inferSelect
  billingStoppedAt: Date | null
  withBilling: boolean
}

/**
 * What comes of billing that is stopped with a suspension, or resumes: every subscription of the customer follows, and
 * they are told by mail. Holds of orders are no part of it: each keeps its own cause. A customer who is let in
 * without billing has their orders put on hold by the operator instead, or they would be served for nothing.
 */
export async function followBilling(
  deps: HoldDependencies,
  tx: Db,
  { before, billingStoppedAt, withBilling }: Changed,
): Promise<{ groups: number | undefined; held: number }> {
  const live = await tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(and(eq(bundles.customerId, before.id), eq(bundles.status, 'live')))
    .orderBy(asc(bundles.id))
  const ids = live.map(({ id }) => id)
  const groups = withBilling ? ids.length : undefined
  if ((before.billingStoppedAt === null) === (billingStoppedAt === null)) return { groups, held: 0 }
  const billed = await tx
    .select({ id: subscriptions.stripeId })
    .from(subscriptions)
    .where(and(eq(subscriptions.customerId, before.id), ne(subscriptions.status, 'ended')))
    .orderBy(asc(subscriptions.stripeId))
  for (const { id } of billed) await raiseBilling(tx, deps, id)
  if (!billingStoppedAt && !withBilling) {
    const held = await holdBundles(deps, tx, ids, 'operator')
    return { groups, held: held.length }
  }
  if (ids.length > 0) await tellOwner(deps, tx, before, billingStoppedAt, ids)
  return { groups, held: 0 }
}

const tellOwner = async (
  { outbox, config }: HoldDependencies,
  tx: Db,
  customer: typeof customers.$inferSelect,
  billingStoppedAt: Date | null,
  bundleIds: readonly string[],
): Promise<void> =>
  outbox.put(tx, {
    // Each time it happens is told.
    key: `customer-billing:${customer.id}:${customer.rev}`,
    ...moneyMail({
      to: customer,
      subject: billingStoppedAt ? 'Your orders are on hold' : 'Your orders continue',
      cents: 'price',
      happened: () =>
        billingStoppedAt
          ? 'Our team has suspended your account. Your orders stop, and nothing is billed for them meanwhile.'
          : 'Your account is open again, and billing resumes. Mailboxes are switched on again, except in orders that are on hold for another reason.',
      orders: await mailedOrders(tx, bundleIds),
      publicUrl: config.publicUrl,
    }),
  })
