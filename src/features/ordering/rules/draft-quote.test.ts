import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderItems, quoteItems } from '#features/checkout/rules/pricing.ts'
import { domainOptions, orderCountMax, orderCountMin, planIds } from '#features/plans/rules/catalog.ts'
import { firstPriceList, pricesOf } from '#features/plans/rules/price-list.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { quoteDraft } from './draft-quote.ts'
import { choosePlan, emptyDraft } from './order-draft.ts'

const prices = { ...pricesOf(firstPriceList), spares: { azure: 20_00, google: 30_00 } }

test('a draft costs nothing before it has a plan, then its plan, then what is in the cart', () => {
  expect(quoteDraft(emptyDraft(), prices)).toBeUndefined()
  const planned = choosePlan(emptyDraft(), 'premium', 2)
  expect(quoteDraft(planned, prices)).toMatchObject({
    monthlyCents: 25000,
    oneTimeCents: 0,
    totalCents: 25000,
  })
  const cart = { ...planned, domainOption: 'purchase' as const }
  cart.domains.purchase.azure = ['a1.com', 'b2.net']
  expect(quoteDraft(cart, prices)?.oneTimeCents).toBe(2450)
})

test('own names are free', () => {
  expect(quoteDraft(completeDraft('google', 1, 'own'), prices)).toMatchObject({
    oneTimeCents: 0,
    totalCents: 5000,
  })
})

test('a promotion is taken off', () => {
  const promotion = { basisPoints: 60_00, appliesTo: ['plan_azure'] as const }
  expect(quoteDraft(completeDraft('azure', 1, 'own'), prices, promotion)?.totalCents).toBe(2000)
})

test('a draft with a plan costs the same as the order that comes of it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...planIds),
      fc.integer({ min: orderCountMin, max: orderCountMax }),
      fc.constantFrom(...domainOptions),
      fc.boolean(),
      (plan, orderCount, domainOption, isReserve) => {
        const draft = { ...completeDraft(plan, orderCount, domainOption), isReserve }
        const { azure, google } = draft.domains[domainOption]
        const domains = [...azure, ...google]
        const items = orderItems({ plan, orderCount, isReserve, domainOption, domains }, prices)
        expect(quoteDraft(draft, prices)).toEqual(quoteItems(items))
      },
    ),
  )
})
