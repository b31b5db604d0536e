import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysLeft } from './days-left.ts'

const room = (used: number, capacity: number, added: number) => ({ used, capacity, added })

test.each([
  ['the first that is full counts', [room(40, 100, 30), room(90, 100, 30)], 30, { days: 10 }],
  ['nothing moves', [room(40, 100, 0)], 30, { unknown: 'nothing was added in 30 days' }],
  ['it is new', [room(1, 100, 1)], 2.9, { unknown: 'it is here for less than 3 days' }],
  ['full is full, whatever the pace', [room(100, 100, 0)], 1, { days: 0 }],
  ['beyond its capacity', [room(120, 100, 3)], 30, { days: 0 }],
])('%s', (_, rooms, overDays, expected) => {
  expect(daysLeft(rooms, overDays)).toEqual(expected)
})

test('unknown is never told as none left, and what is told fits in', () => {
  const rooms = fc.array(
    fc.record({ used: fc.nat(99), capacity: fc.integer({ min: 100, max: 500 }), added: fc.nat(50) }),
    { minLength: 1 },
  )
  void fc.assert(
    fc.property(rooms, fc.integer({ min: 3, max: 30 }), (all, overDays) => {
      const left = daysLeft(all, overDays)
      if ('unknown' in left) {
        expect(all.every(({ added }) => added === 0)).toBe(true)
        return
      }
      for (const { used, capacity, added } of all)
        expect(used + (added / overDays) * left.days).toBeLessThanOrEqual(capacity + 1e-6)
    }),
  )
})
