import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstPriceList } from '../rules/price-list.ts'
import { dollarText, draftOf, draftProblems, listOfDraft, typedCents } from './price-draft.ts'

test('a list that is only looked at stays what it is, to the cent', () => {
  expect(listOfDraft(draftOf(firstPriceList))).toEqual(firstPriceList)
  expect(draftProblems(draftOf(firstPriceList))).toEqual({})
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_99 }), (cents) => {
      expect(typedCents(dollarText(cents))).toBe(cents)
    }),
  )
})

test.each([
  ['60', 60_00],
  [' $42.5 ', 42_50],
  ['1,000', -1],
  ['-5', -1],
  ['9.999', -1],
  ['', -1],
  ['1e3', -1],
])('%j is %d cents', (typed, cents) => {
  expect(typedCents(typed)).toBe(cents)
})

test('each problem stands at its amount, in the order of the page', () => {
  const draft = draftOf(firstPriceList)
  draft.plans.azure.cents = 'free'
  draft.plans.google.originalCents = '10'
  draft.tlds.com.ceilingCents = '0'
  expect(Object.keys(draftProblems(draft))).toEqual([
    'plans.azure.cents',
    'plans.google.originalCents',
    'tlds.com.ceilingCents',
  ])
})
