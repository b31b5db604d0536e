import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planIds, platforms, purchasableTlds, requiredDomains } from '../plans/catalog.ts'
import {
  centsOfDollars,
  dollarsOf,
  formatUsd,
  isRecurring,
  orderItems,
  planOfProduct,
  productIds,
  promotionCode,
  promotionMessages,
  quote,
  quoteItems,
  reinstateItems,
  replacementItems,
} from './pricing.ts'

const launch = { percent: 60, appliesTo: ['plan_azure', 'domain_registration'] as const }
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)

const order = fc
  .record({
    plan: fc.constantFrom(...planIds),
    orderCount: fc.integer({ min: 1, max: 10 }),
    domainOption: fc.constantFrom('purchase', 'own'),
    tlds: fc.array(fc.constantFrom(...purchasableTlds), { minLength: 60, maxLength: 60 }),
  })
  .map(({ tlds, ...rest }) => {
    const required = requiredDomains(rest.plan, rest.orderCount)
    const count = sum(platforms.map((each) => required[each]))
    return { ...rest, domains: tlds.slice(0, count).map((tld, index) => `acme${index}.${tld}`) }
  })
const promotion = fc.option(
  fc.record({
    percent: fc.integer({ min: 1, max: 10_000 }).map((n) => n / 100),
    appliesTo: fc.subarray([...productIds]),
  }),
  { nil: undefined },
)

describe('a new order costs', () => {
  test('its plan and a fee per bought name: two Entra orders', () => {
    const offer = quoteItems(
      orderItems({
        plan: 'azure',
        orderCount: 2,
        domainOption: 'purchase',
        domains: ['a1.com', 'b2.com', 'c3.com', 'd4.co'],
      }),
    )
    expect(offer.lines).toEqual([
      { product: 'plan_azure', unitCents: 5000, quantity: 2, listCents: 10000, netCents: 10000 },
      { product: 'domain_registration', unitCents: 1550, quantity: 3, listCents: 4650, netCents: 4650 },
      { product: 'domain_registration', unitCents: 900, quantity: 1, listCents: 900, netCents: 900 },
    ])
    expect(offer).toMatchObject({
      monthlyCents: 10000,
      oneTimeCents: 5550,
      discountCents: 0,
      totalCents: 15550,
    })
  })

  test('nothing for own names', () => {
    const items = orderItems({ plan: 'premium', orderCount: 1, domainOption: 'own', domains: ['a1.com'] })
    expect(quoteItems(items)).toMatchObject({ monthlyCents: 12500, oneTimeCents: 0, totalCents: 12500 })
  })

  test('60 % less at first with the launch promotion, on Entra and on names only', () => {
    const domains = ['a1.com', 'b2.net']
    const entra = orderItems({ plan: 'azure', orderCount: 1, domainOption: 'purchase', domains })
    expect(quoteItems(entra, launch)).toMatchObject({
      monthlyCents: 5000,
      oneTimeCents: 2450,
      discountCents: 4470,
      totalCents: 2980,
    })
    const google = orderItems({ plan: 'google', orderCount: 1, domainOption: 'purchase', domains })
    expect(quoteItems(google, launch)).toMatchObject({ discountCents: 1470, totalCents: 5980 })
  })
})

test('a reinstated bundle costs $50, and the fee of a name that has lapsed', () => {
  const items = reinstateItems([
    { groupId: 'bun_1', plan: 'azure', domains: ['a1.com'] },
    { groupId: 'bun_2', plan: 'google', domains: [] },
  ])
  expect(quoteItems(items)).toMatchObject({ monthlyCents: 10000, oneTimeCents: 1550, totalCents: 11550 })
  expect(items.map((item) => item.key)).toEqual(['bun_1', 'bun_2', 'a1.com'])
})

test('a replacement costs its registration, an own name nothing', () => {
  expect(quoteItems(replacementItems('purchase', ['a1.com', 'b2.biz'])).totalCents).toBe(2450)
  expect(quoteItems(replacementItems('own', ['a1.com']))).toMatchObject({ lines: [], totalCents: 0 })
})

describe('every offer', () => {
  test('adds up, item by item and line by line', () => {
    fc.assert(
      fc.property(order, promotion, (each, discount) => {
        const items = orderItems(each)
        const offer = quoteItems(items, discount)
        expect(sum(offer.items.map((item) => item.netCents))).toBe(offer.totalCents)
        expect(sum(offer.lines.map((line) => line.netCents))).toBe(offer.totalCents)
        expect(offer.totalCents).toBe(offer.monthlyCents + offer.oneTimeCents - offer.discountCents)
        expect(offer.items.map((item) => item.key)).toEqual(items.map((item) => item.key))
        for (const item of offer.items) {
          expect(item.netCents).toBeGreaterThanOrEqual(0)
          expect(item.netCents).toBeLessThanOrEqual(item.listCents)
          if (!discount?.appliesTo.includes(item.product)) expect(item.netCents).toBe(item.listCents)
        }
        expect(quote.parse(offer)).toEqual(offer)
      }),
    )
  })

  test('has one line per price, few enough for the payment provider', () => {
    fc.assert(
      fc.property(order, (each) => {
        const { lines } = quoteItems(orderItems(each))
        expect(lines.length).toBeLessThanOrEqual(3)
        expect(new Set(lines.map((line) => `${line.product} ${line.unitCents}`)).size).toBe(lines.length)
      }),
    )
  })

  test('does not depend on the order of its items', () => {
    fc.assert(
      fc.property(order, promotion, (each, discount) => {
        const backwards = quoteItems(orderItems(each).toReversed(), discount)
        expect(backwards.totalCents).toBe(quoteItems(orderItems(each), discount).totalCents)
      }),
    )
  })
})

test('plans and their products know each other', () => {
  expect(planOfProduct('domain_registration')).toBeUndefined()
  expect(productIds.filter(isRecurring).map(planOfProduct)).toEqual(planIds)
})

test('amounts are written with two decimals and survive the wire', () => {
  expect([0, 5000, 1550, 123450].map(formatUsd)).toEqual(['$0.00', '$50.00', '$15.50', '$1,234.50'])
  fc.assert(
    fc.property(fc.nat(10_000_000), (amount) => {
      expect(centsOfDollars(dollarsOf(amount))).toBe(amount)
      expect(centsOfDollars(Number(dollarsOf(amount).toFixed(2)))).toBe(amount)
    }),
  )
})

test('a promotion code is trimmed; what cannot be one is refused before anybody is asked', () => {
  expect(promotionCode.parse(' LAUNCH60 ')).toBe('LAUNCH60')
  expect(promotionCode.safeParse('60 % off').error?.issues[0]?.message).toBe(promotionMessages.malformed)
  expect(promotionCode.safeParse('').success).toBe(false)
})
