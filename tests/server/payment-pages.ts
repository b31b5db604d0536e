import { eq, isNotNull } from 'drizzle-orm'
import { checkouts, subscriptions } from '#base/db/schema/index.ts'
import { syncBilling } from '#features/billing/server/sync-billing.ts'
import { payOwedRefunds } from '#features/refunds/server/pay-refunds.ts'
import { sessionOf } from './managed-orders.ts'
import { press } from './place-order.ts'
import type { TestAnswer, TestBrowser } from './test-app.ts'
import type { TestWorld } from './test-world.ts'

interface Charge {
  customer: string
  amount_captured: number
  amount_refunded: number
}
interface Subscription {
  id: string
  customer: string
  status: string
  items: { data: { quantity: number }[] }
}

/** Sends what leads to a payment page, and once more with the end of every other page that it asks about. */
export async function agreeing(send: (query: string) => Promise<TestAnswer>): Promise<TestAnswer> {
  const answer = await send('')
  if (answer.body?.code !== 'ends_payment') return answer
  const payments: { checkoutId: string }[] = answer.body.details.payments
  return send(`?ends=${payments.map(({ checkoutId }) => checkoutId).join()}`)
}

/** Payment pages as a customer meets them, and what is left of them at the payment provider. */
export function paymentPages({ deps, sandbox, ...world }: TestWorld) {
  const { db } = deps
  const confirm = (person: TestBrowser, url: string): Promise<TestAnswer> =>
    person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)
  const pay = async (person: TestBrowser, url: string): Promise<TestAnswer> => {
    await press({ ...world, deps, sandbox }, url, 'pay')
    return confirm(person, url)
  }
  return {
    pay,
    confirm,

    /** Pays pages at the provider, and only then lets the product hear of all of them at once. */
    async payAtOnce(person: TestBrowser, urls: readonly string[]): Promise<TestAnswer[]> {
      for (const url of urls) await press({ ...world, deps, sandbox }, url, 'pay')
      return Promise.all(urls.map((url) => confirm(person, url)))
    },

    /** As a restored backup leaves it: the page is open at the provider, and over as far as the product knows. */
    async forget(url: string): Promise<void> {
      await db
        .update(checkouts)
        .set({ status: 'expired' })
        .where(eq(checkouts.sessionId, sessionOf(url)))
    },

    isOpen: async (url: string): Promise<boolean> =>
      (await deps.vendors.payments.readCheckout(sessionOf(url))).status === 'open',

    /** What a worker does of itself: refunds that are owed, billing that is due. */
    async work(): Promise<void> {
      const due = await db.select().from(subscriptions).where(isNotNull(subscriptions.billingDueAt))
      for (const { stripeId } of due) await syncBilling(deps, stripeId)
      await payOwedRefunds(deps)
    },

    /** Subscriptions of a customer at the provider that are not cancelled: so many units of a plan each. */
    async running(externalId: string): Promise<{ id: string; quantity: number }[]> {
      return sandbox.store
        .collection<Subscription>('stripe.subscriptions')
        .list()
        .filter(({ customer, status }) => customer === externalId && status !== 'canceled')
        .map(({ id, items }) => ({
          id,
          quantity: items.data.reduce((sum, { quantity }) => sum + quantity, 0),
        }))
    },

    /** What the provider holds of a customer's money: charged and not given back. */
    async kept(externalId: string): Promise<number> {
      return sandbox.store
        .collection<Charge>('stripe.charges')
        .list()
        .filter(({ customer }) => customer === externalId)
        .reduce((sum, charge) => sum + charge.amount_captured - charge.amount_refunded, 0)
    },
  }
}
