import { expect, test } from 'vitest'
import type { PersonName } from '#features/people/rules/person-name.ts'
import { type DomainStanding, reinstatedShares } from './reinstate-shares.ts'

const people: PersonName[] = [
  { firstName: 'Al', lastName: 'Ray' },
  { firstName: 'Bo', lastName: 'Lee' },
]
const azure = (counts: readonly number[]): DomainStanding => ({
  platform: 'azure',
  before: counts.map((count, at) => ({ ...people[at]!, azure: count, google: 0 })),
})
const counts = (...domains: DomainStanding[]) => {
  const { shares, totals, uneven } = reinstatedShares(people, domains)
  return { azure: shares.map((share) => share.azure), total: totals.azure, uneven }
}

test('an order comes back with the numbers that it had, an order of the plan’s with what is sold', () => {
  expect(counts(azure([20, 20]), azure([20, 20]))).toEqual({ azure: [20, 20], total: 80, uneven: null })
  expect(counts(azure([26, 26]))).toEqual({ azure: [25, 25], total: 50, uneven: null })
  expect(counts(azure([]))).toEqual({ azure: [25, 25], total: 50, uneven: null })
})

test('of orders with different numbers each person is shown the most, and the sum is of what each gets', () => {
  expect(counts(azure([20, 10]), azure([5, 30]))).toEqual({ azure: [20, 30], total: 65, uneven: 'orders' })
})

test('where only a domain of which nothing is known differs, its order is not said to have had other numbers', () => {
  expect(counts(azure([20, 20]), azure([]))).toEqual({ azure: [25, 25], total: 90, uneven: 'unknown' })
  expect(counts(azure([]), azure([26, 26]))).toMatchObject({ uneven: null })
  expect(counts(azure([]), azure([20, 20]), azure([20, 10]))).toMatchObject({ uneven: 'orders' })
})
