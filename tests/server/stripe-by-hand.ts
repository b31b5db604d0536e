import { openStripeAccount } from '#vendors/stripe/simulator/account.ts'
import { failConfirmation } from '#vendors/stripe/simulator/confirm-payment.ts'
import { attachCard, giveCard } from '#vendors/stripe/simulator/customers.ts'
import { deleteCustomer } from '#vendors/stripe/simulator/delete-customer.ts'
import { markUncollectible } from '#vendors/stripe/simulator/invoices.ts'
import type { Subscription } from '#vendors/stripe/simulator/objects.ts'
import {
  endSubscription,
  giveUpInvoice,
  payInvoice,
  saveSubscription,
} from '#vendors/stripe/simulator/subscriptions.ts'
import type { TestWorld } from './test-world.ts'

/** What staff do in Stripe's own dashboard, and Stripe by its settings, to one customer's objects. */
export function stripeByHand({ sandbox }: TestWorld) {
  const stripe = openStripeAccount(sandbox.world)
  const { store } = sandbox
  const subscriptionOf = (id: string): Subscription => {
    const found = stripe.subscriptions.get(id)
    if (!found) throw new Error(`There is no subscription ${id}.`)
    return found
  }
  const invoicesOf = (customer: string, status: string) =>
    stripe.invoices.list({ parent: customer }).filter((invoice) => invoice.status === status)
  return {
    stripe,
    invoicesOf,

    /** By a retry's setting, or a first payment that never came. */
    setStatus(id: string, status: 'unpaid' | 'incomplete' | 'incomplete_expired'): void {
      const before = subscriptionOf(id)
      // The simulator comes to none of these by itself.
      const after = { ...before, status: status as Subscription['status'] }
      store.transaction(() => void saveSubscription(stripe, after, { status: before.status }))
    },
    cancel(id: string): void {
      const subscription = subscriptionOf(id)
      if (subscription.status !== 'canceled')
        store.transaction(() => void endSubscription(stripe, subscription, 'cancellation_requested'))
    },
    voidOpen(customer: string): void {
      store.transaction(() => {
        for (const invoice of invoicesOf(customer, 'open')) giveUpInvoice(stripe, invoice)
      })
    },
    writeOffOpen(customer: string): void {
      store.transaction(() => {
        for (const invoice of invoicesOf(customer, 'open')) giveUpInvoice(stripe, invoice, markUncollectible)
      })
    },
    /** On the page of each, as its customer does. */
    payOpen(customer: string): void {
      store.transaction(() => {
        for (const invoice of invoicesOf(customer, 'open'))
          payInvoice(stripe, invoice, attachCard(stripe, customer, 'works').id)
      })
    },
    /** On the page of each, as its customer does. */
    failConfirmation(customer: string): void {
      store.transaction(() => {
        for (const invoice of invoicesOf(customer, 'open')) failConfirmation(stripe, invoice)
      })
    },
    deleteCustomer(id: string): void {
      if (stripe.customers.get(id)) store.transaction(() => void deleteCustomer(stripe, id))
    },
    attachCard: (customer: string) => store.transaction(() => void attachCard(stripe, customer, 'works')),
    /** For invoices; subscriptions keep the card that they have. */
    chooseCard: (customer: string) => store.transaction(() => void giveCard(stripe, customer, 'works')),
  }
}
