import * as z from 'zod'
import { type CardBehaviour, cardBehaviours, type StripeAccount } from './account.ts'
import { isWithin, page } from './lists.ts'
import type { Customer, PaymentMethod } from './objects.ts'
import { expandable, metadata, paging, text, timeRange } from './params.ts'
import { existing } from './problem.ts'
import { type Route, route } from './route.ts'

const customerFields = {
  email: z.string().max(512).optional(),
  name: z.string().max(256).optional(),
  phone: z.string().max(40).optional(),
  description: z.string().max(350).optional(),
  metadata: metadata.optional(),
  ...expandable,
}
const createParams = z.strictObject(customerFields)
const updateParams = z.strictObject({
  ...customerFields,
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
})
const listParams = z.strictObject({ ...paging, email: text.optional(), created: timeRange.optional() })

export function createCustomer(
  account: StripeAccount,
  fields: {
    email?: string
    name?: string
    phone?: string
    description?: string
    metadata?: Customer['metadata']
  },
): Customer {
  const customer: Customer = {
    id: account.id('cus', 14),
    object: 'customer',
    balance: 0,
    created: account.now(),
    delinquent: false,
    description: fields.description || null,
    email: fields.email || null,
    invoice_settings: { default_payment_method: null },
    livemode: false,
    metadata: fields.metadata ?? {},
    name: fields.name || null,
    phone: fields.phone || null,
  }
  account.customers.put(customer.id, customer, customer.email ?? '')
  account.emit('customer.created', customer)
  return customer
}

const requireCustomer = (account: StripeAccount, id: string): Customer =>
  existing(account.customers.get(id), 'customer', id)

/** Gives a customer a card, as the hosted pages do when one is typed in. */
export function attachCard(
  account: StripeAccount,
  customer: string,
  behaviour: CardBehaviour,
): PaymentMethod {
  const method: PaymentMethod = {
    id: account.id('pm'),
    object: 'payment_method',
    card:
      behaviour === 'bank debit'
        ? null
        : {
            brand: 'visa',
            last4: cardNumbers[behaviour],
            exp_month: 12,
            exp_year: new Date(account.world.now()).getFullYear() + 3,
          },
    created: account.now(),
    customer,
    livemode: false,
    type: behaviour === 'bank debit' ? 'us_bank_account' : 'card',
  }
  account.paymentMethods.put(method.id, method, customer)
  account.cardBehaviours.put(method.id, behaviour)
  account.emit('payment_method.attached', method)
  return method
}

/**
 * A card given in the portal becomes the customer's choice for invoices. A subscription that has a card of its own, as
 * Checkout leaves it, keeps that one.
 * https://docs.stripe.com/customer-management/integrate-customer-portal#webhooks
 */
export function giveCard(
  account: StripeAccount,
  customerId: string,
  behaviour: CardBehaviour,
): PaymentMethod {
  const method = attachCard(account, customerId, behaviour)
  chooseCard(account, requireCustomer(account, customerId), method.id)
  return method
}

/** An event says of what has changed how it was before: https://docs.stripe.com/api/events/object#event_object-data-previous_attributes */
function chooseCard(account: StripeAccount, customer: Customer, card: string): void {
  const { default_payment_method } = customer.invoice_settings
  customer.invoice_settings.default_payment_method = card
  account.customers.put(customer.id, customer)
  account.emit('customer.updated', customer, { invoice_settings: { default_payment_method } })
}

/**
 * Whether the last thing that happened to an invoice of a customer was a refusal of Stripe's own try to collect it:
 * https://docs.stripe.com/api/customers/object#customer_object-delinquent
 */
export function noteDelinquent(account: StripeAccount, customerId: string, delinquent: boolean): void {
  const customer = account.customers.get(customerId)
  if (!customer || customer.delinquent === delinquent) return
  const changed = { ...customer, delinquent }
  account.customers.put(customerId, changed)
  account.emit('customer.updated', changed, { delinquent: customer.delinquent })
}

/**
 * Last digits of Stripe's own test cards: one that works, one that attaches and then fails to be charged, one that is
 * reported stolen, here after it was attached (https://docs.stripe.com/testing#declined-payments), and two whose bank asks
 * (https://docs.stripe.com/testing#regulatory-cards): "Always authenticate", and "Authenticate unless set up".
 */
const cardNumbers: Record<CardBehaviour, string> = {
  works: '4242',
  declines: '0341',
  stolen: '9979',
  always_asks: '3184',
  asks_once: '3155',
  'bank debit': '6789',
}

/** As a form of the hosted pages names it. */
export const behaviourOf = (card: unknown): CardBehaviour =>
  cardBehaviours.find((behaviour) => behaviour === card) ?? 'works'

/** Applies `metadata` as an update does: keys are added, empty values remove them. */
export function mergeMetadata(present: Customer['metadata'], change: Customer['metadata'] | undefined) {
  const merged = { ...present, ...change }
  for (const [key, value] of Object.entries(merged)) if (value === '') delete merged[key]
  return merged
}

export const customerRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'GET',
    path: '/v1/payment_methods',
    // All of the account's without a customer: https://docs.stripe.com/api/payment_methods/list
    params: z.strictObject({ ...paging, customer: text.optional(), type: text.optional() }),
    answer: ({ customer, type, ...request }) =>
      page(account.paymentMethods, '/v1/payment_methods', request, {
        parent: customer,
        where: (method) => type === undefined || method.type === type,
      }),
  }),
  route({
    method: 'POST',
    path: '/v1/customers',
    params: createParams,
    answer: (params) => createCustomer(account, params),
  }),
  route({
    method: 'GET',
    path: '/v1/customers',
    params: listParams,
    answer: ({ email, created, ...request }) =>
      page(account.customers, '/v1/customers', request, {
        parent: email,
        where: (customer) => isWithin(customer.created, created),
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/customers/:id',
    params: z.strictObject(expandable),
    // What is left of one that was deleted: https://docs.stripe.com/api/customers/delete
    answer: (_, { id = '' }) => account.deletedCustomers.get(id) ?? requireCustomer(account, id),
  }),
  route({
    method: 'POST',
    path: '/v1/customers/:id',
    params: updateParams,
    answer: ({ metadata: change, invoice_settings: settings, expand: _, ...fields }, { id = '' }) => {
      const customer = requireCustomer(account, id)
      const before = Object.entries(customer).filter(([field]) => field in fields)
      Object.assign(customer, fields, { metadata: mergeMetadata(customer.metadata, change) })
      account.customers.put(id, customer, customer.email ?? '')
      if (settings?.default_payment_method) chooseCard(account, customer, settings.default_payment_method)
      else account.emit('customer.updated', customer, Object.fromEntries(before))
      return customer
    },
  }),
  route({
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    params: z.strictObject({ ...paging, type: text.optional() }),
    answer: (request, { id = '' }) =>
      page(account.paymentMethods, `/v1/customers/${id}/payment_methods`, request, {
        parent: requireCustomer(account, id).id,
      }),
  }),
]
