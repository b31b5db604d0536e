import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { quoteItems } from '#features/checkout/rules/pricing.ts'
import type { PlanNames } from '#features/plans/rules/naming.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import {
  type CheckoutOffer,
  customerGone,
  type PaymentEvent,
  type Payments,
  subscriptionGone,
} from '#vendors/ports/payments.ts'
import {
  type Answering,
  type ContractBench,
  describeFailureMatrix,
  openBench,
  operation,
} from '#vendors/testing/contract.ts'
import { heldAtStripe, paymentsAt, press, stripeSecrets } from '#vendors/testing/stripe-payments.ts'
import { openStripeAccount } from '../simulator/account.ts'
import { deleteCustomer } from '../simulator/delete-customer.ts'
import { rememberedFailure } from './client.ts'

const day = 86_400_000
const hour = 3_600_000
/** Until a renewal has been a draft for its hour and is charged. */
const renewed = 30 * day + hour + 1_000

const offerFor = (customerExternalId: string, more: Partial<CheckoutOffer> = {}): CheckoutOffer => ({
  checkoutId: 'chk_1',
  customerExternalId,
  lines: [
    { product: 'plan_azure', unitCents: 5_000, quantity: 2 },
    { product: 'domain_registration', unitCents: 1_550, quantity: 3 },
    { product: 'domain_registration', unitCents: 900, quantity: 1 },
  ],
  expiresAt: new Date(Date.now() + 3_600_000),
  successUrl: 'http://product.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://product.test/payment-cancel',
  ...more,
})

const customer = { customerId: 'cst_1', email: 'ann@example.test', name: 'Ann Lee' }

async function openCheckout(bench: ContractBench, more: Partial<CheckoutOffer> = {}) {
  const payments = paymentsAt(bench)
  const { customerExternalId } = await payments.ensureCustomer(customer)
  const prepared = payments.prepareCheckout(offerFor(customerExternalId, more))
  const checkout = await payments.createCheckout(prepared, 'attempt-1')
  return { payments, customerExternalId, checkout }
}
async function paidCheckout(bench: ContractBench, more: Partial<CheckoutOffer> = {}) {
  const opened = await openCheckout(bench, more)
  await press(bench, opened.checkout.sessionId, 'pay')
  const { subscription, paymentId = '' } = await opened.payments.readCheckout(opened.checkout.sessionId)
  return { ...opened, subscriptionId: subscription?.subscriptionId ?? '', paymentId }
}
const disputed = async (bench: ContractBench) => {
  const paid = await paidCheckout(bench)
  const answer = await bench.dependencies.fetch(`${bench.origin}/_stripe/disputes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ paymentIntent: paid.paymentId }),
  })
  return { ...paid, disputeId: ((await answer.json()) as { id: string }).id }
}

const refunded = async (bench: ContractBench) => {
  const paid = await paidCheckout(bench)
  await paid.payments.refund({ refundId: 'rf_1', paymentId: paid.paymentId, cents: 930 })
  return paid
}
/** A renewal was refused, and the customer has given a card since that works. */
const owing = async (bench: ContractBench) => {
  const { payments, checkout, customerExternalId } = await openCheckout(bench)
  await press(bench, checkout.sessionId, 'pay', 'declines')
  await bench.sandbox.advance(renewed)
  const [invoice] = await payments.unpaidRenewals(customerExternalId)
  if (!invoice) throw new Error('There is an open invoice.')
  const { url } = await payments.openPortal({ customerExternalId, returnUrl: 'http://product.test/' })
  const form = new URLSearchParams({ action: 'card', card: 'works' })
  await bench.dependencies.fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const cardId = (await payments.chosenCard(customerExternalId)) ?? ''
  return { payments, customerExternalId, invoice, cardId }
}
const renewalsAt = (bench: ContractBench) =>
  heldAtStripe<{ billing_reason: string; status: string }>(bench, 'invoices')
    .filter((invoice) => invoice.billing_reason === 'subscription_cycle')
    .map(({ status }) => status)
/** Two renewals that were refused and can still be paid. */
async function refusedTwice(bench: ContractBench) {
  const opened = await openCheckout(bench)
  await press(bench, opened.checkout.sessionId, 'pay', 'declines')
  const { subscription } = await opened.payments.readCheckout(opened.checkout.sessionId)
  await bench.sandbox.advance(renewed)
  await bench.sandbox.advance(30 * day)
  expect(renewalsAt(bench)).toEqual(['open', 'open'])
  return { ...opened, subscriptionId: subscription?.subscriptionId ?? '' }
}
const firstPage = { after: undefined }

/** As the checkout's own retry does: the same key, until Stripe keeps failing under it; then look, then a new key. */
async function createAsCallerDoes(
  bench: ContractBench,
  state: {
    payments: Payments
    customerExternalId: string
    prepared: ReturnType<Payments['prepareCheckout']>
    key: string
  },
) {
  try {
    return await state.payments.createCheckout(state.prepared, state.key, bench.ctx)
  } catch (error) {
    if (!isVendorError(error) || error.code !== rememberedFailure) throw error
    const { customerExternalId } = state
    const found = await state.payments.findCheckout({ customerExternalId, reference: 'chk_1' }, bench.ctx)
    if (found) return found
    state.key += '-again'
    return state.payments.createCheckout(state.prepared, state.key, bench.ctx)
  }
}

const createCheckout = operation({
  name: 'createCheckout',
  async arrange(bench) {
    const payments = paymentsAt(bench)
    const { customerExternalId } = await payments.ensureCustomer(customer)
    const prepared = payments.prepareCheckout(offerFor(customerExternalId))
    return { payments, customerExternalId, prepared, key: 'attempt-1' }
  },
  call: createAsCallerDoes,
  effects: (bench) => heldAtStripe(bench, 'checkout_sessions').length,
})
const refund = operation({
  name: 'refund',
  arrange: (bench) => paidCheckout(bench),
  call: (bench, { payments, paymentId }) =>
    payments.refund({ refundId: 'rf_1', paymentId, cents: 930, metadata: { domain: 'a.test' } }, bench.ctx),
  effects: (bench) => heldAtStripe(bench, 'refunds').length,
})
const readCheckout = operation({
  name: 'readCheckout',
  arrange: (bench) => openCheckout(bench),
  call: (bench, { payments, checkout }) => payments.readCheckout(checkout.sessionId, bench.ctx),
})

describeFailureMatrix({
  vendor: 'stripe',
  secrets: Object.values(stripeSecrets),
  transport: 'in-process',
  ports: (bench) => [paymentsAt(bench)],
  without: {
    prepareCheckout: 'It asks nothing of Stripe.',
    looksSigned: 'As above.',
    parseWebhook: 'As above.',
    renameProducts: 'One that is refused keeps no other from its name, which has a test of its own.',
    probe: 'It answers what a call would throw.',
  },
  operations: [
    operation({
      name: 'ensureCustomer',
      arrange: (bench) => paymentsAt(bench),
      call: (bench, payments) => payments.ensureCustomer(customer, bench.ctx),
      effects: (bench) => heldAtStripe(bench, 'customers').length,
    }),
    operation({
      name: 'account',
      arrange: (bench) => paymentsAt(bench),
      call: (bench, payments) => payments.account(undefined, bench.ctx),
      effects: (bench) => heldAtStripe(bench, 'portal_configurations').length,
    }),
    createCheckout,
    readCheckout,
    operation({
      name: 'findCheckout',
      arrange: (bench) => openCheckout(bench),
      call: (bench, { payments, customerExternalId }) =>
        payments.findCheckout({ customerExternalId, reference: 'chk_1' }, bench.ctx),
    }),
    operation({
      name: 'expireCheckout',
      arrange: (bench) => openCheckout(bench),
      call: (bench, { payments, checkout }) => payments.expireCheckout(checkout.sessionId, bench.ctx),
      effects: (bench) => eventsOf(bench, 'checkout.session.expired'),
    }),
    operation({
      name: 'readSubscription',
      arrange: (bench) => paidCheckout(bench),
      call: (bench, { payments, subscriptionId }) => payments.readSubscription(subscriptionId, bench.ctx),
    }),
    operation({
      name: 'setSubscriptionBilling',
      arrange: (bench) => paidCheckout(bench),
      call: (bench, { payments, subscriptionId }) =>
        payments.setSubscriptionBilling(
          subscriptionId,
          { quantities: { azure: 1 }, isPaused: false },
          bench.ctx,
        ),
      effects: (bench) => eventsOf(bench, 'customer.subscription.updated'),
    }),
    operation({
      name: 'cancelSubscription',
      arrange: (bench) => paidCheckout(bench),
      call: (bench, { payments, subscriptionId }) => payments.cancelSubscription(subscriptionId, bench.ctx),
      effects: (bench) => eventsOf(bench, 'customer.subscription.deleted'),
    }),
    operation({
      name: 'openPortal',
      async arrange(bench) {
        const payments = paymentsAt(bench)
        return { payments, ...(await payments.ensureCustomer(customer)) }
      },
      call: (bench, { payments, customerExternalId }) =>
        payments.openPortal({ customerExternalId, returnUrl: 'http://product.test/dashboard' }, bench.ctx),
      effects: (bench) => heldAtStripe(bench, 'portal_configurations').length,
    }),
    operation({
      name: 'findPromotion',
      arrange: (bench) => paymentsAt(bench),
      call: (bench, payments) => payments.findPromotion('launch60', bench.ctx),
    }),
    refund,
    operation({
      name: 'readDispute',
      arrange: disputed,
      call: (bench, { payments, disputeId }) => payments.readDispute(disputeId, bench.ctx),
    }),
    operation({
      name: 'subscriptionOfPayment',
      arrange: (bench) => paidCheckout(bench),
      call: (bench, { payments, paymentId }) => payments.subscriptionOfPayment(paymentId, bench.ctx),
    }),
    operation({
      name: 'checkoutOfPayment',
      arrange: (bench) => paidCheckout(bench),
      call: (bench, { payments, paymentId }) => payments.checkoutOfPayment(paymentId, bench.ctx),
    }),
    operation({
      name: 'readForeignSubscription',
      arrange: (bench) => paidCheckout(bench),
      call: (bench, { payments, subscriptionId }) =>
        payments.readForeignSubscription(subscriptionId, bench.ctx),
    }),
    operation({
      name: 'runningSubscriptions',
      arrange: (bench) => paidCheckout(bench),
      call: (bench, { payments, customerExternalId }) =>
        payments.runningSubscriptions(customerExternalId, bench.ctx),
    }),
    operation({
      name: 'unpaidRenewals',
      arrange: owing,
      call: (bench, { payments, customerExternalId }) =>
        payments.unpaidRenewals(customerExternalId, bench.ctx),
    }),
    operation({
      name: 'readInvoice',
      arrange: owing,
      call: (bench, { payments, invoice }) => payments.readInvoice(invoice.invoiceId, bench.ctx),
    }),
    operation({
      name: 'chosenCard',
      arrange: owing,
      call: (bench, { payments, customerExternalId }) => payments.chosenCard(customerExternalId, bench.ctx),
    }),
    operation({
      name: 'cardTries',
      arrange: owing,
      call: (bench, { payments, invoice }) => payments.cardTries(invoice.paymentId ?? '', bench.ctx),
    }),
    operation({
      name: 'readInvoiceRecord',
      arrange: owing,
      call: (bench, { payments, invoice }) => payments.readInvoiceRecord(invoice.invoiceId, bench.ctx),
    }),
    operation({
      name: 'collectInvoice',
      arrange: owing,
      call: (bench, { payments, invoice, cardId }) =>
        payments.collectInvoice({ invoice, cardId, tries: 1, isOwed: async () => true }, bench.ctx),
      // The first period, and what was owed.
      effects: (bench) =>
        heldAtStripe<{ status: string }>(bench, 'charges').filter(({ status }) => status === 'succeeded')
          .length - 1,
    }),
    operation({
      name: 'forgiveInvoice',
      arrange: owing,
      call: (bench, { payments, invoice }) => payments.forgiveInvoice(invoice.invoiceId, bench.ctx),
      effects: (bench) => eventsOf(bench, 'invoice.voided'),
    }),
    operation({
      name: 'readRefunds',
      arrange: refunded,
      call: (bench, { payments, paymentId }) => payments.readRefunds(paymentId, bench.ctx),
    }),
    operation({
      name: 'disputesOf',
      arrange: disputed,
      call: (bench, { payments, paymentId }) => payments.disputesOf(paymentId, bench.ctx),
    }),
    operation({
      name: 'readPaymentRecords',
      arrange: refunded,
      call: (bench, { payments, paymentId }) => payments.readPaymentRecords(paymentId, bench.ctx),
    }),
    operation({
      name: 'listInvoiceRecords',
      arrange: refunded,
      call: (bench, { payments }) => payments.listInvoiceRecords(firstPage, bench.ctx),
    }),
    operation({
      name: 'listChargeRecords',
      arrange: refunded,
      call: (bench, { payments }) => payments.listChargeRecords(firstPage, bench.ctx),
    }),
    operation({
      name: 'listRefundRecords',
      arrange: refunded,
      call: (bench, { payments }) => payments.listRefundRecords(firstPage, bench.ctx),
    }),
    operation({
      name: 'listDisputeRecords',
      arrange: disputed,
      call: (bench, { payments }) => payments.listDisputeRecords(firstPage, bench.ctx),
    }),
    operation({
      name: 'events',
      arrange: (bench) => openCheckout(bench),
      call: (bench, { payments }) => payments.events({ since: new Date(Date.now() - day) }, bench.ctx),
    }),
    operation({
      name: 'readSetup',
      arrange: (bench) => openCheckout(bench),
      call: (bench, { payments }) => payments.readSetup(bench.ctx),
    }),
  ],
})

describeFailureMatrix({
  vendor: 'stripe',
  secrets: Object.values(stripeSecrets),
  transport: 'http',
  operations: [createCheckout],
})

const eventsOf = (bench: ContractBench, type: string) =>
  heldAtStripe<{ type: string }>(bench, 'events').filter((event) => event.type === type).length

describe('lists of Stripe that come in pages', () => {
  /** Every page holds one, whatever was asked for. */
  const onePerPage: Answering = ({ url, method, headers }, pass) =>
    method === 'GET' && url.includes('limit=100')
      ? pass(url.replace('limit=100', 'limit=1'), { headers: headers ?? {} })
      : undefined
  const twelveLines = Array.from({ length: 12 }, (_, at) => ({
    product: 'domain_registration' as const,
    unitCents: 900 + at,
    quantity: 1,
  }))

  it.each([
    [
      'running subscriptions',
      async (bench: ContractBench) => {
        const { payments, customerExternalId } = await paidCheckout(bench)
        const offer = payments.prepareCheckout(offerFor(customerExternalId, { checkoutId: 'chk_2' }))
        const { sessionId } = await payments.createCheckout(offer, 'attempt-2')
        await press(bench, sessionId, 'pay')
        return async () => (await payments.runningSubscriptions(customerExternalId)).length
      },
      2,
    ],
    [
      'the lines of an invoice',
      async (bench: ContractBench) => {
        const { payments } = await paidCheckout(bench, {
          lines: [{ product: 'plan_azure', unitCents: 5_000, quantity: 2 }, ...twelveLines],
        })
        return async () => (await payments.listInvoiceRecords(firstPage)).records[0]?.lines.length
      },
      13,
    ],
    [
      'the items of a subscription',
      async (bench: ContractBench) => {
        const { payments, subscriptionId } = await paidCheckout(bench, {
          lines: twelveLines.map((line) => ({ ...line, product: 'plan_azure' })),
        })
        return async () => (await payments.readSubscription(subscriptionId)).quantities.azure
      },
      12,
    ],
    [
      'the refunds of a payment',
      async (bench: ContractBench) => {
        const { payments, paymentId } = await paidCheckout(bench)
        for (const refundId of ['rf_1', 'rf_2', 'rf_3'])
          await payments.refund({ refundId, paymentId, cents: 1_00 })
        return async () =>
          (await payments.readRefunds(paymentId)).refunds.length +
          (await payments.readPaymentRecords(paymentId)).returns.length
      },
      6,
    ],
    [
      'tries to charge a card',
      async (bench: ContractBench) => {
        const { payments, invoice, cardId } = await owing(bench)
        await payments.collectInvoice({ invoice, cardId, tries: 1, isOwed: async () => true })
        const { paymentId = '' } = await payments.readInvoice(invoice.invoiceId)
        return async () =>
          (await payments.cardTries(paymentId)).length +
          (await payments.readPaymentRecords(paymentId)).charges.length
      },
      4,
    ],
    [
      'renewals that are owed',
      async (bench: ContractBench) => {
        const { payments, customerExternalId } = await refusedTwice(bench)
        return async () => (await payments.unpaidRenewals(customerExternalId)).length
      },
      2,
    ],
    [
      'renewals to be given up',
      async (bench: ContractBench) => {
        const { payments, subscriptionId } = await refusedTwice(bench)
        return async () => {
          await payments.cancelSubscription(subscriptionId)
          return renewalsAt(bench).filter((status) => status === 'void').length
        }
      },
      2,
    ],
  ] as const)('are read to their end: %s', async (_, arrange, count) => {
    await using bench = await openBench('in-process', { seeds: ['stripe'] })
    const read = await arrange(bench)
    bench.answerBefore(onePerPage)
    expect(await read()).toBe(count)
  })
})

describe('an invoice that is collected', () => {
  it('is charged once, under another key, where Stripe remembers a failure', async () => {
    await using bench = await openBench('in-process', { seeds: ['stripe'] })
    const { payments, invoice, cardId } = await owing(bench)
    const collect = () => payments.collectInvoice({ invoice, cardId, tries: 1, isOwed: async () => true })
    bench.sandbox.faults.add({ kind: '500', vendor: 'stripe', method: 'POST', path: '/pay' })
    await expect(collect()).rejects.toMatchObject({ kind: 'transient' })
    expect(await collect()).toEqual({ paid: true })
    expect(await payments.readInvoice(invoice.invoiceId)).toMatchObject({ status: 'paid' })
  })

  it('is paid although its subscription was ended at Stripe meanwhile', async () => {
    await using bench = await openBench('in-process', { seeds: ['stripe'] })
    const { payments, invoice, cardId } = await owing(bench)
    const isOwed = async () => {
      const ended = await bench.sandbox.fetch(
        `${bench.sandbox.origin}/v1/subscriptions/${invoice.subscriptionId}`,
        { method: 'DELETE', headers: { authorization: `Bearer ${stripeSecrets.secretKey}` } },
      )
      return ended.ok
    }
    expect(await payments.collectInvoice({ invoice, cardId, tries: 1, isOwed })).toEqual({ paid: true })
  })
})

describe('Stripe', () => {
  let bench: ContractBench
  beforeEach(async () => {
    bench = await openBench('in-process')
  })
  afterEach(() => bench.sandbox.close())

  it('charges what the quote shows, with and without a promotion', async () => {
    const payments = paymentsAt(bench)
    const { customerExternalId } = await payments.ensureCustomer(customer)
    const promotion = await payments.findPromotion('LAUNCH60')
    const items = [
      ...['1', '2', '3'].map(
        (key) => ({ kind: 'bundle', key, product: 'plan_azure', listCents: 5_000 }) as const,
      ),
      { kind: 'bundle', key: '4', product: 'plan_premium', listCents: 12_500 } as const,
      ...['a.com', 'b.com'].map(
        (key) => ({ kind: 'domain', key, product: 'domain_registration', listCents: 1_550 }) as const,
      ),
      { kind: 'domain', key: 'c.co', product: 'domain_registration', listCents: 900 } as const,
    ]
    for (const used of [undefined, promotion]) {
      const quote = quoteItems(items, used)
      const prepared = payments.prepareCheckout(
        offerFor(customerExternalId, { lines: quote.lines, promotionId: used?.promotionId }),
      )
      const checkout = await payments.createCheckout(prepared, `attempt-${used?.code}`)
      expect(checkout.amountTotalCents).toBe(quote.totalCents)
      expect(checkout.lines).toEqual(quote.lines)
    }
  })

  it('tells how a checkout went, from open to paid', async () => {
    const { payments, checkout, customerExternalId } = await openCheckout(bench)
    expect(checkout).toMatchObject({
      status: 'open',
      paid: false,
      reference: 'chk_1',
      customerExternalId,
      subscription: undefined,
      paymentId: undefined,
      amountTotalCents: 15_550,
    })
    expect(checkout.url).toContain(checkout.sessionId)
    expect(await press(bench, checkout.sessionId, 'pay')).toBe(
      `http://product.test/payment-success?session_id=${checkout.sessionId}`,
    )
    const paid = await payments.readCheckout(checkout.sessionId)
    expect(paid).toMatchObject({ status: 'complete', paid: true, url: undefined })
    expect(paid.paymentId).toMatch(/^pi_/)
    const subscription = await payments.readSubscription(paid.subscription!.subscriptionId)
    expect({ ...paid.subscription, owed: [] }).toEqual(subscription)
    expect(subscription).toMatchObject({
      status: 'active',
      quantities: { azure: 2 },
      customerExternalId,
      checkoutId: 'chk_1',
    })
    expect(subscription.periodEnd!.getTime() - Date.now()).toBeGreaterThan(29.9 * day)
    expect(await payments.subscriptionOfPayment(paid.paymentId!)).toBe(paid.subscription?.subscriptionId)
  })

  it('takes a single payment where nothing is charged again', async () => {
    const { payments, checkout, paymentId } = await paidCheckout(bench, {
      lines: [{ product: 'domain_registration', unitCents: 900, quantity: 2 }],
    })
    const paid = await payments.readCheckout(checkout.sessionId)
    expect(paid).toMatchObject({ paid: true, amountTotalCents: 1_800, subscription: undefined })
    expect(await payments.subscriptionOfPayment(paymentId)).toBeUndefined()
  })

  it('reads all lines of a checkout with more than ten', async () => {
    const lines = Array.from({ length: 18 }, (_, n) => ({
      product: 'domain_registration' as const,
      unitCents: 900 + n,
      quantity: 1,
    }))
    const { checkout } = await openCheckout(bench, { lines })
    expect(checkout.lines.map((line) => line.unitCents)).toEqual(lines.map((line) => line.unitCents))
  })

  it('makes products it does not find, under their fixed ids', async () => {
    bench.sandbox.store.collection('stripe.products').delete('inboxyard_domain')
    await openCheckout(bench)
    expect(
      bench.sandbox.store.collection<{ name: string }>('stripe.products').get('inboxyard_domain')?.name,
    ).toBe('Domain registration')
  })

  it('makes a product active again that was archived, also after it has been sold once', async () => {
    const products = bench.sandbox.store.collection<Record<string, unknown>>('stripe.products')
    const archive = () =>
      products.put('inboxyard_domain', { ...products.get('inboxyard_domain'), active: false })
    const payments = paymentsAt(bench)
    const { customerExternalId } = await payments.ensureCustomer(customer)
    const open = (key: string) =>
      payments.createCheckout(payments.prepareCheckout(offerFor(customerExternalId)), key)
    archive()
    await open('attempt-1')
    expect(products.get('inboxyard_domain')?.active).toBe(true)
    archive()
    await expect(open('attempt-2')).rejects.toMatchObject({ kind: 'rejected' })
    await open('attempt-3')
    expect(products.get('inboxyard_domain')?.active).toBe(true)
  })

  describe('names of products', () => {
    interface AtStripe {
      name: string
      metadata: Record<string, string>
    }
    const products = () => bench.sandbox.store.collection<AtStripe>('stripe.products')
    const called = (id = 'inboxyard_azure') => products().get(id)?.name
    const inDashboard = (name: string, id = 'inboxyard_azure') => {
      const product = products().get(id)
      products().put(id, { ...product, name, metadata: product?.metadata ?? {} })
    }
    // A process of its own each time: what it learnt before is not needed.
    const knowing = (planNames: PlanNames, productName = 'Inboxyard') =>
      paymentsAt(bench, { productName, planNames, shippedName: 'Inboxyard' })
    const look = (planNames: PlanNames, productName?: string) =>
      knowing(planNames, productName).renameProducts(bench.ctx)
    let attempts = 0
    const open = async (planNames: PlanNames) => {
      const payments = knowing(planNames)
      const { customerExternalId } = await payments.ensureCustomer(customer)
      await payments.createCheckout(
        payments.prepareCheckout(offerFor(customerExternalId)),
        `named-${++attempts}`,
      )
    }

    it.each([
      ['with a payment page', open],
      ['with a look', look],
    ])('follow an owner’s choice %s, once: what the dashboard says since stays', async (_, meet) => {
      await meet({ azure: 'Starter' })
      expect(called()).toBe('Inboxyard Starter')
      inDashboard('Mailboxes')
      await meet({ azure: 'Starter' })
      expect(called()).toBe('Mailboxes')
      await meet({ azure: 'Pro' })
      expect(called()).toBe('Inboxyard Pro')
      await meet({})
      expect(called()).toBe('Inboxyard Azure')
      inDashboard('Mailboxes')
      await meet({})
      expect(called()).toBe('Mailboxes')
    })

    it('of before names were noted stay if the dashboard gave them, until they are one of ours', async () => {
      inDashboard('Mailboxes')
      await look({ azure: 'Starter' })
      expect(called()).toBe('Mailboxes')
      inDashboard('Inboxyard Starter')
      await look({ azure: 'Starter' })
      await look({})
      expect(called()).toBe('Inboxyard Azure')
    })

    it('are noted with the product where a payment page makes it', async () => {
      products().delete('inboxyard_azure')
      await open({})
      inDashboard('Mailboxes')
      await look({})
      expect(called()).toBe('Mailboxes')
      await look({ azure: 'Starter' })
      expect(called()).toBe('Inboxyard Starter')
    })

    it('that say nothing of the installation stay as the dashboard has them, whatever it is called', async () => {
      inDashboard('Domains', 'inboxyard_domain')
      await look({}, 'Harborline')
      expect(called()).toBe('Harborline Azure')
      expect(called('inboxyard_domain')).toBe('Domains')
    })

    it('that Stripe refuses keep no other from its own, are told to the log and tried again', async () => {
      const { createStripePayments } = await import('./stripe.ts')
      const planNames = { azure: 'Starter', google: 'Lone' }
      const payments = createStripePayments(
        {
          baseUrl: bench.origin,
          secretKey: 'rk_test_12345',
          webhookSecret: 'whsec_x',
          naming: () => ({ productName: 'Inboxyard', planNames, shippedName: 'Inboxyard' }),
        },
        bench.dependencies,
      )
      const refuse = (permissions: Record<string, string>) =>
        bench.dependencies.fetch(`${bench.origin}/_stripe/permissions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(permissions),
        })
      expect((await refuse({ '/v1/products/inboxyard_azure': 'rak_product_write' })).status).toBe(200)
      await payments.renameProducts(bench.ctx)
      expect([called(), called('inboxyard_google')]).toEqual(['Inboxyard Azure', 'Inboxyard Lone'])
      expect(bench.logText()).toContain('a product cannot be renamed')
      await refuse({})
      await payments.renameProducts(bench.ctx)
      expect(called()).toBe('Inboxyard Starter')
    })
  })

  it('sends the same bytes after the parameters went through a database', async () => {
    const payments = paymentsAt(bench)
    const { customerExternalId } = await payments.ensureCustomer(customer)
    const prepared = payments.prepareCheckout(offerFor(customerExternalId))
    const first = await payments.createCheckout(prepared, 'attempt-1')
    const reordered = Object.fromEntries(
      Object.entries(JSON.parse(JSON.stringify(prepared)) as object).reverse(),
    )
    expect((await payments.createCheckout(reordered, 'attempt-1')).sessionId).toBe(first.sessionId)
    await expect(
      payments.createCheckout({ ...prepared, client_reference_id: 'chk_2' }, 'attempt-1'),
    ).rejects.toMatchObject({ kind: 'rejected', code: 'idempotency_mismatch' })
  })

  it('recovers when Stripe had made the session and remembers a 500 under its key', async () => {
    const state = await createCheckout.arrange!(bench)
    bench.sandbox.faults.add({ kind: '500_after', vendor: 'stripe', path: '/v1/checkout/sessions' })
    await expect(createAsCallerDoes(bench, state)).rejects.toMatchObject({ kind: 'transient' })
    const found = await createAsCallerDoes(bench, state)
    expect(found.reference).toBe('chk_1')
    expect(heldAtStripe(bench, 'checkout_sessions')).toHaveLength(1)
  })

  it('keeps a checkout complete that was paid before it was to expire', async () => {
    const { payments, checkout } = await paidCheckout(bench)
    expect(await payments.expireCheckout(checkout.sessionId)).toMatchObject({
      status: 'complete',
      paid: true,
    })
  })

  it('sets quantities absolutely, without charging, and ends what has none left', async () => {
    const { payments, subscriptionId } = await paidCheckout(bench)
    const invoices = () => heldAtStripe(bench, 'invoices').length
    const set = (quantities: { azure?: number; google?: number }) =>
      payments.setSubscriptionBilling(subscriptionId, { quantities, isPaused: false })
    expect((await set({ azure: 1 })).quantities).toEqual({ azure: 1 })
    expect(invoices()).toBe(1)
    await expect(set({ google: 1 })).rejects.toMatchObject({
      kind: 'rejected',
      reason: 'the subscription has no item for google',
    })
    expect((await set({ azure: 0 })).quantities).toEqual({ azure: 0 })
    expect((await set({ azure: 2 })).quantities).toEqual({ azure: 2 })
    expect(await set({})).toMatchObject({
      status: 'ended',
      periodEnd: undefined,
    })
    expect(await payments.cancelSubscription(subscriptionId)).toMatchObject({ status: 'ended' })
  })

  it('charges nothing while collection is paused, and says until when it was paid', async () => {
    const { payments, subscriptionId } = await paidCheckout(bench)
    const { periodEnd } = await payments.readSubscription(subscriptionId)
    const billing = { quantities: { azure: 2 } }
    const takings = () => heldAtStripe(bench, 'charges').length
    expect(
      await payments.setSubscriptionBilling(subscriptionId, { ...billing, isPaused: true }),
    ).toMatchObject({
      status: 'active',
      isPaused: true,
    })
    await bench.sandbox.advance(65 * day)
    expect(takings()).toBe(1)
    expect(await payments.readSubscription(subscriptionId)).toMatchObject({ status: 'active', periodEnd })
    await payments.setSubscriptionBilling(subscriptionId, { ...billing, isPaused: false })
    expect(await payments.readSubscription(subscriptionId)).toMatchObject({ isPaused: false, periodEnd })
    await bench.sandbox.advance(30 * day)
    expect(takings()).toBe(2)
  })

  const invoicesAtStripe = () => renewalsAt(bench)

  it('gives up the others where Stripe refuses one of several, and says so', async () => {
    const { payments, subscriptionId } = await refusedTwice(bench)
    for (const [status, kind] of [
      [400, 'rejected'],
      [500, 'transient'],
    ] as const) {
      const voided: string[] = []
      bench.answerBefore(({ url }) => {
        const id = /invoices\/(\w+)\/void$/.exec(url)?.[1]
        if (!id) return undefined
        voided.push(id)
        return voided.length === 1 ? Response.json({ error: { message: 'no' } }, { status }) : undefined
      })
      await expect(payments.cancelSubscription(subscriptionId)).rejects.toMatchObject({ kind })
      expect(invoicesAtStripe()).toContain('open')
      expect(invoicesAtStripe()).toContain('void')
    }
    bench.answerBefore(undefined)
    await payments.cancelSubscription(subscriptionId)
    expect(invoicesAtStripe()).toEqual(['void', 'void'])
  })

  it('gives up every refused renewal when collection is paused, and says that nothing is owed', async () => {
    const { payments, subscriptionId } = await refusedTwice(bench)
    const pause = () =>
      payments.setSubscriptionBilling(subscriptionId, { quantities: { azure: 2 }, isPaused: true })
    bench.sandbox.faults.add({ kind: '503', vendor: 'stripe', method: 'POST', path: '/v1/invoices' })
    await expect(pause()).rejects.toMatchObject({ kind: 'transient' })
    expect(await pause()).toMatchObject({ status: 'active', isPaused: true })
    expect(invoicesAtStripe()).toEqual(['void', 'void'])
  })

  it('leaves what began before a hold owed while collection is paused, and gives up what began later', async () => {
    const { payments, subscriptionId, customerExternalId } = await refusedTwice(bench)
    const [first, second] = (await payments.readSubscription(subscriptionId)).owed
    expect(first?.period?.until).toEqual(second?.period?.from)
    const pause = () =>
      payments.setSubscriptionBilling(subscriptionId, {
        quantities: { azure: 2 },
        isPaused: true,
        owedBefore: second?.period?.from,
      })
    // Stripe's own status follows the latest that is not void.
    expect(await pause()).toMatchObject({ status: 'past_due', isPaused: true })
    expect(invoicesAtStripe()).toEqual(['open', 'void'])
    await bench.sandbox.advance(30 * day)
    await pause()
    expect(await payments.readSubscription(subscriptionId)).toMatchObject({
      status: 'past_due',
      owed: [first],
    })
    expect(await payments.unpaidRenewals(customerExternalId)).toEqual([
      { ...first, paymentId: expect.stringMatching(/^pi_/) },
    ])
  })

  it('counts a subscription as past due as long as an older renewal is owed, although the newest is paid', async () => {
    const { payments, subscriptionId } = await refusedTwice(bench)
    const [first, second] = (await payments.readSubscription(subscriptionId)).owed
    await bench.sandbox.fetch(second?.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ card: 'works' }),
      redirect: 'manual',
    })
    expect(await payments.readSubscription(subscriptionId)).toMatchObject({
      status: 'past_due',
      owed: [first],
    })
  })

  it.each([
    ['cancelSubscription', 'before it ends'],
    ['cancelSubscription', 'when it has ended already'],
    ['setSubscriptionBilling', 'before it ends'],
    ['setSubscriptionBilling', 'when it has ended already'],
  ] as const)('gives up every refused renewal with the subscription, by %s, %s', async (call, when) => {
    const { payments, subscriptionId } = await refusedTwice(bench)
    const end = () =>
      call === 'cancelSubscription'
        ? payments.cancelSubscription(subscriptionId)
        : payments.setSubscriptionBilling(subscriptionId, { quantities: {}, isPaused: false })
    if (when === 'when it has ended already') {
      bench.sandbox.faults.add({ kind: '503', vendor: 'stripe', method: 'POST', path: '/v1/invoices' })
      await expect(end()).rejects.toMatchObject({ kind: 'transient' })
      expect(await payments.readSubscription(subscriptionId)).toMatchObject({ status: 'ended' })
      expect(invoicesAtStripe()).toContain('open')
    }
    expect(await end()).toMatchObject({ status: 'ended' })
    expect(invoicesAtStripe()).toEqual(['void', 'void'])
  })

  /** The hour after a period has turned. */
  async function draftedRenewal() {
    const paid = await paidCheckout(bench)
    await bench.sandbox.advance(30 * day)
    expect(invoicesAtStripe()).toEqual(['draft'])
    return paid
  }

  it('shows nothing as owed while a renewal is a draft', async () => {
    const { payments, subscriptionId, customerExternalId } = await draftedRenewal()
    expect(await payments.readSubscription(subscriptionId)).toMatchObject({
      status: 'active',
      owed: [],
    })
    expect(await payments.unpaidRenewals(customerExternalId)).toEqual([])
  })

  const later = (ms: number) => new Date(Date.now() + ms)
  const azure = (quantity: number, isPaused = false) => ({ quantities: { azure: quantity }, isPaused })
  const charges = () => heldAtStripe<{ amount: number }>(bench, 'charges').map(({ amount }) => amount)

  it('charges no renewal whose subscription ends while it is a draft', async () => {
    const { payments, subscriptionId } = await draftedRenewal()
    const end = () => payments.setSubscriptionBilling(subscriptionId, { quantities: {}, isPaused: false })
    const takings = charges()
    bench.sandbox.faults.add({ kind: '503', vendor: 'stripe', method: 'POST', path: '/finalize', times: 1 })
    await expect(end()).rejects.toMatchObject({ kind: 'transient' })
    bench.sandbox.faults.add({ kind: '503', vendor: 'stripe', method: 'POST', path: '/void', times: 1 })
    await expect(end()).rejects.toMatchObject({ kind: 'transient' })
    expect(invoicesAtStripe()).toEqual(['open'])
    await end()
    await end()
    expect(invoicesAtStripe()).toEqual(['void'])
    await bench.sandbox.advance(day)
    expect(charges()).toEqual(takings)
  })

  it('holds a draft for an hour while its subscription is paused, and gives it up then', async () => {
    const { payments, subscriptionId } = await draftedRenewal()
    const pause = (now: Date) => payments.setSubscriptionBilling(subscriptionId, { ...azure(2, true), now })
    const takings = charges()
    const { heldUntil } = await pause(later(0))
    expect(heldUntil?.getTime()).toBeGreaterThan(later(hour - 60_000).getTime())
    await bench.sandbox.advance(day)
    // However often it is looked at, its time stays what it was.
    const again = await pause(later(hour - 60_000))
    expect(again.heldUntil?.getTime()).toBeLessThan(later(hour + 2_000).getTime())
    expect(invoicesAtStripe()).toEqual(['draft'])
    bench.sandbox.faults.add({ kind: '503', vendor: 'stripe', method: 'POST', path: '/void', times: 1 })
    await expect(pause(later(hour + 2_000))).rejects.toMatchObject({ kind: 'transient' })
    expect((await pause(later(hour + 2_000))).heldUntil).toBeUndefined()
    expect(invoicesAtStripe()).toEqual(['void'])
    await bench.sandbox.advance(day)
    expect(charges()).toEqual(takings)
  })

  it('charges what was held once the pause is over, and only once', async () => {
    const { payments, subscriptionId } = await draftedRenewal()
    const takings = charges()
    await payments.setSubscriptionBilling(subscriptionId, azure(2, true))
    bench.sandbox.faults.add({
      kind: '503',
      vendor: 'stripe',
      method: 'POST',
      path: '/v1/invoices',
      times: 1,
    })
    const goOn = () => payments.setSubscriptionBilling(subscriptionId, azure(2))
    await expect(goOn()).rejects.toMatchObject({ kind: 'transient' })
    await bench.sandbox.advance(2 * hour)
    expect(charges()).toEqual(takings)
    await goOn()
    await goOn()
    await bench.sandbox.advance(hour + 1_000)
    expect(invoicesAtStripe()).toEqual(['paid'])
    expect(charges()).toEqual([...takings, 10_000])
  })

  it('takes off a draft what ends within its hour, and puts it back when it goes on', async () => {
    const { payments, subscriptionId } = await draftedRenewal()
    const set = (quantity: number) => payments.setSubscriptionBilling(subscriptionId, azure(quantity))
    const due = () => heldAtStripe<{ amount_due: number }>(bench, 'invoices').map((each) => each.amount_due)
    const [whole = 0] = due().filter((cents) => cents === 10_000)
    await set(1)
    await set(1)
    expect(due()).toContain(5_000)
    await set(0)
    expect(due()).toContain(0)
    await set(3)
    expect(due()).toContain(whole)
    await set(1)
    const takings = charges()
    await bench.sandbox.advance(hour + 1_000)
    expect(charges()).toEqual([...takings, 5_000])
    const renewal = heldAtStripe<{ id: string; amount_due: number }>(bench, 'invoices').find(
      (each) => each.amount_due === 5_000,
    )
    expect(await payments.readInvoice(renewal?.id ?? '')).toMatchObject({
      status: 'paid',
      cents: 5_000,
      quantities: { azure: 1 },
    })
    // In the books what was taken off counts against its plan.
    const { lines } = (await payments.readInvoiceRecord(renewal?.id ?? '')) ?? {}
    expect(lines?.map(({ plan, netCents }) => [plan, netCents])).toEqual([
      ['azure', 10_000],
      ['azure', -5_000],
    ])
  })

  it('takes off once what ends of a draft that shows none of its plans: added amounts stand before them', async () => {
    const { payments, subscriptionId, customerExternalId } = await paidCheckout(bench)
    for (let fee = 1; fee <= 12; fee++) {
      const body = new URLSearchParams({ customer: customerExternalId, currency: 'usd', amount: '100' })
      const headers = { authorization: `Bearer ${stripeSecrets.secretKey}` }
      const added = await bench.dependencies.fetch(`${bench.origin}/v1/invoiceitems`, {
        method: 'POST',
        headers,
        body,
      })
      expect(added.status).toBe(200)
    }
    await bench.sandbox.advance(30 * day)
    const set = (quantity: number) => payments.setSubscriptionBilling(subscriptionId, azure(quantity))
    await set(1)
    await set(1)
    const [renewal] = heldAtStripe<{ id: string; amount_due: number; billing_reason: string }>(
      bench,
      'invoices',
    ).filter((each) => each.billing_reason === 'subscription_cycle')
    expect(renewal?.amount_due).toBe(50_00 + 12_00)
    await bench.sandbox.advance(hour + 1_000)
    const read = await payments.readInvoice(renewal?.id ?? '')
    expect(read).toMatchObject({ status: 'paid', quantities: { azure: 1 } })
    // What was added has times of its own.
    const { periodEnd } = await payments.readSubscription(subscriptionId)
    expect(read.period?.until).toEqual(periodEnd)
  })

  it('takes nothing off twice when the answer to it was lost', async () => {
    const { payments, subscriptionId } = await draftedRenewal()
    const set = () => payments.setSubscriptionBilling(subscriptionId, azure(1))
    bench.sandbox.faults.add({
      kind: 'lost_answer',
      vendor: 'stripe',
      method: 'POST',
      path: '/v1/invoiceitems',
      times: 1,
    })
    await expect(set()).rejects.toMatchObject({ kind: 'transient' })
    await set()
    const takings = charges()
    await bench.sandbox.advance(hour + 1_000)
    expect(charges()).toEqual([...takings, 5_000])
  })

  it('ends what was begun with a draft before its subscription goes on', async () => {
    const { payments, subscriptionId } = await draftedRenewal()
    await payments.setSubscriptionBilling(subscriptionId, azure(2, true))
    bench.sandbox.faults.add({ kind: '503', vendor: 'stripe', method: 'POST', path: '/void', times: 1 })
    await expect(
      payments.setSubscriptionBilling(subscriptionId, { ...azure(2, true), now: later(2 * hour) }),
    ).rejects.toMatchObject({ kind: 'transient' })
    expect(invoicesAtStripe()).toEqual(['open'])
    await payments.setSubscriptionBilling(subscriptionId, { ...azure(2), now: later(2 * hour) })
    expect(invoicesAtStripe()).toEqual(['void'])
  })

  it('gives up what is owed also where a draft cannot be held', async () => {
    const { payments, subscriptionId } = await refusedTwice(bench)
    await bench.sandbox.advance(30 * day - hour / 2)
    expect(invoicesAtStripe()).toContain('draft')
    bench.sandbox.faults.add({
      kind: '503',
      vendor: 'stripe',
      method: 'POST',
      path: '/v1/invoices',
      times: 1,
    })
    await expect(payments.setSubscriptionBilling(subscriptionId, azure(2, true))).rejects.toMatchObject({
      kind: 'transient',
    })
    expect(invoicesAtStripe()).toContain('void')
    expect(invoicesAtStripe()).not.toContain('open')
  })

  /** Its hour is over just when the draft is about to be changed. */
  const tooLate = () => {
    const { fetch, ...others } = bench.dependencies
    return paymentsAt({
      ...bench,
      dependencies: {
        ...others,
        async fetch(url, init) {
          const { pathname } = new URL(String(url))
          if (init?.method === 'POST' && /^\/v1\/invoice(s|items)/.test(pathname))
            await bench.sandbox.advance(hour + 1_000)
          return fetch(url, init)
        },
      },
    })
  }

  it.each([
    ['held', azure(2, true)],
    ['changed', azure(1)],
  ])('leaves a renewal that is paid just before it could be %s as it is', async (_, billing) => {
    const { subscriptionId } = await draftedRenewal()
    const after = await tooLate().setSubscriptionBilling(subscriptionId, billing)
    expect(after).toMatchObject({ ...billing, status: 'active' })
    expect(after.heldUntil).toBeUndefined()
    expect(invoicesAtStripe()).toEqual(['paid'])
  })

  /** Stripe finishes the draft just before it is stopped, and has not tried its card yet. */
  const openedMeanwhile = () => {
    const { fetch, ...others } = bench.dependencies
    return paymentsAt({
      ...bench,
      dependencies: {
        ...others,
        async fetch(url, init) {
          const [, id] = new URL(String(url)).pathname.match(/^\/v1\/invoices\/(in_\w+)$/) ?? []
          const draft = invoices().find((each) => each.id === id && each.status === 'draft')
          if (init?.method === 'POST' && draft)
            await fetch(`${bench.origin}/v1/invoices/${draft.id}/finalize`, {
              method: 'POST',
              headers: { authorization: `Bearer ${stripeSecrets.secretKey}` },
            })
          return fetch(url, init)
        },
      },
    })
  }
  const invoices = () =>
    heldAtStripe<{ id: string; status: string; billing_reason: string; auto_advance: boolean }>(
      bench,
      'invoices',
    )
  const renewal = () => invoices().find(({ billing_reason }) => billing_reason === 'subscription_cycle')
  const oneHeld = { ...azure(1), onHold: { azure: 1 } }

  it('gives up what Stripe has opened just before it could be held', async () => {
    const { subscriptionId } = await draftedRenewal()
    const after = await openedMeanwhile().setSubscriptionBilling(subscriptionId, azure(2, true))
    expect(after).toMatchObject({ isPaused: true })
    expect(after.heldUntil).toBeUndefined()
    expect(invoicesAtStripe()).toEqual(['void'])
  })

  it('gives up what was refused just before it could be held', async () => {
    const { payments, checkout } = await openCheckout(bench)
    await press(bench, checkout.sessionId, 'pay', 'declines')
    const { subscription } = await payments.readCheckout(checkout.sessionId)
    await bench.sandbox.advance(30 * day)
    const after = await tooLate().setSubscriptionBilling(subscription?.subscriptionId ?? '', azure(2, true))
    expect(after).toMatchObject({ status: 'active' })
    expect(after.heldUntil).toBeUndefined()
    expect(invoicesAtStripe()).toEqual(['void'])
  })

  it('charges what was opened before it could be held and is not given up when the hold is over', async () => {
    const { payments, subscriptionId } = await draftedRenewal()
    bench.sandbox.faults.add({ kind: '503', vendor: 'stripe', method: 'POST', path: '/void', times: 1 })
    await expect(
      openedMeanwhile().setSubscriptionBilling(subscriptionId, azure(2, true)),
    ).rejects.toMatchObject({ kind: 'transient' })
    expect(renewal()).toMatchObject({ status: 'open', auto_advance: false })
    await payments.setSubscriptionBilling(subscriptionId, azure(2))
    expect(renewal()).toMatchObject({ status: 'open', auto_advance: true })
    await bench.sandbox.advance(hour + 1_000)
    expect(invoicesAtStripe()).toEqual(['paid'])
  })

  it.each([
    ['at once', 0],
    ['after a failure', 1],
  ])('charges what was opened before it could wait for some that is on hold, %s', async (_, times) => {
    const { payments, subscriptionId } = await draftedRenewal()
    // The first of the two stops it.
    if (times > 0)
      bench.sandbox.faults.add({
        kind: '503',
        vendor: 'stripe',
        method: 'POST',
        path: '/v1/invoices/in_',
        skip: 2,
        times,
      })
    const set = openedMeanwhile().setSubscriptionBilling(subscriptionId, oneHeld)
    if (times > 0) {
      await expect(set).rejects.toMatchObject({ kind: 'transient' })
      expect(renewal()).toMatchObject({ status: 'open', auto_advance: false })
      await payments.setSubscriptionBilling(subscriptionId, oneHeld)
    } else expect((await set).heldUntil).toBeUndefined()
    await bench.sandbox.advance(hour + 1_000)
    expect(invoicesAtStripe()).toEqual(['paid'])
  })

  it('holds a draft for an hour while some of it is on hold, and charges the whole when that ends', async () => {
    const { payments, subscriptionId } = await draftedRenewal()
    const takings = charges()
    const { heldUntil } = await payments.setSubscriptionBilling(subscriptionId, oneHeld)
    expect(heldUntil?.getTime()).toBeGreaterThan(later(hour - 60_000).getTime())
    await bench.sandbox.advance(2 * hour)
    expect(charges()).toEqual(takings)
    expect((await payments.setSubscriptionBilling(subscriptionId, azure(2))).heldUntil).toBeUndefined()
    await bench.sandbox.advance(hour + 1_000)
    expect(charges()).toEqual([...takings, 10_000])
  })

  it('charges the rest where some is on hold for longer than the hour, and waits only once', async () => {
    const { payments, subscriptionId } = await draftedRenewal()
    const takings = charges()
    const set = (now: Date) => payments.setSubscriptionBilling(subscriptionId, { ...oneHeld, now })
    await set(later(0))
    expect((await set(later(hour / 2))).heldUntil).toBeDefined()
    expect((await set(later(hour + 2_000))).heldUntil).toBeUndefined()
    expect((await set(later(hour + 4_000))).heldUntil).toBeUndefined()
    await bench.sandbox.advance(hour + 1_000)
    expect(charges()).toEqual([...takings, 5_000])
  })

  it('begins the hour anew where all is on hold after some of it was', async () => {
    const { payments, subscriptionId } = await draftedRenewal()
    await payments.setSubscriptionBilling(subscriptionId, oneHeld)
    const pause = (ms: number) =>
      payments.setSubscriptionBilling(subscriptionId, { ...azure(2, true), now: later(ms) })
    expect((await pause(hour - 60_000)).heldUntil?.getTime()).toBeGreaterThan(later(1.9 * hour).getTime())
    expect((await pause(hour + 2_000)).heldUntil).toBeDefined()
    expect(invoicesAtStripe()).toEqual(['draft'])
  })

  it('charges no card for an invoice that is not owed any more', async () => {
    const { payments, customerExternalId } = await refusedTwice(bench)
    const charges = heldAtStripe(bench, 'charges').length
    for (const invoice of await payments.unpaidRenewals(customerExternalId))
      expect(
        await payments.collectInvoice({ invoice, cardId: 'pm_1', tries: 2, isOwed: async () => false }),
      ).toEqual({ paid: false })
    expect(heldAtStripe(bench, 'charges')).toHaveLength(charges)
  })

  it('charges an open invoice to a card, and tells of every try and why it was refused', async () => {
    const { payments, checkout, customerExternalId } = await openCheckout(bench)
    await press(bench, checkout.sessionId, 'pay', 'declines')
    const subscriptionId =
      (await payments.readCheckout(checkout.sessionId)).subscription?.subscriptionId ?? ''
    const paidUntil = (await payments.readSubscription(subscriptionId)).periodEnd
    await bench.sandbox.advance(renewed)
    const refused = await payments.readSubscription(subscriptionId)
    expect(refused).toMatchObject({
      status: 'past_due',
      periodEnd: paidUntil,
      owed: [{ number: expect.any(String), url: expect.stringContaining('/invoice/'), attempts: 1 }],
    })
    const [invoice] = await payments.unpaidRenewals(customerExternalId)
    if (!invoice) throw new Error('There is an open invoice.')
    const triesOf = async () => payments.cardTries(invoice.paymentId ?? '')
    const collect = async (cardId: string) =>
      payments.collectInvoice({ invoice, cardId, tries: (await triesOf()).length, isOwed: async () => true })
    expect(await payments.chosenCard(customerExternalId)).toBeUndefined()
    const [own] = await triesOf()
    expect(await triesOf()).toEqual([
      {
        chargeId: expect.stringMatching(/^ch_/),
        cardId: expect.stringMatching(/^pm_/),
        last4: '0341',
        cents: invoice.cents,
        refusal: { reason: 'generic_decline', isFinal: false },
        madeAt: expect.any(Date),
      },
    ])

    const { url } = await payments.openPortal({ customerExternalId, returnUrl: 'http://product.test/' })
    const give = async (card: string) => {
      const form = new URLSearchParams({ action: 'card', card })
      await bench.sandbox.fetch(url, { method: 'POST', body: form, redirect: 'manual' })
      return (await payments.chosenCard(customerExternalId)) ?? ''
    }
    expect(await collect(await give('stolen'))).toEqual({ paid: false })
    const card = await give('works')
    expect(await collect(card)).toEqual({ paid: true })
    expect((await triesOf()).map(({ cardId, refusal }) => [cardId === card, refusal])).toEqual([
      [false, own?.refusal],
      [false, { reason: 'stolen_card', isFinal: true }],
      [true, undefined],
    ])
    expect(await payments.readInvoice(invoice.invoiceId)).toMatchObject({ status: 'paid' })
    const paid = await payments.readSubscription(subscriptionId)
    expect(paid).toMatchObject({ status: 'active', owed: [] })
    expect(paid.periodEnd?.getTime()).toBe((paidUntil?.getTime() ?? 0) + 30 * day)
    await bench.sandbox.advance(30 * day)
    expect(await payments.readSubscription(subscriptionId)).toMatchObject({ status: 'active' })
  })

  it('forgives what was written off, once, and nothing that was paid', async () => {
    const { payments, subscriptionId, customerExternalId } = await refusedTwice(bench)
    const [first, second] = (await payments.readSubscription(subscriptionId)).owed
    const writeOff = (id = '') =>
      bench.sandbox.fetch(`${bench.sandbox.origin}/_stripe/invoices/write-off`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
      })
    await writeOff(first?.invoiceId)
    await writeOff(second?.invoiceId)
    expect(invoicesAtStripe()).toEqual(['uncollectible', 'uncollectible'])
    // Stripe calls it active: nothing is open.
    expect(await payments.readSubscription(subscriptionId)).toMatchObject({
      status: 'past_due',
      owed: [
        { ...first, isWrittenOff: true },
        { ...second, isWrittenOff: true },
      ],
    })
    expect(await payments.unpaidRenewals(customerExternalId)).toHaveLength(2)
    for (let time = 0; time < 2; time++)
      expect(await payments.forgiveInvoice(first?.invoiceId ?? '')).toMatchObject({ status: 'over' })
    await bench.sandbox.fetch(second?.url ?? '', {
      method: 'POST',
      body: new URLSearchParams({ card: 'works' }),
      redirect: 'manual',
    })
    expect(await payments.forgiveInvoice(second?.invoiceId ?? '')).toMatchObject({ status: 'paid' })
    expect(invoicesAtStripe()).toEqual(['void', 'paid'])
    expect(await payments.readSubscription(subscriptionId)).toMatchObject({ status: 'active', owed: [] })
  })

  it('leaves what was written off owed when its subscription ends, and gives up what is only open', async () => {
    const { payments, subscriptionId } = await refusedTwice(bench)
    const [first] = (await payments.readSubscription(subscriptionId)).owed
    await bench.sandbox.fetch(`${bench.sandbox.origin}/_stripe/invoices/write-off`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: first?.invoiceId }),
    })
    await payments.cancelSubscription(subscriptionId)
    expect(invoicesAtStripe()).toEqual(['uncollectible', 'void'])
    expect(await payments.readSubscription(subscriptionId)).toMatchObject({
      status: 'ended',
      owed: [{ invoiceId: first?.invoiceId, isWrittenOff: true }],
    })
  })

  it('says past due after a failed renewal, and active again once a card works', async () => {
    const { payments, checkout, customerExternalId } = await openCheckout(bench)
    await press(bench, checkout.sessionId, 'pay', 'declines')
    const { subscription } = await payments.readCheckout(checkout.sessionId)
    const subscriptionId = subscription?.subscriptionId ?? ''
    await bench.sandbox.advance(renewed)
    expect((await payments.readSubscription(subscriptionId)).status).toBe('past_due')
    await bench.sandbox.fetch(`${bench.sandbox.origin}/_stripe/cards`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer: customerExternalId, behaviour: 'works' }),
    })
    await bench.sandbox.advance(3 * day)
    expect((await payments.readSubscription(subscriptionId)).status).toBe('active')
  })

  it('opens a portal that cannot cancel or change quantities', async () => {
    const { payments, customerExternalId } = await paidCheckout(bench)
    const { url } = await payments.openPortal({
      customerExternalId,
      returnUrl: 'http://product.test/dashboard',
    })
    const page = await (await bench.dependencies.fetch(url)).text()
    expect(page).toContain('Update card')
    expect(page).not.toContain('Cancel subscription')
    await payments.openPortal({ customerExternalId, returnUrl: 'http://product.test/dashboard' })
    expect(heldAtStripe(bench, 'portal_configurations')).toHaveLength(1)
  })

  it('finds promotions that can be used, whatever their case, and no others', async () => {
    const payments = paymentsAt(bench)
    expect(await payments.findPromotion('launch60')).toEqual({
      promotionId: expect.stringMatching(/^promo_/),
      firstOrderOnly: false,
      minimumCents: 0,
      code: 'LAUNCH60',
      basisPoints: 60_00,
      appliesTo: ['plan_azure', 'domain_registration'],
    })
    expect(await payments.findPromotion('SPRING20')).toBeUndefined()
    expect(await payments.findPromotion('NOPE')).toBeUndefined()
  })

  it('refunds once per refund of ours, and never more than was paid', async () => {
    const { payments, paymentId } = await paidCheckout(bench)
    const first = await payments.refund({ refundId: 'rf_1', paymentId, cents: 900 })
    expect(first).toMatchObject({ cents: 900, status: 'succeeded' })
    expect((await payments.refund({ refundId: 'rf_1', paymentId, cents: 900 })).refundId).toBe(first.refundId)
    await expect(payments.refund({ refundId: 'rf_2', paymentId, cents: 99_999 })).rejects.toMatchObject({
      kind: 'rejected',
      reason: expect.stringContaining('greater than unrefunded amount'),
    })
  })

  it('tells that a refund failed, and that it is none of what went back', async () => {
    const { payments, paymentId } = await paidCheckout(bench)
    const { refundId } = await payments.refund({ refundId: 'rf_1', paymentId, cents: 15_550 })
    expect(await payments.readRefunds(paymentId)).toMatchObject({
      isWhole: true,
      refunds: [{ refundId, reference: 'rf_1', status: 'succeeded', failure: undefined }],
    })
    await bench.dependencies.fetch(`${bench.origin}/_stripe/refunds/fail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: refundId, failure: 'declined' }),
    })
    expect(await payments.readRefunds(paymentId)).toMatchObject({
      isWhole: false,
      refunds: [{ refundId, status: 'failed', failure: 'declined' }],
    })
    const { events } = await payments.events({ since: new Date(0) })
    expect(events.find(({ type }) => type === 'refund.failed')?.objects.refundedPaymentId).toBe(paymentId)
  })

  it('follows a dispute until it is decided', async () => {
    const { payments, disputeId, paymentId } = await disputed(bench)
    expect(await payments.readDispute(disputeId)).toEqual({
      disputeId,
      paymentId,
      amountCents: 15_550,
      outcome: 'open',
      isRefundable: false,
    })
    await bench.dependencies.fetch(`${bench.origin}/_stripe/disputes/close`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: disputeId, outcome: 'lost' }),
    })
    expect((await payments.readDispute(disputeId)).outcome).toBe('lost')
  })

  it('pages through events and says what they are about', async () => {
    const { payments, checkout, subscriptionId, paymentId, customerExternalId } = await paidCheckout(bench)
    for (let n = 0; n < 120; n++)
      await payments.ensureCustomer({ customerId: `c${n}`, email: `c${n}@example.test` })
    const seen: PaymentEvent[] = []
    let after: string | undefined
    do {
      const page = await payments.events({ since: new Date(Date.now() - day), after })
      seen.push(...page.events)
      after = page.next
    } while (after)
    expect(new Set(seen.map((event) => event.id)).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(120)
    const about = (type: string) => seen.find((event) => event.type === type)?.objects
    expect(about('checkout.session.completed')).toMatchObject({
      sessionId: checkout.sessionId,
      subscriptionId,
      customerExternalId,
    })
    expect(about('invoice.paid')).toMatchObject({ subscriptionId, customerExternalId })
    expect(about('payment_intent.succeeded')).toMatchObject({ paymentId })
    expect(await payments.events({ since: new Date(Date.now() + day) })).toEqual({
      events: [],
      next: undefined,
    })
  })

  it('says what is wrong with a key', async () => {
    expect(await paymentsAt(bench).probe()).toEqual({ ok: true })
    const { createStripePayments } = await import('./stripe.ts')
    const wrong = createStripePayments(
      {
        baseUrl: bench.origin,
        secretKey: 'sk_test_revoked12345',
        webhookSecret: 'whsec_x',
        naming: () => ({ productName: 'Inboxyard', planNames: {}, shippedName: 'Inboxyard' }),
      },
      bench.dependencies,
    )
    expect(await wrong.probe()).toEqual({
      ok: false,
      reason: 'the secret key is not accepted',
      isAway: false,
    })
    await expect(wrong.findPromotion('X')).rejects.toMatchObject({ kind: 'unauthorised' })
  })

  it.each([
    ['/v1/invoices', 'rak_invoice_read', 'invoices'],
    ['/v1/payment_methods', 'rak_payment_method_read', 'payment methods'],
    ['/v1/coupons', 'rak_coupon_read', 'coupons'],
    ['/v1/charges', 'rak_charge_read', 'charges'],
  ])('says what a restricted key may not read: %s', async (path, permission, what) => {
    const answer = await bench.dependencies.fetch(`${bench.origin}/_stripe/permissions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ [path]: permission }),
    })
    expect(answer.status).toBe(200)
    const { createStripePayments } = await import('./stripe.ts')
    const restricted = createStripePayments(
      {
        baseUrl: bench.origin,
        secretKey: 'rk_test_12345',
        webhookSecret: 'whsec_x',
        naming: () => ({ productName: 'Inboxyard', planNames: {}, shippedName: 'Inboxyard' }),
      },
      bench.dependencies,
    )
    expect(await restricted.probe()).toEqual({
      ok: false,
      reason: `the key may not read ${what}; give it these permissions in the dashboard`,
      isAway: false,
    })
  })

  it.each([
    ['switched off', 'the same process'],
    ['switched off', 'another process'],
    ['gone', 'the same process'],
    ['gone', 'another process'],
  ])('opens the portal with another configuration where its own is %s, in %s', async (state, process) => {
    const payments = paymentsAt(bench)
    const { customerExternalId } = await payments.ensureCustomer(customer)
    const request = { customerExternalId, returnUrl: 'http://product.test/dashboard' }
    await payments.openPortal(request)
    const held = bench.sandbox.store.collection('stripe.portal_configurations')
    const [first] = heldAtStripe<{ id: string }>(bench, 'portal_configurations')
    const id = first?.id ?? ''
    if (state === 'gone') held.delete(id)
    else held.put(id, { ...first, active: false })
    const later = process === 'the same process' ? payments : paymentsAt(bench)
    for (let time = 0; time < 2; time++)
      expect(await later.openPortal(request)).toMatchObject({ url: expect.any(String) })
    expect(held.list()).toHaveLength(state === 'gone' ? 1 : 2)
  })

  it('says which objects do not exist', async () => {
    const payments = paymentsAt(bench)
    await expect(payments.readCheckout('cs_test_nope')).rejects.toMatchObject({ kind: 'not_found' })
    const gone = { kind: 'not_found', code: subscriptionGone }
    await expect(payments.readSubscription('sub_nope')).rejects.toMatchObject(gone)
    await expect(payments.cancelSubscription('sub_nope')).rejects.toMatchObject(gone)
    await expect(
      payments.setSubscriptionBilling('sub_nope', { quantities: { azure: 1 }, isPaused: false }),
    ).rejects.toMatchObject(gone)
    await expect(payments.runningSubscriptions('cus_nope')).rejects.toMatchObject({ code: customerGone })
    await expect(
      payments.createCheckout(payments.prepareCheckout(offerFor('cus_nope')), 'k'),
    ).rejects.toMatchObject({ kind: 'rejected', code: customerGone })
    expect(await payments.account('bpc_nope')).toBeUndefined()
  })

  it('makes another customer instead of one who was deleted, while Stripe still repeats its first answer', async () => {
    const payments = paymentsAt(bench)
    const first = await payments.ensureCustomer(customer)
    deleteCustomer(openStripeAccount(bench.sandbox.world), first.customerExternalId)
    expect(await payments.ensureCustomer(customer)).toEqual(first)
    const second = await payments.ensureCustomer({ ...customer, instead: first.customerExternalId })
    expect(second).not.toEqual(first)
  })

  it('asks before every request, and sends nothing when it may not', async () => {
    const payments = paymentsAt(bench)
    const before = bench.sandbox.requests().length
    const lost = new Error('the lease is lost')
    const ctx = { beforeCall: () => Promise.reject(lost) }
    await expect(payments.findPromotion('LAUNCH60', ctx)).rejects.toBe(lost)
    expect(bench.sandbox.requests()).toHaveLength(before)
  })

  it('keeps its calls apart when many are made at once', async () => {
    const payments = paymentsAt(bench)
    const ids = Array.from({ length: 20 }, (_, n) => ({ customerId: `c${n}`, email: `c${n}@example.test` }))
    const made = await Promise.all(ids.map((each) => payments.ensureCustomer(each)))
    const held = new Map(
      heldAtStripe<{ id: string; metadata: Record<string, string> }>(bench, 'customers').map((c) => [
        c.id,
        c.metadata.customer_id,
      ]),
    )
    expect(made.map(({ customerExternalId }) => held.get(customerExternalId))).toEqual(
      ids.map((each) => each.customerId),
    )
  })

  it('blocks its own limit when Stripe says that there were too many requests', async () => {
    bench.sandbox.faults.add({ kind: '429', vendor: 'stripe', retryAfter: 3 })
    await expect(paymentsAt(bench).findPromotion('X')).rejects.toBeInstanceOf(VendorError)
    expect(bench.dependencies.limits.blocks).toEqual([{ key: 'stripe:account', forMs: 3_000 }])
  })
})
