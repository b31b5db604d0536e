import { and, eq, inArray, ne } from 'drizzle-orm'
import { bundles, customers, subscriptions } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { operatorLines } from '#base/mail/money-mail.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { refuseOtherAccount } from '#features/billing/server/payment-account.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { customerGone } from '#vendors/ports/payments.ts'

/**
 * Forgets the id of a customer whom Stripe does not have any more, as one that was deleted there by hand: the next payment
 * makes another. What ran on it has ended with it, which only a person can put right, who is told.
 * @returns the id that is given up; undefined where there was none
 * @throws a `Refusal` where it is the key's account that is another
 */
async function giveUpCustomer(
  deps: Pick<Dependencies, 'db' | 'vendors' | 'alert' | 'config'>,
  customerId: string,
): Promise<string | undefined> {
  await refuseOtherAccount(deps, { isDoubted: true })
  return deps.db.transaction(async (tx) => {
    const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId)).for('update')
    const gone = customer?.stripeCustomerId
    if (!customer || !gone) return undefined
    await tx.update(customers).set({ stripeCustomerId: null }).where(eq(customers.id, customerId))
    const running = await tx
      .select({ id: subscriptions.stripeId })
      .from(subscriptions)
      .where(and(eq(subscriptions.customerId, customerId), ne(subscriptions.status, 'ended')))
    const ids = running.map(({ id }) => id)
    if (ids.length > 0) {
      const paidFor = await tx
        .select({ id: bundles.id })
        .from(bundles)
        .where(inArray(bundles.subscriptionId, ids))
      const orders = await mailedOrders(
        tx,
        paidFor.map(({ id }) => id),
      )
      await deps.alert(tx, {
        key: `customer-gone:${gone}`,
        subject: `${customer.email} was deleted at Stripe`,
        text: [
          `Stripe no longer has customer ${gone}, and their subscriptions ended with them: ${ids.join(', ')}. The orders they paid for are no longer billed. Ask ${customer.email} which orders to continue: new orders are billed to a new customer at Stripe.`,
          '',
          ...operatorLines(orders, deps.config.publicUrl),
        ].join('\n'),
      })
    }
    return gone
  })
}

/** Runs what names a customer at Stripe; `again` where there is no such customer any more. */
export async function unlessGone<T>(
  deps: Pick<Dependencies, 'db' | 'vendors' | 'alert' | 'config'>,
  customerId: string,
  work: () => Promise<T>,
  again: (gone: string | undefined) => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isVendorError(error) || error.code !== customerGone) throw error
    return again(await giveUpCustomer(deps, customerId))
  }
}
