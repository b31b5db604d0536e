import { readFile } from 'node:fs/promises'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { launchPromotion } from './demo.ts'
import { endpointEvents } from './webhook-endpoint.ts'
import { signatureHeader } from './webhooks.ts'

const day = 86_400_000
let sandbox: Sandbox
let stripe: Stripe
let received: { body: string; signature: string }[]
let answerWith: () => Response

beforeEach(() => {
  received = []
  answerWith = () => new Response('{}')
  sandbox = createSandbox({
    storePath: ':memory:',
    productUrl: 'http://product.test',
    delayScale: 0,
    limitsScale: 100,
    fetch: async (_, init) => {
      received.push({
        body: String(init?.body),
        signature: new Headers(init?.headers).get('stripe-signature') ?? '',
      })
      return answerWith()
    },
  })
  stripe = client(sandbox)
})
afterEach(() => sandbox.close())

/** Any `sk_test_…` key is accepted. */
const secretKey = 'sk_test_sandbox'

const client = (of: Sandbox, key = secretKey) =>
  new Stripe(key, {
    host: new URL(of.origin).hostname,
    port: new URL(of.origin).port || '80',
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(of.fetch as typeof fetch),
  })

const azureBundles = (quantity: number): Stripe.Checkout.SessionCreateParams.LineItem => ({
  price_data: {
    currency: 'usd',
    product: 'inboxyard_azure',
    unit_amount: 5_000,
    recurring: { interval: 'day', interval_count: 30 },
  },
  quantity,
})
const domains = (quantity: number): Stripe.Checkout.SessionCreateParams.LineItem => ({
  price_data: { currency: 'usd', product: 'inboxyard_domain', unit_amount: 1_550 },
  quantity,
})

async function openCheckout(more: Partial<Stripe.Checkout.SessionCreateParams> = {}) {
  const customer = await stripe.customers.create({ email: 'ann@example.test' })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [azureBundles(2), domains(4)],
    success_url: 'http://product.test/payment-success?session_id={CHECKOUT_SESSION_ID}&keep=1',
    cancel_url: 'http://product.test/payment-cancel?draft=7',
    client_reference_id: 'chk_1',
    subscription_data: { metadata: { checkout_id: 'chk_1' } },
    ...more,
  })
  return { customer, session }
}

const press = (sessionId: string, action: 'pay' | 'decline' | 'cancel', card = 'works') =>
  sandbox.fetch(`${sandbox.origin}/pay/${sessionId}`, {
    method: 'POST',
    body: new URLSearchParams({ action, card }),
    redirect: 'manual',
  })

const types = async () => {
  const list = await stripe.events.list({ limit: 100 })
  return list.data.map((event) => event.type).reverse()
}

describe('checkout', () => {
  it('takes the money once Pay is pressed, and leads back with the session’s id', async () => {
    const { session, customer } = await openCheckout()
    expect(session).toMatchObject({ status: 'open', payment_status: 'unpaid', subscription: null })
    expect(session.amount_total).toBe(16_200)

    const answer = await press(session.id, 'pay')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      `http://product.test/payment-success?session_id=${session.id}&keep=1`,
    )
    const paid = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['line_items', 'subscription', 'invoice.payments'],
    })
    expect(paid).toMatchObject({ status: 'complete', payment_status: 'paid', url: null })
    const subscription = paid.subscription as Stripe.Subscription
    expect(subscription).toMatchObject({ status: 'active', customer: customer.id })
    expect(subscription.metadata).toEqual({ checkout_id: 'chk_1' })
    const [item] = subscription.items.data
    expect(item?.quantity).toBe(2)
    expect(item!.current_period_end - item!.current_period_start).toBe(30 * 86_400)
    const invoice = paid.invoice as Stripe.Invoice
    expect(invoice).toMatchObject({ status: 'paid', total: 16_200, billing_reason: 'subscription_create' })
    expect(invoice.parent?.subscription_details?.metadata).toEqual({ checkout_id: 'chk_1' })
    expect(invoice.payments?.data[0]?.payment.payment_intent).toMatch(/^pi_/)

    await press(session.id, 'pay')
    expect((await stripe.paymentIntents.list({ customer: customer.id })).data).toHaveLength(1)
  })

  it('shows a refusal and lets the customer try again', async () => {
    const { session, customer } = await openCheckout()
    expect((await press(session.id, 'decline')).headers.get('location')).toBe(`/pay/${session.id}`)
    const page = await (await sandbox.fetch(`${sandbox.origin}/pay/${session.id}`)).text()
    expect(page).toContain('Your card was declined.')
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')

    await press(session.id, 'pay')
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete')
    const payments = await stripe.paymentIntents.list({ customer: customer.id })
    expect(payments.data.map((payment) => payment.status)).toEqual(['succeeded'])
  })

  it('goes back to the shop on Cancel and stays open', async () => {
    const { session } = await openCheckout()
    const answer = await press(session.id, 'cancel')
    expect(answer.headers.get('location')).toBe('http://product.test/payment-cancel?draft=7')
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
  })

  it('expires at its time, and can no longer be paid', async () => {
    const { session } = await openCheckout({ expires_at: Math.floor(Date.now() / 1_000) + 3_600 })
    await sandbox.advance(3_599_000 - 2_000)
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open')
    await sandbox.advance(10_000)
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: 'expired',
      url: null,
    })
    expect((await sandbox.fetch(`${sandbox.origin}/pay/${session.id}`)).status).toBe(410)
    await press(session.id, 'pay')
    expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid')
    expect(await types()).toContain('checkout.session.expired')
  })

  it('still opens for a shop whose clock was not moved along', async () => {
    await sandbox.advance(30 * day)
    const { session } = await openCheckout({ expires_at: Math.floor(Date.now() / 1_000) + 3_600 })
    expect(session.status).toBe('open')
    await sandbox.advance(3_601_000)
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired')
  })

  it('takes a promotion off the products it applies to', async () => {
    const [promotion] = (await stripe.promotionCodes.list({ code: launchPromotion.code.toLowerCase() })).data
    const google = {
      ...azureBundles(1),
      price_data: { ...azureBundles(1).price_data!, product: 'inboxyard_google' },
    }
    const { session } = await openCheckout({
      line_items: [azureBundles(2), google, domains(4)],
      discounts: [{ promotion_code: promotion!.id }],
    })
    const { line_items: lines } = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['line_items'],
    })
    expect(lines?.data.map((line) => [line.amount_subtotal, line.amount_total])).toEqual([
      [10_000, 4_000],
      [5_000, 5_000],
      [6_200, 2_480],
    ])
    expect(session.amount_total).toBe(11_480)
    await press(session.id, 'pay')
    const { subscription } = await stripe.checkout.sessions.retrieve(session.id)
    await sandbox.advance(30 * day)
    const [renewal] = (await stripe.invoices.list({ subscription: String(subscription) })).data
    expect(renewal).toMatchObject({ billing_reason: 'subscription_cycle', total: 15_000 })
  })

  it.each([
    ['an unknown parameter', { payment_method_types: ['card'] }, /unknown parameter: payment_method_types/],
    ['no recurring line', { line_items: [domains(1)] }, /at least one recurring price/],
    ['a recurring line in payment mode', { mode: 'payment' }, /passed a recurring price/],
    ['21 one-time lines', { line_items: [azureBundles(1), ...Array(21).fill(domains(1))] }, /at most 20/],
    [
      'a product that does not exist',
      {
        line_items: [{ ...azureBundles(1), price_data: { ...azureBundles(1).price_data!, product: 'nope' } }],
      },
      /No such product: 'nope'/,
    ],
    ['customer and e-mail at once', { customer_email: 'a@b.test' }, /only specify one/],
    ['an end too soon', { expires_at: Math.floor(Date.now() / 1_000) + 1_700 }, /at least 30 minutes/],
    ['an end too late', { expires_at: Math.floor(Date.now() / 1_000) + 25 * 3_600 }, /less than 24 hours/],
    ['an unknown promotion', { discounts: [{ promotion_code: 'promo_x' }] }, /No such promotion code/],
  ])('refuses %s', async (_, more, message) => {
    await expect(openCheckout(more as never)).rejects.toThrow(message)
  })

  it('refuses an expired promotion', async () => {
    const [expired] = (await stripe.promotionCodes.list({ code: 'SPRING20' })).data
    expect(expired?.active).toBe(false)
    await expect(openCheckout({ discounts: [{ promotion_code: expired!.id }] })).rejects.toThrow(
      /no longer active/,
    )
  })
})

describe('idempotency keys', () => {
  const create = (email: string, idempotencyKey: string) =>
    stripe.customers.create({ email }, { idempotencyKey })

  it('answers the same object again, and says so', async () => {
    const first = await create('a@example.test', 'k1')
    const second = await create('a@example.test', 'k1')
    expect(second.id).toBe(first.id)
    expect(second.lastResponse).toBeDefined()
    expect((await stripe.customers.list()).data).toHaveLength(1)
  })

  it('refuses other parameters under a used key', async () => {
    await create('a@example.test', 'k1')
    await expect(create('b@example.test', 'k1')).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
  })

  it('remembers a 500, without the effect and with it', async () => {
    sandbox.faults.add({ kind: '500', vendor: 'stripe' })
    await expect(create('a@example.test', 'k1')).rejects.toMatchObject({ statusCode: 500 })
    await expect(create('a@example.test', 'k1')).rejects.toMatchObject({ statusCode: 500 })
    expect((await stripe.customers.list()).data).toHaveLength(0)
    sandbox.faults.add({ kind: '500_after', vendor: 'stripe' })
    await expect(create('a@example.test', 'k2')).rejects.toMatchObject({ statusCode: 500 })
    await expect(create('a@example.test', 'k2')).rejects.toMatchObject({ statusCode: 500 })
    expect((await stripe.customers.list()).data).toHaveLength(1)
    await create('a@example.test', 'k3')
    expect((await stripe.customers.list()).data).toHaveLength(2)
  })

  it('forgets after a day, and does not remember what was refused before any work', async () => {
    await expect(stripe.customers.create({ nope: 1 } as never, { idempotencyKey: 'k1' })).rejects.toThrow(
      /unknown parameter: nope/,
    )
    const first = await create('a@example.test', 'k1')
    await sandbox.advance(day + 1)
    expect((await create('a@example.test', 'k1')).id).not.toBe(first.id)
  })

  it('refuses a key whose request is still at work', async () => {
    sandbox.faults.add({ kind: 'timeout', vendor: 'stripe' })
    const abort = new AbortController()
    const slow = sandbox.fetch(`${sandbox.origin}/v1/customers`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': 'k1' },
      body: 'email=a%40example.test',
      signal: abort.signal,
    })
    await expect(create('a@example.test', 'k1')).rejects.toMatchObject({ statusCode: 409 })
    abort.abort()
    await expect(slow).rejects.toThrow()
    await create('a@example.test', 'k1')
  })
})

describe('subscriptions', () => {
  const hour = 3_600_000
  /** A renewal is charged when it has been a draft for an hour. */
  const renewed = 30 * day + hour + 1_000
  async function subscribed(card = 'works') {
    const { session, customer } = await openCheckout()
    await press(session.id, 'pay', card)
    const { subscription } = await stripe.checkout.sessions.retrieve(session.id)
    return { customer, id: String(subscription) }
  }

  it('renews every 30 days at the quantity it then has', async () => {
    const { id } = await subscribed()
    const [item] = (await stripe.subscriptions.retrieve(id)).items.data
    await stripe.subscriptions.update(id, {
      items: [{ id: item!.id, quantity: 1 }],
      proration_behavior: 'none',
    })
    await sandbox.advance(65 * day)
    const { data } = await stripe.invoices.list({ subscription: id })
    expect(data.map((invoice) => [invoice.billing_reason, invoice.status, invoice.total])).toEqual([
      ['subscription_cycle', 'paid', 5_000],
      ['subscription_cycle', 'paid', 5_000],
      ['subscription_create', 'paid', 16_200],
    ])
    const after = await stripe.subscriptions.retrieve(id)
    expect(after.items.data[0]!.current_period_end).toBe(item!.current_period_end + 60 * 86_400)
  })

  it('drafts a renewal an hour before it is charged, even if it is paused or cancelled within it', async () => {
    const [paused, cancelled] = [await subscribed(), await subscribed()]
    await sandbox.advance(30 * day)
    const latest = async ({ id }: { id: string }) =>
      (await stripe.invoices.list({ subscription: id })).data[0]!
    for (const each of [paused, cancelled])
      expect(await latest(each)).toMatchObject({
        billing_reason: 'subscription_cycle',
        status: 'draft',
        number: null,
        hosted_invoice_url: null,
        auto_advance: true,
        attempt_count: 0,
      })
    expect((await stripe.subscriptions.retrieve(paused.id)).status).toBe('active')
    await stripe.subscriptions.update(paused.id, { pause_collection: { behavior: 'void' } })
    await stripe.subscriptions.cancel(cancelled.id)
    await sandbox.advance(hour)
    for (const each of [paused, cancelled]) expect(await latest(each)).toMatchObject({ status: 'paid' })
    expect((await stripe.subscriptions.retrieve(cancelled.id)).status).toBe('canceled')
  })

  it('lets a draft be finished without being charged, and voided only then', async () => {
    const { id } = await subscribed()
    await sandbox.advance(30 * day)
    const [draft] = (await stripe.invoices.list({ subscription: id, status: 'draft' })).data
    await expect(stripe.invoices.voidInvoice(draft!.id!)).rejects.toMatchObject({ statusCode: 400 })
    const open = await stripe.invoices.finalizeInvoice(draft!.id!, { auto_advance: false })
    expect(open).toMatchObject({ status: 'open', number: expect.any(String), auto_advance: false })
    await expect(stripe.invoices.finalizeInvoice(draft!.id!)).rejects.toMatchObject({ statusCode: 400 })
    await sandbox.advance(day)
    expect(await stripe.invoices.retrieve(draft!.id!)).toMatchObject({ status: 'open', attempt_count: 0 })
    expect((await stripe.invoices.voidInvoice(draft!.id!)).status).toBe('void')
  })

  it('keeps a draft that is stopped, and lets it go an hour after it is let go again', async () => {
    const { id } = await subscribed()
    await sandbox.advance(30 * day)
    const [draft] = (await stripe.invoices.list({ subscription: id, status: 'draft' })).data
    const stopped = await stripe.invoices.update(draft!.id!, {
      auto_advance: false,
      metadata: { held_until: '1' },
    })
    expect(stopped).toMatchObject({
      auto_advance: false,
      automatically_finalizes_at: null,
      next_payment_attempt: null,
      metadata: { held_until: '1' },
    })
    await sandbox.advance(5 * hour)
    expect((await stripe.invoices.retrieve(draft!.id!)).status).toBe('draft')
    await stripe.invoices.update(draft!.id!, { auto_advance: true, metadata: { held_until: '' } })
    await sandbox.advance(hour / 2)
    expect(await stripe.invoices.retrieve(draft!.id!)).toMatchObject({ status: 'draft', metadata: {} })
    await sandbox.advance(hour / 2 + 1_000)
    expect((await stripe.invoices.retrieve(draft!.id!)).status).toBe('paid')
    await expect(stripe.invoices.update(draft!.id!, { auto_advance: false })).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  it('adds amounts to a draft, changes them and takes them off, and to nothing else', async () => {
    const { id, customer } = await subscribed()
    await sandbox.advance(30 * day)
    const [draft] = (await stripe.invoices.list({ subscription: id, status: 'draft' })).data
    const totalOf = async () => (await stripe.invoices.retrieve(draft!.id!)).amount_due
    const whole = await totalOf()
    const terms = { customer: customer.id, currency: 'usd', invoice: draft!.id! }
    const item = await stripe.invoiceItems.create({ ...terms, amount: -1_500 })
    expect(item).toMatchObject({ discountable: false, invoice: draft!.id })
    expect(await totalOf()).toBe(whole - 1_500)
    await stripe.invoiceItems.update(item.id, { amount: -500, metadata: { a: 'b' } })
    expect(await totalOf()).toBe(whole - 500)
    const { data: lines } = await stripe.invoices.listLineItems(draft!.id!)
    expect(lines.at(-1)).toMatchObject({
      amount: -500,
      metadata: { a: 'b' },
      parent: { type: 'invoice_item_details', invoice_item_details: { invoice_item: item.id } },
      pricing: { price_details: { product: expect.stringMatching(/^prod_/) } },
    })
    expect(await stripe.invoiceItems.del(item.id)).toMatchObject({ deleted: true })
    expect(await totalOf()).toBe(whole)
    const last = await stripe.invoiceItems.create({ ...terms, amount: -100 })
    const other = await subscribed()
    await expect(
      stripe.invoiceItems.create({ ...terms, customer: other.customer.id, amount: -1 }),
    ).rejects.toMatchObject({ statusCode: 400 })
    await sandbox.advance(hour + 1_000)
    expect(await stripe.invoices.retrieve(draft!.id!)).toMatchObject({
      status: 'paid',
      amount_paid: whole - 100,
    })
    for (const late of [
      stripe.invoiceItems.create({ ...terms, amount: -1 }),
      stripe.invoiceItems.update(last.id, { amount: -1 }),
      stripe.invoiceItems.del(last.id),
    ])
      await expect(late).rejects.toMatchObject({ statusCode: 400 })
  })

  it('falls past due when the card fails, tries again, and recovers with a new card', async () => {
    const { id, customer } = await subscribed('declines')
    await sandbox.advance(renewed)
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
    const [open] = (await stripe.invoices.list({ subscription: id })).data
    expect(open).toMatchObject({ status: 'open', attempt_count: 1 })
    expect(await types()).toContain('invoice.payment_failed')

    const configuration = await stripe.billingPortal.configurations.create({
      features: { payment_method_update: { enabled: true }, invoice_history: { enabled: true } },
    })
    const portal = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: configuration.id,
      return_url: 'http://product.test/dashboard',
    })
    const post = (form: Record<string, string>) =>
      sandbox.fetch(portal.url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    await post({ action: 'card', card: 'works' })
    await post({ action: 'cancel', subscription: id })
    // The card of the subscription itself comes before the customer's, and stays what it was.
    await sandbox.advance(3 * day + 1_000)
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
    const chosen = await stripe.customers.retrieve(customer.id)
    const card = 'invoice_settings' in chosen ? String(chosen.invoice_settings.default_payment_method) : ''
    await stripe.subscriptions.update(id, { default_payment_method: card })
    await sandbox.advance(5 * day + 1_000)
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
    expect((await stripe.invoices.retrieve(open!.id!)).status).toBe('paid')
  })

  it('can be paid in the portal at once', async () => {
    const { id, customer } = await subscribed('declines')
    await sandbox.advance(renewed)
    const configuration = await stripe.billingPortal.configurations.create({
      features: { payment_method_update: { enabled: true }, invoice_history: { enabled: true } },
    })
    const portal = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: configuration.id,
    })
    const [open] = (await stripe.invoices.list({ subscription: id })).data
    const forms: Record<string, string>[] = [
      { action: 'card', card: 'works' },
      { action: 'pay', invoice: open!.id! },
    ]
    for (const form of forms)
      await sandbox.fetch(portal.url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  })

  it('gives up after the fourth attempt and stays past due', async () => {
    const { id } = await subscribed('declines')
    await sandbox.advance(renewed)
    await sandbox.advance(20 * day)
    const [open] = (await stripe.invoices.list({ subscription: id })).data
    expect(open).toMatchObject({ status: 'open', attempt_count: 4, next_payment_attempt: null })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
  })

  it('leaves invoices open when their subscription ends, stops to collect them, and takes money for them', async () => {
    const { id, customer } = await subscribed('declines')
    await sandbox.advance(renewed)
    await sandbox.advance(30 * day)
    await stripe.subscriptions.cancel(id)
    const open = (await stripe.invoices.list({ subscription: id, status: 'open' })).data
    expect(open.map((invoice) => invoice.next_payment_attempt)).toEqual([null, null])
    await sandbox.advance(30 * day)
    expect((await stripe.invoices.list({ subscription: id, status: 'open' })).data).toHaveLength(2)
    await sandbox.fetch(`${sandbox.origin}/_stripe/cards`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer: customer.id, behaviour: 'works' }),
    })
    expect((await stripe.invoices.pay(open[0]!.id!)).status).toBe('paid')
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled')
  })

  it('lets one subscription’s time pass without the others’', async () => {
    const one = await subscribed()
    const other = await subscribed()
    await sandbox.fetch(`${sandbox.origin}/_stripe/subscriptions/advance`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: one.id, days: 30 }),
    })
    expect((await stripe.invoices.list({ subscription: one.id })).data).toHaveLength(2)
    expect((await stripe.invoices.list({ subscription: other.id })).data).toHaveLength(1)
  })

  it('ends at once, or at the end of what is paid for', async () => {
    const now = await subscribed()
    expect((await stripe.subscriptions.cancel(now.id)).status).toBe('canceled')
    await expect(stripe.subscriptions.cancel(now.id)).rejects.toMatchObject({ statusCode: 404 })
    const later = await subscribed()
    await stripe.subscriptions.update(later.id, { cancel_at_period_end: true })
    await sandbox.advance(29 * day)
    expect((await stripe.subscriptions.retrieve(later.id)).status).toBe('active')
    await sandbox.advance(2 * day)
    expect((await stripe.subscriptions.retrieve(later.id)).status).toBe('canceled')
    expect((await stripe.invoices.list({ subscription: later.id })).data).toHaveLength(1)
  })
})

describe('money going back', () => {
  async function paid() {
    const { session, customer } = await openCheckout()
    await press(session.id, 'pay')
    const [payment] = (await stripe.paymentIntents.list({ customer: customer.id })).data
    return payment!.id
  }

  it('is refunded in parts, never more than was paid', async () => {
    const payment_intent = await paid()
    await stripe.refunds.create({ payment_intent, amount: 900, metadata: { refund_id: 'r1' } })
    await expect(stripe.refunds.create({ payment_intent, amount: 99_999 })).rejects.toThrow(/greater than/)
    await stripe.refunds.create({ payment_intent })
    await expect(stripe.refunds.create({ payment_intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })
    expect((await stripe.refunds.list({ payment_intent })).data.map((refund) => refund.amount)).toEqual([
      15_300, 900,
    ])
  })

  const post = (path: string, body: unknown) =>
    sandbox.fetch(`${sandbox.origin}/_stripe${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  it('waits where it is said to, and may fail after it has succeeded', async () => {
    const payment_intent = await paid()
    await post('/refunds/beginning', { status: 'pending' })
    const refund = await stripe.refunds.create({ payment_intent })
    await post('/refunds/beginning', { status: 'succeeded' })
    expect(refund.status).toBe('pending')
    await post('/refunds/succeed', { id: refund.id })
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    await post('/refunds/fail', { id: refund.id, failure: 'declined' })
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'declined',
    })
    expect((await post('/refunds/succeed', { id: refund.id })).status).toBe(422)
    expect(await types()).toEqual(
      expect.arrayContaining(['refund.updated', 'charge.refund.updated', 'refund.failed']),
    )
    // The money is there, and can be given back once more.
    expect((await stripe.refunds.create({ payment_intent })).amount).toBe(refund.amount)
  })

  it('is disputed by the bank, until that is decided', async () => {
    const paymentIntent = await paid()
    const dispute = (await (await post('/disputes', { paymentIntent })).json()) as { id: string }
    await expect(stripe.refunds.create({ payment_intent: paymentIntent })).rejects.toThrow(/charged back/)
    await post('/disputes/close', { id: dispute.id, outcome: 'won' })
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('won')
    expect(await types()).toEqual(expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']))
  })
})

describe('webhooks', () => {
  const webhookMode = (mode: string, delayMs?: number) =>
    sandbox.fetch(`${sandbox.origin}/_stripe/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode, delayMs }),
    })
  const pay = async () => press((await openCheckout()).session.id, 'pay')
  const namesOf = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

  it('are signed so that the official package accepts them', async () => {
    await pay()
    await sandbox.tick()
    expect(namesOf()).toEqual([
      'payment_method.attached',
      'charge.succeeded',
      'customer.subscription.created',
      'invoice.paid',
      'checkout.session.completed',
    ])
    for (const { body, signature } of received)
      expect(stripe.webhooks.constructEvent(body, signature, 'whsec_sandbox').id).toMatch(/^evt_/)
    const { body } = received[0]!
    const old = signatureHeader(body, 'whsec_sandbox', Math.floor(Date.now() / 1_000) - 600)
    expect(() => stripe.webhooks.constructEvent(body, old, 'whsec_sandbox')).toThrow(/tolerance/)
  })

  it('tell of a refund that failed after it had succeeded', async () => {
    const { session } = await openCheckout()
    await press(session.id, 'pay')
    const [paid] = (await stripe.paymentIntents.list()).data
    const refund = await stripe.refunds.create({ payment_intent: paid!.id })
    await sandbox.tick()
    received = []
    await sandbox.fetch(`${sandbox.origin}/_stripe/refunds/fail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: refund.id, failure: 'declined' }),
    })
    await sandbox.tick()
    expect(namesOf()).toEqual(['refund.updated', 'refund.failed'])
  })

  it('are of the kinds that owners are told to choose', async () => {
    const told = await readFile(new URL('../../../../docs/going-live.md', import.meta.url), 'utf8')
    const line = told.split('\n').find((each) => each.includes('`checkout.session.completed`'))
    expect(line?.match(/[a-z_]+(\.[a-z_]+)+/g)).toEqual([...endpointEvents])
  })

  it('are sent again until the shop takes them, and given up after the fourth time', async () => {
    answerWith = () => new Response('busy', { status: 503 })
    await pay()
    for (let n = 0; n < 6; n++) await sandbox.tick()
    expect(received).toHaveLength(20)
    answerWith = () => new Response('{}')
    const [first] = (await stripe.events.list({ type: 'invoice.paid' })).data
    await sandbox.fetch(`${sandbox.origin}/_stripe/webhooks/resend`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ eventId: first!.id }),
    })
    await sandbox.tick()
    expect(received).toHaveLength(21)
  })

  it('come three times, newest first, late or not at all when ordered', async () => {
    await webhookMode('duplicated')
    await pay()
    await sandbox.tick()
    expect(received).toHaveLength(15)

    received = []
    await webhookMode('reordered')
    await pay()
    await sandbox.tick()
    expect(namesOf()).toEqual([
      'checkout.session.completed',
      'invoice.paid',
      'customer.subscription.created',
      'charge.succeeded',
      'payment_method.attached',
    ])

    received = []
    await webhookMode('delayed', 60_000)
    await pay()
    await sandbox.tick()
    expect(received).toHaveLength(0)
    await sandbox.advance(60_000)
    expect(received).toHaveLength(5)

    received = []
    await webhookMode('withheld')
    await pay()
    await sandbox.tick()
    expect(received).toHaveLength(0)
    await webhookMode('normal')
    await sandbox.tick()
    expect(received).toHaveLength(5)
  })
})

describe('the account', () => {
  it('refuses other keys than its test keys', async () => {
    for (const key of ['sk_live_abcdefgh', 'sk_test_revoked1', 'nonsense'])
      await expect(client(sandbox, key).customers.list()).rejects.toMatchObject({ statusCode: 401 })
  })

  it('answers 429 above 25 requests a second, in its own words', async () => {
    const strict = createSandbox({ storePath: ':memory:' })
    const own = client(strict)
    // No time passes between the calls, however busy the machine is.
    vi.useFakeTimers({ toFake: ['performance'] })
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => own.customers.list()))
    vi.useRealTimers()
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(5)
    expect(refused[0]?.reason).toMatchObject({ type: 'StripeRateLimitError', code: 'rate_limit' })
    await strict.close()
  })

  it('counts any second: what was asked half a second ago leaves as much less', async () => {
    const strict = createSandbox({ storePath: ':memory:' })
    const own = client(strict)
    vi.useFakeTimers({ toFake: ['performance'] })
    const ask = (times: number) =>
      Promise.allSettled(Array.from({ length: times }, () => own.customers.list())).then(
        (outcomes) => outcomes.filter(({ status }) => status === 'fulfilled').length,
      )
    expect(await ask(20)).toBe(20)
    vi.advanceTimersByTime(500)
    expect(await ask(20)).toBe(5)
    vi.advanceTimersByTime(500)
    expect(await ask(25)).toBe(20)
    vi.useRealTimers()
    await strict.close()
  })

  it('needs a portal configuration, as a fresh test account does', async () => {
    const customer = await stripe.customers.create({ email: 'a@example.test' })
    await expect(stripe.billingPortal.sessions.create({ customer: customer.id })).rejects.toThrow(
      /No configuration provided/,
    )
  })

  it('pages events newest first', async () => {
    for (let n = 0; n < 25; n++) await stripe.customers.create({ email: `c${n}@example.test` })
    const seen: string[] = []
    for await (const event of stripe.events.list({ type: 'customer.created', limit: 10 }))
      seen.push((event.data.object as Stripe.Customer).email ?? '')
    expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => `c${24 - n}@example.test`))
    const newest = await stripe.events.list({ type: 'customer.created', limit: 1 })
    const since = await stripe.events.list({ created: { gte: newest.data[0]!.created + 1 } })
    expect(since.data).toEqual([])
  })

  it('keeps everything over a restart', async () => {
    const { mkdtempSync, rmSync } = await import('node:fs')
    const dir = mkdtempSync('/tmp/stripe-restart-')
    const before = createSandbox({ storePath: `${dir}/store.sqlite` })
    const { id } = await client(before).customers.create(
      { email: 'stay@example.test' },
      { idempotencyKey: 'k' },
    )
    await before.close()
    const after = createSandbox({ storePath: `${dir}/store.sqlite` })
    expect((await client(after).customers.list({ email: 'stay@example.test' })).data[0]?.id).toBe(id)
    expect(
      (await client(after).customers.create({ email: 'stay@example.test' }, { idempotencyKey: 'k' })).id,
    ).toBe(id)
    expect((await client(after).promotionCodes.list({})).data).toHaveLength(2)
    await after.close()
    rmSync(dir, { recursive: true })
  })
})
