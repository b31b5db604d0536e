import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoteItems, reinstateItems } from '#features/checkout/rules/pricing.ts'
import { planIds, purchasableTlds } from '#features/plans/rules/catalog.ts'
import { firstPriceList, pricesOf } from '#features/plans/rules/price-list.ts'
import { offeredPrice, reinstatePrice } from './reinstate-price.ts'

const prices = pricesOf(firstPriceList)

const anyName = fc
  .tuple(fc.integer({ min: 0, max: 999 }), fc.constantFrom(...purchasableTlds))
  .map(([number, tld]) => `name${number}.${tld}`)

test('the price shown before asking is what the server offers, whatever the plans', () => {
  const anyGroup = fc.record({
    plan: fc.constantFrom(...planIds),
    domains: fc.array(anyName, { maxLength: 6 }),
  })
  fc.assert(
    fc.property(fc.array(anyGroup, { minLength: 1, maxLength: 10 }), (groups) => {
      const offer = quoteItems(
        reinstateItems(
          groups.map((group, index) => ({ groupId: `bun_${index}`, ...group })),
          prices,
        ),
      )
      const again = groups.flatMap(({ domains }) => domains)
      expect(
        reinstatePrice(
          groups.map(({ plan }) => plan),
          again,
          prices,
        ),
      ).toEqual(offeredPrice(offer))
    }),
  )
})

test('two orders and a .com that is registered again cost 115.50 now and 100 dollars a month', () => {
  expect(reinstatePrice(['azure', 'google'], ['acme.com'], prices)).toEqual({
    orders: 2,
    registrations: [{ name: 'acme.com', cents: 15_50 }],
    monthlyCents: 100_00,
    oneTimeCents: 15_50,
    totalCents: 115_50,
  })
})
