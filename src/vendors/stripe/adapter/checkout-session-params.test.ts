import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRecurring, productIds } from '#features/checkout/rules/pricing.ts'
import type { CheckoutOffer } from '#vendors/ports/payments.ts'
import { checkoutSessionParams, inOneOrder } from './checkout-session-params.ts'

const offer: CheckoutOffer = {
  checkoutId: 'chk_7',
  customerExternalId: 'cus_1',
  lines: [
    { product: 'plan_azure', unitCents: 5_000, quantity: 2 },
    { product: 'domain_registration', unitCents: 1_550, quantity: 4 },
  ],
  promotionId: 'promo_1',
  expiresAt: new Date('2026-11-21T10:00:00.900Z'),
  successUrl: 'https://example.com/payment-success?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'https://example.com/payment-cancel',
}

describe('the parameters of a checkout session', () => {
  it('charge plans every 30 days and registrations once, under fixed products', () => {
    expect(checkoutSessionParams(offer)).toEqual({
      mode: 'subscription',
      customer: 'cus_1',
      client_reference_id: 'chk_7',
      line_items: [
        {
          price_data: {
            currency: 'usd',
            product: 'inboxyard_azure',
            unit_amount: 5_000,
            recurring: { interval: 'day', interval_count: 30 },
          },
          quantity: 2,
        },
        { price_data: { currency: 'usd', product: 'inboxyard_domain', unit_amount: 1_550 }, quantity: 4 },
      ],
      discounts: [{ promotion_code: 'promo_1' }],
      metadata: { checkout_id: 'chk_7' },
      subscription_data: { metadata: { checkout_id: 'chk_7' } },
      expires_at: 1_795_255_200,
      success_url: offer.successUrl,
      cancel_url: offer.cancelUrl,
      expand: ['line_items', 'invoice.payments', 'subscription'],
    })
  })

  it('take a single payment, with an invoice, where nothing is charged again', () => {
    const params = checkoutSessionParams({ ...offer, promotionId: undefined, lines: offer.lines.slice(1) })
    expect(params.mode).toBe('payment')
    expect(params.invoice_creation?.enabled).toBe(true)
    expect(params.payment_intent_data?.metadata).toEqual({ checkout_id: 'chk_7' })
    expect(params).not.toHaveProperty('subscription_data')
    expect(params).not.toHaveProperty('discounts')
  })

  it('never ask Stripe for its own code field, so that what was shown is what is charged', () => {
    expect(checkoutSessionParams(offer)).not.toHaveProperty('allow_promotion_codes')
  })

  it('cannot have the id in their metadata replaced', () => {
    const params = checkoutSessionParams({ ...offer, metadata: { checkout_id: 'other', order_id: 'ord_1' } })
    expect(params.metadata).toEqual({ checkout_id: 'chk_7', order_id: 'ord_1' })
  })

  it('refuse more lines than Stripe takes, and none', () => {
    const lines = Array.from({ length: 21 }, (_, n) => ({
      product: 'domain_registration' as const,
      unitCents: 900 + n,
      quantity: 1,
    }))
    expect(() => checkoutSessionParams({ ...offer, lines })).toThrow(/at most 20/)
    expect(() => checkoutSessionParams({ ...offer, lines: [] })).toThrow(/at least one/)
  })

  const line = fc.record({
    product: fc.constantFrom(...productIds),
    unitCents: fc.integer({ min: 0, max: 100_000 }),
    quantity: fc.integer({ min: 1, max: 100 }),
  })

  it('keep every line’s amount, and survive being stored as JSON', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), (lines) => {
        const params = checkoutSessionParams({ ...offer, lines })
        expect(JSON.parse(JSON.stringify(params))).toEqual(params)
        expect(
          params.line_items?.map((item) => (item.price_data?.unit_amount ?? 0) * (item.quantity ?? 0)),
        ).toEqual(lines.map((each) => each.unitCents * each.quantity))
        expect(params.mode === 'subscription').toBe(lines.some((each) => isRecurring(each.product)))
      }),
    )
  })
})

it('brings parameters into one order, whatever order they were stored in', () => {
  fc.assert(
    fc.property(fc.object({ maxDepth: 3, values: [fc.string(), fc.integer(), fc.boolean()] }), (value) => {
      const shuffled = reversed(value)
      expect(JSON.stringify(inOneOrder(shuffled))).toBe(JSON.stringify(inOneOrder(value)))
      expect(inOneOrder(value)).toEqual(value)
    }),
  )
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  )
}
