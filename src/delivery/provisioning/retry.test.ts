import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { driftDelayMs, retryDelayMs } from './retry.ts'

const over = { kind: 'transient', isOverLimit: true, retryAfterMs: undefined } as const
const failing = { kind: 'transient', isOverLimit: false, retryAfterMs: undefined } as const
const waiting = { kind: 'waiting', isOverLimit: false, retryAfterMs: undefined } as const
const chance = fc.double({ min: 0, max: 1, noNaN: true })
const atLimit = fc.nat(10_000)
const attempts = fc.nat(1_000)
const seconds = (each: number) => each * 1_000

describe('at a used-up limit a name asks again', () => {
  test('within 45 seconds, however many wait there and however often it has asked', () => {
    fc.assert(
      fc.property(attempts, chance, atLimit, (tries, luck, names) => {
        const delay = retryDelayMs(over, tries, luck, names)
        expect(delay).toBeGreaterThanOrEqual(500)
        expect(delay).toBeLessThanOrEqual(45_000)
      }),
    )
  })

  test('the less often the more wait there: after half a second for each, from one second to thirty', () => {
    for (const [names, delay] of [
      [1, 1],
      [2, 1],
      [4, 2],
      [20, 10],
      [60, 30],
      [3_600, 30],
    ] as const)
      expect(retryDelayMs(over, 1, 0.5, names), `${names} names`).toBe(seconds(delay))
  })

  test('not before the limit says that there is room, and no later for that', () => {
    fc.assert(
      fc.property(chance, atLimit, fc.nat(seconds(3_600)), (luck, names, retryAfterMs) => {
        const without = retryDelayMs(over, 1, luck, names)
        expect(retryDelayMs({ ...over, retryAfterMs }, 1, luck, names)).toBe(Math.max(without, retryAfterMs))
      }),
    )
  })
})

describe('without a limit a name is tried again', () => {
  test('less and less often where it fails: after a second at first, every 15 minutes in the end', () => {
    const delays = Array.from({ length: 12 }, (_, tries) => retryDelayMs(failing, tries, 0.5, 0))
    expect(delays).toEqual([1, 2, 5, 10, 30, 60, 120, 300, 600, 900, 900, 900].map(seconds))
  })

  test('less and less often where it waits: after two seconds at first, every 15 minutes in the end', () => {
    const delays = Array.from({ length: 12 }, (_, tries) => retryDelayMs(waiting, tries, 0.5, 0))
    expect(delays).toEqual([2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 900, 900].map(seconds))
  })

  test('when it is known to be ready, where it waits and that was said, never at once', () => {
    fc.assert(
      fc.property(attempts, chance, atLimit, fc.nat(seconds(3_600)), (tries, luck, names, retryAfterMs) => {
        expect(retryDelayMs({ ...waiting, retryAfterMs }, tries, luck, names)).toBe(
          Math.max(1_000, retryAfterMs),
        )
      }),
    )
  })

  test('spread by chance: by half where it fails, by a tenth where it waits', () => {
    fc.assert(
      fc.property(attempts, atLimit, (tries, names) => {
        for (const [error, share] of [
          [failing, 0.5],
          [waiting, 0.1],
        ] as const) {
          const middle = retryDelayMs(error, tries, 0.5, 0)
          expect(retryDelayMs(error, tries, 0, names)).toBeCloseTo(middle * (1 - share), 3)
          expect(retryDelayMs(error, tries, 1, names)).toBeCloseTo(middle * (1 + share), 3)
        }
      }),
    )
  })

  test('not before the vendor says, where that is later', () => {
    expect(retryDelayMs({ ...failing, retryAfterMs: seconds(60) }, 0, 0.5, 0)).toBe(seconds(60))
    expect(retryDelayMs({ ...failing, retryAfterMs: 1 }, 0, 0.5, 0)).toBe(seconds(1))
  })

  test('a day after it was refused for good, a quarter of an hour after its credentials were', () => {
    const refused = (kind: 'rejected' | 'unauthorised') => ({ ...failing, kind })
    fc.assert(
      fc.property(attempts, chance, atLimit, (tries, luck, names) => {
        expect(retryDelayMs(refused('rejected'), tries, luck, names)).toBe(24 * 3_600_000)
        expect(retryDelayMs(refused('unauthorised'), tries, luck, names)).toBe(15 * 60_000)
      }),
    )
  })
})

test('a finished name is looked at again within a day, and not in the first twenty hours', () => {
  fc.assert(
    fc.property(chance, (luck) => {
      const hours = driftDelayMs(luck) / 3_600_000
      expect(hours).toBeCloseTo(20 + 4 * luck, 6)
    }),
  )
})
