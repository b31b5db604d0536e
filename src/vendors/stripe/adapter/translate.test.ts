import { describe, expect, it } from 'vitest'
import {
  toCardTry,
  toCheckout,
  toDispute,
  toEvent,
  toInvoice,
  toPromotion,
  toSubscription,
} from './translate.ts'
import {
  cardTryWire,
  disputeWire,
  eventWire,
  invoiceWire,
  promotionCodeListWire,
  sessionWire,
  subscriptionWire,
} from './wire.ts'

const session = {
  id: 'cs_test_a1',
  object: 'checkout.session',
  status: 'open',
  payment_status: 'unpaid',
  url: 'https://checkout.stripe.com/c/pay/cs_test_a1',
  amount_total: 5_000,
  client_reference_id: 'chk_1',
  customer: 'cus_1',
  subscription: null,
  payment_intent: null,
  invoice: null,
  expires_at: 1_795_273_339,
  livemode: false,
}
const readSession = (more: object) => toCheckout(sessionWire.parse({ ...session, ...more }))

describe('a checkout session', () => {
  it('is not paid before the money has arrived', () => {
    expect(readSession({})).toMatchObject({ status: 'open', paid: false })
    // A bank debit: the customer is through, the money is not here.
    expect(readSession({ status: 'complete' }).paid).toBe(false)
    expect(readSession({ status: 'complete', payment_status: 'paid' }).paid).toBe(true)
  })

  it('that costs nothing is paid once it is complete', () => {
    expect(readSession({ payment_status: 'no_payment_required' }).paid).toBe(false)
    expect(readSession({ payment_status: 'no_payment_required', status: 'complete' }).paid).toBe(true)
  })

  it('has its payment on the first invoice in subscription mode', () => {
    const payments = {
      object: 'list',
      has_more: false,
      data: [{ payment: { type: 'payment_intent', payment_intent: 'pi_1' } }],
    }
    expect(readSession({ invoice: { id: 'in_1', payments } }).paymentId).toBe('pi_1')
    expect(readSession({ invoice: 'in_1' }).paymentId).toBeUndefined()
    expect(readSession({ payment_intent: { id: 'pi_2', object: 'payment_intent' } }).paymentId).toBe('pi_2')
  })

  it('leaves out lines that are not ours', () => {
    const line = (product: string) => ({
      id: `li_${product}`,
      amount_subtotal: 200,
      amount_total: 150,
      quantity: 2,
      price: { product, unit_amount: 100 },
    })
    const data = [line('inboxyard_google'), line('prod_else')]
    expect(readSession({ line_items: { object: 'list', has_more: false, data } }).lines).toEqual([
      { product: 'plan_google', unitCents: 100, quantity: 2, listCents: 200, netCents: 150 },
    ])
  })
})

describe('a subscription', () => {
  const item = (product: string, quantity: number, end: number) => ({
    id: `si_${product}`,
    quantity,
    current_period_start: end - 30 * 86_400,
    current_period_end: end,
    price: { product, unit_amount: 5_000 },
  })
  const read = (status: string, data = [item('inboxyard_azure', 2, 1_800_000_000)]) =>
    toSubscription(
      subscriptionWire.parse({
        id: 'sub_1',
        object: 'subscription',
        status,
        customer: 'cus_1',
        metadata: { checkout_id: 'chk_1' },
        items: { object: 'list', has_more: false, data },
      }),
    )

  it.each([
    ['active', 'active'],
    ['trialing', 'active'],
    ['past_due', 'past_due'],
    ['unpaid', 'past_due'],
    ['paused', 'paused'],
    ['incomplete', 'incomplete'],
    ['incomplete_expired', 'ended'],
    ['canceled', 'ended'],
    ['a_state_of_tomorrow', 'past_due'],
  ])('that is %s at Stripe is %s to us', (wire, ours) => {
    expect(read(wire).status).toBe(ours)
  })

  it('is paid until the latest of its items, and not at all once it has ended', () => {
    const data = [item('inboxyard_azure', 2, 1_800_000_000), item('inboxyard_premium', 1, 1_800_000_500)]
    expect(read('active', data)).toMatchObject({
      quantities: { azure: 2, premium: 1 },
      periodEnd: new Date(1_800_000_500_000),
      checkoutId: 'chk_1',
    })
    expect(read('canceled', data).periodEnd).toBeUndefined()
  })
})

describe('a promotion code', () => {
  const code = (coupon: object, more: object = {}) =>
    promotionCodeListWire.parse({
      object: 'list',
      has_more: false,
      data: [
        {
          id: 'promo_1',
          active: true,
          code: 'LAUNCH60',
          customer: null,
          restrictions: { first_time_transaction: false, minimum_amount: null },
          promotion: {
            type: 'coupon',
            coupon: { valid: true, percent_off: 60, duration: 'once', ...coupon },
          },
          ...more,
        },
      ],
    }).data[0]!

  it('covers the products it names, or everything', () => {
    const applies_to = { products: ['inboxyard_azure', 'prod_else', 'inboxyard_domain'] }
    expect(toPromotion(code({ applies_to }))?.appliesTo).toEqual(['plan_azure', 'domain_registration'])
    expect(toPromotion(code({}))?.appliesTo).toHaveLength(4)
  })

  it.each([
    ['is switched off', {}, { active: false }],
    ['has a coupon that ran out', { valid: false }, {}],
    ['takes a fixed amount', { percent_off: null }, {}],
    ['takes finer than hundredths of a percent', { percent_off: 33.333 }, {}],
    ['lasts longer than one invoice', { duration: 'forever' }, {}],
    ['is one customer’s own', {}, { customer: 'cus_9' }],
    [
      'needs a least amount of other money',
      {},
      { restrictions: { minimum_amount: 10_000, minimum_amount_currency: 'eur' } },
    ],
  ])('that %s cannot be used', (_, coupon, more) => {
    expect(toPromotion(code(coupon, more))).toBeUndefined()
  })
})

it.each([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'inquiry_closed'],
  ['appeal_needs_response', 'lost'],
  ['appeal_under_review', 'lost'],
  ['won', 'won'],
  ['lost', 'lost'],
])('a dispute that is %s is %s to us', (status, outcome) => {
  const wire = { id: 'du_1', object: 'dispute', amount: 900, status, payment_intent: 'pi_1' }
  expect(toDispute(disputeWire.parse(wire)).outcome).toBe(outcome)
})

describe('an event', () => {
  const read = (object: object, type = 'some.type', previous_attributes?: object) =>
    toEvent(
      eventWire.parse({
        id: 'evt_1',
        object: 'event',
        type,
        created: 1_795_186_939,
        data: { object, previous_attributes },
      }),
    ).objects

  it.each([
    [
      { id: 'cs_1', object: 'checkout.session', subscription: 'sub_1' },
      { sessionId: 'cs_1', subscriptionId: 'sub_1' },
    ],
    [
      { id: 'sub_1', object: 'subscription', customer: 'cus_1' },
      { subscriptionId: 'sub_1', customerExternalId: 'cus_1' },
    ],
    [
      { id: 'in_1', object: 'invoice', parent: { subscription_details: { subscription: 'sub_1' } } },
      { invoiceId: 'in_1', subscriptionId: 'sub_1' },
    ],
    [{ id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }, { paymentId: 'pi_1' }],
    [
      { id: 'du_1', object: 'dispute', payment_intent: 'pi_1' },
      { disputeId: 'du_1', paymentId: 'pi_1' },
    ],
    [{ object: 'balance' }, {}],
  ])('names what it is about', (object, objects) => {
    const named = Object.fromEntries(Object.entries(read(object)).filter(([, id]) => id !== undefined))
    expect(named).toEqual(objects)
  })

  it.each([
    ['for the first time', 'pm_1', { invoice_settings: { default_payment_method: null } }, 'cus_1'],
    ['instead of another', 'pm_2', { invoice_settings: { default_payment_method: 'pm_1' } }, 'cus_1'],
    ['with a new address', 'pm_1', { address: null }, undefined],
    ['since a renewal was refused', 'pm_1', { delinquent: false }, undefined],
    ['with other settings', 'pm_1', { invoice_settings: { footer: null } }, undefined],
    ['as it was', 'pm_1', { invoice_settings: { default_payment_method: 'pm_1' } }, undefined],
    ['by nothing that is told', 'pm_1', undefined, undefined],
  ])('says that a customer has chosen a card %s', (_, card, before, customer) => {
    const object = { id: 'cus_1', object: 'customer', invoice_settings: { default_payment_method: card } }
    expect(read(object, 'customer.updated', before).cardChangedFor).toBe(customer)
  })

  it('does not take a card that was typed at a payment page for one that was chosen', () => {
    const object = { id: 'pm_1', object: 'payment_method', customer: 'cus_1' }
    expect(read(object, 'payment_method.attached').cardChangedFor).toBeUndefined()
  })
})

describe('a try to charge a card', () => {
  const charge = {
    id: 'ch_1',
    object: 'charge',
    amount: 50_00,
    status: 'failed',
    created: 1_795_186_939,
    payment_method: 'pm_1',
    payment_method_details: { type: 'card', card: { last4: '0341' } },
    failure_code: 'card_declined',
    outcome: { reason: 'insufficient_funds', advice_code: null },
  }
  const read = (more: object) => toCardTry(cardTryWire.parse({ ...charge, ...more }))[0]

  it.each([
    [{}, 'insufficient_funds', false],
    [{ outcome: { reason: 'stolen_card' } }, 'stolen_card', true],
    [{ outcome: { reason: 'generic_decline', advice_code: 'do_not_try_again' } }, 'generic_decline', true],
    [{ outcome: { reason: 'generic_decline', advice_code: 'try_again_later' } }, 'generic_decline', false],
    [{ outcome: null, failure_code: 'expired_card' }, 'expired_card', false],
    [{ outcome: null, failure_code: null }, 'generic_decline', false],
  ])('that was refused says why, and whether for good: %j', (more, reason, isFinal) => {
    expect(read(more)?.refusal).toEqual({ reason, isFinal })
  })

  it('is one once it is decided, by a card that is kept', () => {
    expect(read({ status: 'succeeded' })).toMatchObject({ chargeId: 'ch_1', refusal: undefined })
    expect(read({ status: 'pending' })).toBeUndefined()
    expect(read({ payment_method: null })).toBeUndefined()
  })
})

describe('an invoice', () => {
  it('bills a plan by its own line, not by what a change in the middle of a period is charged by', () => {
    const line = (id: string, quantity: number, start: number, proration: boolean) => ({
      id,
      quantity,
      period: { start, end: start + 100 },
      pricing: { price_details: { product: 'inboxyard_azure' } },
      parent: { subscription_item_details: { proration } },
    })
    const invoice = toInvoice(
      invoiceWire.parse({
        id: 'in_1',
        object: 'invoice',
        status: 'open',
        billing_reason: 'subscription_cycle',
        amount_due: 1,
        amount_remaining: 1,
        attempt_count: 1,
        lines: {
          object: 'list',
          has_more: false,
          data: [line('il_1', 5, 50, true), line('il_2', 2, 100, false)],
        },
      }),
    )
    expect(invoice.quantities).toEqual({ azure: 2 })
    expect(invoice.period).toEqual({ from: new Date(100_000), until: new Date(200_000) })
  })
})
