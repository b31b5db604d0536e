import * as z from 'zod'
import type { CheckoutTerms, StripeAccount } from './account.ts'
import { type CreateSessionParams, createSessionParams, type LineParams } from './checkout-params.ts'
import { sum, withDiscount } from './discounts.ts'
import { isWithin, listedCustomer, page, pageOfKnown } from './lists.ts'
import type { CheckoutSession, LineItem, Price } from './objects.ts'
import { expandable, paging, text, timeRange } from './params.ts'
import { existing, invalid, missingReference, StripeProblem } from './problem.ts'
import { createPrice, createProduct } from './products.ts'
import { redeemableCoupon } from './promotions.ts'
import { type Route, route } from './route.ts'

const minutes = 60_000
/** How long a session may stay open: 30 minutes to 24 hours, which is also the default. */
const shortest = 30 * minutes
const longest = 24 * 60 * minutes
/** Recurring lines, and one-time lines, in one subscription checkout. */
const linesOfAKind = 20
/** Cents below which a card is not charged. */
const smallestCharge = 50

function refuseUnfitCustomer(account: StripeAccount, params: CreateSessionParams): void {
  if (params.customer && params.customer_email)
    throw invalid('You may only specify one of these parameters: customer, customer_email.', 'customer')
  if (params.customer && !account.customers.get(params.customer))
    throw missingReference('customer', params.customer, 'customer')
  if (params.discounts && params.allow_promotion_codes !== undefined)
    throw invalid(
      'You may only specify one of these parameters: allow_promotion_codes, discounts.',
      'discounts',
    )
}

/** What the session was created with and does not show. */
function termsOf(
  params: CreateSessionParams,
  known: Pick<CheckoutTerms, 'lines' | 'discount' | 'expiresAtMs'>,
): CheckoutTerms {
  return {
    ...known,
    subscriptionData: {
      metadata: params.subscription_data?.metadata ?? {},
      description: params.subscription_data?.description ?? null,
    },
    paymentData: {
      metadata: params.payment_intent_data?.metadata ?? {},
      description: params.payment_intent_data?.description ?? null,
    },
    createsInvoice: params.mode === 'subscription' || (params.invoice_creation?.enabled ?? false),
  }
}

function createSession(account: StripeAccount, params: CreateSessionParams): CheckoutSession {
  refuseUnfitCustomer(account, params)
  const expiry = expiryOf(account, params.expires_at)
  const prices = params.line_items.map((line, index) => priceOf(account, line, index))
  refuseUnfitLines(params.mode, prices)

  const plain = prices.map((price, index) => lineItem(account, price, params.line_items[index]!))
  const subtotal = sum(plain.map((line) => line.amount_subtotal))
  const chosen = params.discounts?.[0]
  const coupon = chosen && redeemableCoupon(account, chosen, { customer: params.customer, subtotal })
  const lines = withDiscount(plain, coupon, account.halfCents.get('percent'))
  const total = sum(lines.map((line) => line.amount_total))
  // Of a subscription's first invoice it is not known whether a page refuses so little or puts it on the next invoice.
  if (total > 0 && total < smallestCharge)
    throw invalid(
      'The Checkout Session’s total amount must convert to at least 50 cents.',
      'line_items',
      'amount_too_small',
    )

  const id = account.id('cs_test', 58)
  const discount = coupon ? { coupon: coupon.id, promotionCode: chosen?.promotion_code ?? null } : null
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    amount_subtotal: subtotal,
    amount_total: total,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    created: account.now(),
    currency: prices[0]!.currency,
    customer: params.customer ?? null,
    customer_details: params.customer ? detailsOf(account, params.customer) : null,
    customer_email: params.customer_email ?? null,
    discounts: coupon ? [{ coupon: coupon.id, promotion_code: chosen?.promotion_code ?? null }] : [],
    expires_at: expiry.shown,
    invoice: null,
    livemode: false,
    locale: null,
    metadata: params.metadata ?? {},
    mode: params.mode,
    payment_intent: null,
    payment_status: total === 0 ? 'no_payment_required' : 'unpaid',
    status: 'open',
    subscription: null,
    success_url: params.success_url,
    total_details: { amount_discount: subtotal - total, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${account.world.origin()}/pay/${id}`,
  }
  account.checkoutSessions.put(id, session, params.customer ?? '')
  account.openCheckouts.put(id, id)
  account.checkoutTerms.put(id, termsOf(params, { lines, discount, expiresAtMs: expiry.atMs }))
  return session
}

/**
 * When a session ends on the sandbox's clock. A caller whose clock was not moved with the sandbox's means its
 * own: such a session lives just as long from now on.
 */
function expiryOf(account: StripeAccount, asked: number | undefined): { shown: number; atMs: number } {
  const now = account.world.now()
  if (asked === undefined) return { shown: Math.floor((now + longest) / 1_000), atMs: now + longest }
  // A second is allowed for rounding and the way here.
  const fits = (clock: number) =>
    asked * 1_000 - clock >= shortest - 1_000 && asked * 1_000 - clock <= longest + 1_000
  if (fits(now)) return { shown: asked, atMs: asked * 1_000 }
  const unmoved = Date.now()
  if (fits(unmoved)) return { shown: asked, atMs: now + (asked * 1_000 - unmoved) }
  throw invalid(
    asked * 1_000 < now + shortest
      ? 'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.'
      : 'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    'expires_at',
  )
}

function priceOf(account: StripeAccount, line: LineParams, index: number): Price {
  const at = `line_items[${index}]`
  if (line.price) {
    const price = account.prices.get(line.price)
    if (!price) throw missingReference('price', line.price, `${at}[price]`)
    return price
  }
  const data = line.price_data
  if (!data) throw invalid(`Missing required param: ${at}[price].`, `${at}[price]`, 'parameter_missing')
  if ((data.product === undefined) === (data.product_data === undefined))
    throw invalid('You must specify exactly one of product, product_data.', `${at}[price_data]`)
  const named = data.product ? account.products.get(data.product) : undefined
  if (data.product && !named) throw missingReference('product', data.product, `${at}[price_data][product]`)
  // `active` says whether it is available for purchase (https://docs.stripe.com/api/products/object); the words are ours.
  if (named?.active === false)
    throw invalid(`The product ${named.id} is not active.`, `${at}[price_data][product]`)
  const product = data.product ?? createProduct(account, data.product_data!).id
  return createPrice(account, { ...data, product })
}

function refuseUnfitLines(mode: CheckoutSession['mode'], prices: readonly Price[]) {
  const recurring = prices.filter((price) => price.recurring)
  if (mode === 'payment' && recurring.length > 0)
    throw invalid(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      'line_items',
    )
  if (mode === 'subscription' && recurring.length === 0)
    throw invalid(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    )
  if (
    mode === 'subscription' &&
    (recurring.length > linesOfAKind || prices.length - recurring.length > linesOfAKind)
  )
    throw invalid(
      `You can add at most ${linesOfAKind} recurring and ${linesOfAKind} one-time line items.`,
      'line_items',
    )
  const intervals = new Set(recurring.map(({ recurring: r }) => `${r!.interval_count} ${r!.interval}`))
  if (intervals.size > 1)
    throw invalid('All prices on a subscription must have the same billing interval.', 'line_items')
  if (new Set(prices.map((price) => price.currency)).size > 1)
    throw invalid('All line items must have the same currency.', 'line_items')
}

function lineItem(account: StripeAccount, price: Price, line: LineParams): LineItem {
  const quantity = line.quantity ?? 1
  const subtotal = price.unit_amount * quantity
  return {
    id: account.id('li'),
    object: 'item',
    amount_discount: 0,
    amount_subtotal: subtotal,
    amount_tax: 0,
    amount_total: subtotal,
    currency: price.currency,
    description: account.products.get(price.product)?.name ?? null,
    metadata: line.metadata ?? {},
    price,
    quantity,
  }
}

export function detailsOf(account: StripeAccount, customer: string) {
  const { email = null, name = null } = account.customers.get(customer) ?? {}
  return { email, name: name ?? null }
}

/** Ends an open session, by call or because its time has come. */
function expireSession(account: StripeAccount, session: CheckoutSession): CheckoutSession {
  const expired: CheckoutSession = { ...session, status: 'expired', url: null }
  account.checkoutSessions.put(session.id, expired)
  account.openCheckouts.delete(session.id)
  account.emit('checkout.session.expired', expired)
  return expired
}

/** The session as it is now: one whose time has passed has expired, whether or not it is read. */
export function currentSession(
  account: StripeAccount,
  id: string,
): { session: CheckoutSession; terms: CheckoutTerms } {
  const session = existing(account.checkoutSessions.get(id), 'checkout.session', id)
  const terms = existing(account.checkoutTerms.get(id), 'checkout.session', id)
  const isOver = session.status === 'open' && terms.expiresAtMs <= account.world.now()
  return { session: isOver ? expireSession(account, session) : session, terms }
}

/** Ends every session whose time has come. */
export function expireDueSessions(account: StripeAccount) {
  for (const id of account.openCheckouts.list()) currentSession(account, id)
}

const listParams = z.strictObject({
  ...paging,
  customer: text.optional(),
  subscription: text.optional(),
  payment_intent: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  created: timeRange.optional(),
})

export const checkoutRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'POST',
    path: '/v1/checkout/sessions',
    params: createSessionParams,
    answer: (params) => createSession(account, params),
  }),
  route({
    method: 'GET',
    path: '/v1/checkout/sessions',
    params: listParams,
    answer: ({ customer, subscription, payment_intent, status, created, ...request }) =>
      page(account.checkoutSessions, '/v1/checkout/sessions', request, {
        parent: listedCustomer(account, customer),
        where: (session) =>
          (subscription === undefined || session.subscription === subscription) &&
          (payment_intent === undefined || session.payment_intent === payment_intent) &&
          (status === undefined || currentSession(account, session.id).session.status === status) &&
          isWithin(session.created, created),
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/checkout/sessions/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => currentSession(account, id).session,
  }),
  route({
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    params: z.strictObject(paging),
    answer: (request, { id = '' }) =>
      pageOfKnown(`/v1/checkout/sessions/${id}/line_items`, currentSession(account, id).terms.lines, request),
  }),
  route({
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => {
      const { session } = currentSession(account, id)
      if (session.status !== 'open')
        throw new StripeProblem(400, {
          type: 'invalid_request_error',
          message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        })
      return expireSession(account, session)
    },
  }),
]
