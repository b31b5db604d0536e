import { expect, test } from 'vitest'
import { planIds } from './catalog.ts'
import { planNames, planOfName } from './plan-names.ts'

test('every plan is found by each of its names', () => {
  for (const plan of planIds) {
    expect(planOfName(plan)).toBe(plan)
    expect(planOfName(planNames[plan].choice)).toBe(plan)
    expect(planOfName(planNames[plan].order)).toBe(plan)
  }
})

test.each(['', 'Azure', 'gold', 'toString'])('%j names no plan', (name) => {
  expect(planOfName(name)).toBeUndefined()
})
