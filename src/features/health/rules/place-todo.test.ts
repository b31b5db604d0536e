import fc from 'fast-check'
import { expect, test } from 'vitest'
import { domainStatuses } from '#features/orders/rules/order-status.ts'
import { healthStateNames } from './health-states.ts'
import { type Place, placeTodo } from './place-todo.ts'

const place: fc.Arbitrary<Place> = fc.record({
  isReserve: fc.boolean(),
  isSpent: fc.boolean(),
  isOnHold: fc.boolean(),
  leaving: fc.option(
    fc.record({
      isFalling: fc.constant(false),
      successor: fc.option(fc.constantFrom(...domainStatuses)),
    }),
  ),
})
const state = fc.constantFrom(...healthStateNames)
const says = (of: Place, successor: Exclude<Place['leaving'], null>['successor']) =>
  placeTodo('replace', { ...of, leaving: { isFalling: false, successor } })

test('nobody is asked to replace what is replaced already', () => {
  fc.assert(
    fc.property(state, place, (of, where) => {
      if (where.leaving && (of === 'replace' || where.isSpent))
        expect(placeTodo(of, where) ?? '').not.toMatch(/\breplace it\b/i)
    }),
  )
})

test('a replacement that stopped, waits, is not wanted any more or is on hold is not said to come by itself', () => {
  fc.assert(
    fc.property(place, (where) => {
      const willCome = 'once that is delivered'
      const going = { ...where, isOnHold: false }
      expect(says(going, 'in progress')).toContain(willCome)
      const others = [
        says(going, 'error'),
        says(going, 'pending'),
        says(going, null),
        says({ ...where, isOnHold: true }, 'to do'),
      ]
      expect(new Set(others).size).toBe(4)
      for (const each of others) expect(each).not.toContain(willCome)
    }),
  )
})

test('of what is on its way out since another one serves nothing is asked', () => {
  fc.assert(
    fc.property(state, place, (of, where) => {
      const leaving = { isFalling: true, successor: null }
      expect(placeTodo(of, { ...where, leaving })).toContain('nothing is to be done about it')
    }),
  )
})
