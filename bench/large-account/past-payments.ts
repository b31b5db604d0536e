import { billingPeriodDays, type PlanId } from '#features/plans/rules/catalog.ts'
import { firstPriceList } from '#features/plans/rules/price-list.ts'
import { createFaults } from '#vendors/sandbox/faults.ts'
import type { Store } from '#vendors/sandbox/store.ts'
import { stripeProductIds } from '#vendors/stripe/adapter/products.ts'
import { openStripeAccount, type StripeAccount } from '#vendors/stripe/simulator/account.ts'
import { attachCard, createCustomer } from '#vendors/stripe/simulator/customers.ts'
import { openInvoice } from '#vendors/stripe/simulator/invoices.ts'
import type { LineItem } from '#vendors/stripe/simulator/objects.ts'
import {
  payInvoice,
  runDueBilling,
  startSubscription,
  storeSubscription,
} from '#vendors/stripe/simulator/subscriptions.ts'

const hourMs = 3_600_000

export interface PastOrder {
  plan: PlanId
  bundles: number
  orderedAt: Date
}

/** The same account at Stripe with a clock of its own, which nobody is told of. */
function accountInThePast(store: Store) {
  const clock = { now: 0 }
  const account = openStripeAccount({
    store,
    faults: createFaults(),
    now: () => clock.now,
    origin: () => '',
    limitsScale: 1,
    delayScale: 0,
    latency: async () => {},
    productUrl: undefined,
    stripeWebhookSecret: '',
    fetch: () => Promise.reject(new Error('Nobody is told of the past.')),
    log: () => {},
  })
  return { account, clock }
}

/**
 * Lets a new customer at Stripe pay for orders on the days they were made and every billing period since, by Stripe's
 * own rules and in one transaction. Nothing is billed from now on: no subscription of the product's hangs on it. Returns
 * who it is there.
 */
export function payInThePast(
  store: Store,
  person: { email: string; name: string },
  orders: readonly PastOrder[],
  until = Date.now(),
): string {
  return store.transaction(() => {
    const { account, clock } = accountInThePast(store)
    const begun = orders.toSorted((a, b) => a.orderedAt.getTime() - b.orderedAt.getTime())
    clock.now = begun[0]?.orderedAt.getTime() ?? until
    const customer = createCustomer(account, person).id
    for (const order of begun) {
      clock.now = order.orderedAt.getTime()
      const subscription = subscribe(account, customer, order)
      for (let due = clock.now; due <= until; due += billingPeriodDays * 86_400_000)
        // A renewal is charged when it has been a draft for an hour.
        for (const at of [due, due + hourMs].filter((ms) => ms <= until)) {
          clock.now = at
          runDueBilling(account)
        }
      account.dueSubscriptions.delete(subscription)
    }
    return customer
  })
}

function subscribe(account: StripeAccount, customer: string, { plan, bundles }: PastOrder): string {
  const line = lineOf(account, plan, bundles)
  const subscription = startSubscription(account, {
    customer,
    paymentMethod: attachCard(account, customer, 'works').id,
    lines: [line],
    metadata: {},
    description: null,
  })
  const period = {
    start: account.now(),
    end: subscription.items.data[0]?.current_period_end ?? account.now(),
  }
  const invoice = openInvoice(account, {
    customer,
    currency: subscription.currency,
    reason: 'subscription_create',
    discountId: null,
    subscription,
    lines: [{ ...line, period }],
  })
  subscription.latest_invoice = invoice.id
  storeSubscription(account, subscription)
  payInvoice(account, invoice)
  return subscription.id
}

function lineOf(account: StripeAccount, plan: PlanId, quantity: number): LineItem {
  const cents = firstPriceList.plans[plan].cents
  const product = stripeProductIds[`plan_${plan}`]
  return {
    id: account.id('li'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: cents * quantity,
    amount_tax: 0,
    amount_total: cents * quantity,
    currency: 'usd',
    description: account.products.get(product)?.name ?? null,
    metadata: {},
    price: {
      id: account.id('price'),
      object: 'price',
      active: true,
      billing_scheme: 'per_unit',
      created: account.now(),
      currency: 'usd',
      livemode: false,
      lookup_key: null,
      nickname: null,
      type: 'recurring',
      product,
      unit_amount: cents,
      recurring: { interval: 'day', interval_count: billingPeriodDays, usage_type: 'licensed' },
      metadata: {},
    },
    quantity,
  }
}
