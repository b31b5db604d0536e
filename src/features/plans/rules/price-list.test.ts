import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planIds, purchasableTlds } from './catalog.ts'
import { priceChanges } from './price-changes.ts'
import {
  ceilingCents,
  firstPriceList,
  orderCents,
  originalPrices,
  type PriceList,
  planNamesOf,
  pricesOf,
  registrationCents,
  soldPlans,
  soldTlds,
  withOwnPrices,
} from './price-list.ts'
import { priceList } from './price-list-form.ts'
import { registrationFees } from './registration-fees.ts'

const first = pricesOf(firstPriceList)
const withTlds = (cents: Partial<Record<(typeof purchasableTlds)[number], number>>) => ({
  ...first,
  tlds: { ...first.tlds, ...cents },
})

test('the first price list is one that an owner could have entered', () => {
  expect(priceList.safeParse(firstPriceList).success).toBe(true)
})

test('an own price is what new and reinstated orders of its plan cost, and of no other', () => {
  const own = withOwnPrices(first, { google: 42_50 })
  expect(own.plans).toEqual({ azure: 50_00, google: 42_50, premium: 125_00 })
  expect(own.reinstated).toEqual({ azure: 50_00, google: 42_50, premium: 50_00 })
  expect(withOwnPrices(first, undefined)).toEqual(first)
})

test('an order of spares costs the price of spares, where its plan has one, and never more than its plan', () => {
  const prices = { ...first, spares: { azure: 30_00, premium: 125_01 } }
  const cents = (isReserve: boolean, own?: Parameters<typeof withOwnPrices>[1]) =>
    planIds.map((plan) => orderCents(withOwnPrices(prices, own), plan, isReserve))
  expect(cents(false)).toEqual([50_00, 50_00, 125_00])
  expect(cents(true)).toEqual([30_00, 50_00, 125_00])
  expect(cents(true, { azure: 29_99, google: 42_50, premium: 130_00 })).toEqual([29_99, 42_50, 125_01])
})

test('of a list each part is read where it is set, and nowhere else', () => {
  const { plans, tlds } = firstPriceList
  const list: PriceList = {
    plans: {
      azure: { ...plans.azure, name: 'Starter', spareCents: 30_00 },
      google: { ...plans.google, cents: 51_00, originalCents: 75_00, onSale: false },
      premium: { ...plans.premium, spareCents: 0, originalCents: 0 },
    },
    tlds: { ...tlds, biz: { cents: 11_00, ceilingCents: 33_00, onSale: false } },
    reinstateCents: 41_00,
  }
  expect(pricesOf(list)).toEqual({
    plans: { azure: 50_00, google: 51_00, premium: 125_00 },
    spares: { azure: 30_00, premium: 0 },
    reinstated: { azure: 41_00, google: 41_00, premium: 41_00 },
    tlds: { com: 15_50, co: 9_00, net: 9_00, org: 9_00, info: 9_00, biz: 11_00 },
  })
  expect(planNamesOf(list)).toEqual({ azure: 'Starter' })
  expect(originalPrices(list)).toEqual({ google: 75_00, premium: 0 })
  expect(soldPlans(list)).toEqual(['azure', 'premium'])
  expect(soldTlds(list)).toEqual(['com', 'co', 'net', 'org', 'info'])
  expect([ceilingCents(list, 'com'), ceilingCents(list, 'biz')]).toEqual([25_00, 33_00])
  expect(soldPlans(firstPriceList)).toEqual(planIds)
  expect(soldTlds(firstPriceList)).toEqual(purchasableTlds)
})

test('the first list has no other names, no former prices, and none for spares', () => {
  expect(first.spares).toEqual({})
  expect(planNamesOf(firstPriceList)).toEqual({})
  expect(originalPrices(firstPriceList)).toEqual({})
})

test('an ending that no price is known of costs as much as the dearest, and is refused as early as .com', () => {
  expect(registrationCents(withTlds({ biz: 99_00 }), 'example')).toBe(99_00)
  expect(ceilingCents(firstPriceList, 'example')).toBe(25_00)
  expect(ceilingCents(firstPriceList, 'net')).toBe(45_00)
})

describe('what registering costs, in words', () => {
  test.each<[string, ReturnType<typeof withTlds>, readonly string[], object]>([
    ['as the product ships', first, purchasableTlds, { com: '$15.50', others: '$9.00' }],
    [
      'with dear others',
      withTlds({ org: 12_00 }),
      purchasableTlds,
      { com: '$15.50', others: '$9.00 to $12.00' },
    ],
    ['without the dear one', withTlds({ org: 12_00 }), ['com', 'net'], { com: '$15.50', others: '$9.00' }],
    ['with .com alone', first, ['com'], { com: '$15.50', others: undefined }],
    ['without .com', first, ['net', 'biz'], { com: undefined, others: '$9.00' }],
  ])('is told of what is on sale %s', (_, prices, sold, fees) => {
    expect(registrationFees(prices, sold)).toEqual(fees)
  })
})

describe('what is different between two lists', () => {
  test('is told of each amount, and of what is on sale', () => {
    const { plans, tlds } = firstPriceList
    const after: PriceList = {
      plans: {
        ...plans,
        azure: { name: 'Starter', cents: 60_00, originalCents: 75_00, spareCents: null, onSale: false },
      },
      tlds: { ...tlds, co: { cents: 12_00, ceilingCents: 50_00, onSale: true } },
      reinstateCents: 40_00,
    }
    expect(priceChanges(firstPriceList, after)).toEqual([
      'Entra: called Starter',
      'Entra: $50.00 → $60.00',
      'Entra: original price none → $75.00',
      'Entra: not on sale any more',
      '.co: $9.00 → $12.00',
      '.co: refused above $45.00 → $50.00',
      'Reinstated orders: $50.00 → $40.00',
    ])
    expect(priceChanges(after, firstPriceList)).toContain('Starter: on sale again')
  })

  test('is nothing exactly where they are the same', () => {
    const plan = fc.constantFrom(...planIds)
    fc.assert(
      fc.property(
        plan,
        fc.integer({ min: 1_00, max: 2_00 }),
        fc.integer({ min: 1_00, max: 2_00 }),
        (id, one, other) => {
          const list = (cents: number): PriceList => ({
            ...firstPriceList,
            plans: { ...firstPriceList.plans, [id]: { cents, originalCents: null, onSale: true } },
          })
          expect(priceChanges(list(one), list(other))).toHaveLength(one === other ? 0 : 1)
        },
      ),
    )
  })
})
