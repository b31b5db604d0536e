import fc from 'fast-check'
import { expect, test } from 'vitest'
import { droppedPeriod, periodAt } from './dropped-period.ts'

const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n))

test.each([
  ['within a paid period', { settled: 30, held: 10, now: 12 }, undefined],
  ['over the end of a paid period', { settled: 30, held: 29, now: 31 }, [30, 60]],
  ['that began just after the end of a paid period', { settled: 30, held: 30, now: 32 }, [30, 60]],
  ['of months', { settled: 30, held: 20, now: 125 }, [120, 150]],
  ['of some, while others were charged for the period', { settled: 60, held: 20, now: 40 }, [30, 60]],
  ['of some, within a period', { settled: 60, held: 35, now: 40 }, undefined],
] as const)('a hold %s', (_, { settled, held, now }, dropped) => {
  expect(droppedPeriod(day(settled), day(held), day(now))).toEqual(
    dropped && { from: day(dropped[0]), until: day(dropped[1]) },
  )
})

test('every moment is in one period of thirty days, and the periods follow the one that was paid', () => {
  fc.assert(
    fc.property(fc.integer({ min: -29, max: 900 }), (passed) => {
      const { from, until } = periodAt(day(30), day(30 + passed))
      expect(from <= day(30 + passed) && day(30 + passed) < until).toBe(true)
      expect(until.getTime() - from.getTime()).toBe(30 * 24 * 3600_000)
      expect(Math.abs(from.getTime() - day(30).getTime()) % (30 * 24 * 3600_000)).toBe(0)
    }),
  )
})
