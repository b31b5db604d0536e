import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planIds, platforms, requiredDomains } from '#features/plans/rules/catalog.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import {
  type CheckoutOrder,
  checkoutOrderOf,
  checkoutProblem,
  missingForCheckout,
  mixedShortfall,
} from './checkout-validation.ts'
import { emptyDraft, furthestPath } from './order-draft.ts'

const order = (over: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  ...checkoutOrderOf(completeDraft(over.plan ?? 'azure', over.orderCount)),
  ...over,
})

test('an empty order lacks everything, in the order in which it is asked', () => {
  expect(checkoutProblem(checkoutOrderOf(emptyDraft()))).toBe(
    'Please complete all required fields before checkout: Plan, Domain option, Forwarding URL, Company name, Email tool, Users.',
  )
})

describe('the numbers of domains', () => {
  test.each<[Partial<CheckoutOrder>, string[]]>([
    [{ plan: 'google', domains: { azure: 0, google: 0 } }, ['Google domains']],
    [
      { plan: 'google', domains: { azure: 0, google: 4 } },
      ['Google domains must be a multiple of 5 (currently 4)'],
    ],
    [
      { plan: 'google', domains: { azure: 0, google: 10 } },
      ['Google domains must be exactly 5 for 1 order (currently 10)'],
    ],
    [{ plan: 'premium', domains: { azure: 0, google: 0 } }, ['Azure domains', 'Google domains']],
    [{ plan: 'premium', domains: { azure: 6, google: 0 } }, ['Google domains']],
    [
      { plan: 'premium', domains: { azure: 3, google: 2 } },
      ['Total domains must be a multiple of 6 (currently 5)'],
    ],
    [
      { plan: 'premium', domains: { azure: 4, google: 2 } },
      [
        'Azure domains must be exactly 3 for 1 order (currently 4)',
        'Google domains must be exactly 3 for 1 order (currently 2)',
      ],
    ],
    [{ plan: 'azure', domains: { azure: 0, google: 0 } }, ['Azure domains']],
    [
      { plan: 'azure', domains: { azure: 3, google: 0 } },
      ['Azure domains must be a multiple of 2 (currently 3)'],
    ],
    [
      { plan: 'azure', orderCount: 2, domains: { azure: 2, google: 0 } },
      ['Azure domains must be exactly 4 for 2 orders (currently 2)'],
    ],
  ])('%j: %j', (over, missing) => {
    expect(missingForCheckout(order(over))).toEqual(missing)
  })

  test('are right exactly when they are those of the plan, times the orders', () => {
    const count = fc.integer({ min: 0, max: 32 })
    fc.assert(
      fc.property(
        fc.constantFrom(...planIds),
        fc.integer({ min: 1, max: 10 }),
        count,
        count,
        (plan, orderCount, azure, google) => {
          const domains = { azure, google }
          const required = requiredDomains(plan, orderCount)
          const right = platforms.every((platform) => domains[platform] === required[platform])
          expect(missingForCheckout(order({ plan, orderCount, domains })).length === 0).toBe(right)
          expect(missingForCheckout(order({ plan, orderCount, domains: required }))).toEqual([])
        },
      ),
    )
  })
})

test.each<[Partial<CheckoutOrder>, string]>([
  [{ domainOption: null }, 'Domain option'],
  [{ forwardUrl: 'no url' }, 'Forwarding URL'],
  [{ companyName: 'Acme & Co' }, 'Company name'],
  [{ tool: null }, 'Email tool'],
  [{ toolValues: { url: ' ' } }, 'Bison URL (required for Bison email tool)'],
  [{ people: 0 }, 'Users'],
])('%j lacks %j', (over, item) => {
  expect(checkoutProblem(order(over))).toBe(`Please complete all required fields before checkout: ${item}.`)
})

test('a draft that has come to its review lacks nothing', () => {
  for (const plan of planIds) {
    const draft = completeDraft(plan, 3)
    expect(furthestPath(draft)).toBe('/review-order')
    expect(checkoutProblem(checkoutOrderOf(draft))).toBeUndefined()
  }
})

test('only a Premium order is short of its minimum', () => {
  const sentence =
    'Premium plan requires 3 Azure domains and 3 Google domains. Please go back and add more domains.'
  expect(mixedShortfall(order({ plan: 'premium', domains: { azure: 3, google: 2 } }), {})).toBe(sentence)
  expect(
    mixedShortfall(order({ plan: 'premium', orderCount: 2, domains: { azure: 3, google: 3 } }), {}),
  ).toBe(sentence)
  expect(mixedShortfall(order({ plan: 'premium' }), {})).toBeUndefined()
  expect(mixedShortfall(order({ plan: 'azure', domains: { azure: 0, google: 0 } }), {})).toBeUndefined()
})
