import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { orderItems, type Promotion, quoteItems } from '#features/checkout/rules/pricing.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { firstPriceList, pricesOf } from '#features/plans/rules/price-list.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import {
  areOwnReturnUrls,
  buildCheckout,
  checkoutBody,
  returnUrls,
  statedPrices,
  statesOtherPrice,
} from './checkout-request.ts'
import { selectedDomains } from './order-draft.ts'

const prices = pricesOf(firstPriceList)

const origin = 'https://orders.example.com'
const request = (plan: (typeof planIds)[number], orderCount: number, promotion?: Promotion) => {
  const draft = { ...completeDraft(plan, orderCount), plan, domainOption: 'purchase' as const }
  const domains = Object.values(selectedDomains(draft)).flat()
  const quote = quoteItems(orderItems({ ...draft, domains }, prices), promotion)
  const taken = { orderIds: ['ord_1'], domainGroups: [{ groupId: 'bun_1' }] }
  const customer = { name: 'Jane Doe', email: 'jane@acme.com' }
  return { quote, body: buildCheckout(draft, taken, quote, { customer, origin, termsAccepted: true }) }
}

describe('the request for a payment page', () => {
  test('says what the customer was shown: ten Premium orders', () => {
    const { body } = request('premium', 10)
    expect(body).toMatchObject({
      plan: 'azure_google',
      orderType: 'premium',
      orderCount: 10,
      domainOption: 'purchase',
      monthlySubscription: 1250,
      domainRegistrationFee: 930,
      totalPrice: 2180,
      successUrl: 'https://orders.example.com/payment-success?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://orders.example.com/payment-cancel',
    })
    expect(body.domains).toHaveLength(60)
    expect(checkoutBody.parse(JSON.parse(JSON.stringify(body)))).toEqual(body)
  })

  test('states the price of its offer, and of no other', () => {
    const basisPoints = fc.integer({ min: 1_00, max: 100_00 })
    fc.assert(
      fc.property(
        fc.constantFrom(...planIds),
        fc.integer({ min: 1, max: 10 }),
        basisPoints,
        (plan, orderCount, discount) => {
          const promotion = {
            basisPoints: discount,
            appliesTo: ['plan_azure', 'domain_registration'] as const,
          }
          const { body, quote } = request(plan, orderCount, promotion)
          const stated = JSON.parse(JSON.stringify(body))
          expect(statesOtherPrice(stated, quote)).toBe(false)
          expect(statesOtherPrice(stated, request(plan, orderCount).quote)).toBe(true)
          expect(statesOtherPrice({ ...stated, totalPrice: stated.totalPrice + 0.01 }, quote)).toBe(true)
        },
      ),
    )
  })

  test.each<[string, object]>([
    ['a negative price', { totalPrice: -1 }],
    ['a price that is no number', { totalPrice: '50' }],
    ['a hundred and one names', { domains: Array(101).fill('a.com') }],
    ['an unknown plan', { plan: 'gold' }],
    ['an unknown field', { discount: 100 }],
    ['a code that can be none', { promotionCode: '60 % off' }],
    ['a group without an id', { domainGroups: [{}] }],
  ])('is refused with %s', (_, over) => {
    expect(checkoutBody.safeParse({ ...request('azure', 1).body, ...over }).success).toBe(false)
  })

  test('may also be for bundles that come back', () => {
    const { body, quote } = request('azure', 1)
    const reinstate = { ...body, orderType: 'reinstate', domainOption: 'own_domain', ...statedPrices(quote) }
    expect(checkoutBody.safeParse(reinstate).success).toBe(true)
  })
})

test('only the site itself is returned to', () => {
  expect(areOwnReturnUrls(returnUrls(origin), origin)).toBe(true)
  expect(areOwnReturnUrls(returnUrls('https://evil.example'), origin)).toBe(false)
  expect(
    areOwnReturnUrls({ ...returnUrls(origin), cancelUrl: `${origin}.evil.example/payment-cancel` }, origin),
  ).toBe(false)
})
