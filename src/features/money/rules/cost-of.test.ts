import { expect, test } from 'vitest'
import { type CostPrice, costOf } from './cost-of.ts'

const price = (cents: number, from: string): CostPrice => ({
  kind: 'registration',
  subject: 'com',
  cents,
  from,
})
const prices = [price(900, '2026-03'), price(1200, '2026-11'), { ...price(1, '2026-01'), subject: 'net' }]
const costIn = (month: string, count = 2, of = prices) =>
  costOf(of, { month, kind: 'registration', subject: 'com', count }).cents

test('a cost counts from the month that it is entered for until the month before the next one begins', () => {
  expect(['2026-03', '2026-10', '2026-11', '2027-01'].map((month) => costIn(month))).toEqual([
    1800, 1800, 2400, 2400,
  ])
  // In whatever order they were entered.
  expect(costIn('2026-11', 2, prices.toReversed())).toBe(2400)
})

test('before a cost is entered for any month it is unknown, unless there was nothing to pay for', () => {
  expect(costIn('2026-02')).toBeNull()
  expect(costIn('2026-02', 0)).toBe(0)
})
