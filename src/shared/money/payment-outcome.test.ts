import { expect, test } from 'vitest'
import { readDashboardOutcome, withoutDashboardOutcome } from './payment-outcome.ts'

test.each([
  ['order_success=true', 'succeeded'],
  ['order_failure=true', 'failed'],
  ['order_success=false', undefined],
  ['order_success=', undefined],
  ['', undefined],
])('an address with "%s" tells %s', (query, outcome) => {
  expect(readDashboardOutcome(new URLSearchParams(query))).toBe(outcome)
})

test('what was told is taken out of the address, the filters stay', () => {
  const query = new URLSearchParams('order_success=true&q=acme&order_failure=true')
  expect(withoutDashboardOutcome(query).toString()).toBe('q=acme')
})
