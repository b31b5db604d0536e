import { expect, test } from 'vitest'
import { retryDelayMs } from './retry.ts'

const refused = { kind: 'transient', isOverLimit: true, retryAfterMs: undefined } as const
const chances = [0, 0.5, 1]

test('a name at a used-up limit asks again within 45 seconds, however long and often it has waited', () => {
  for (const chance of chances)
    for (const waitedMs of [0, 5_000, 60_000, 3_600_000])
      for (const attempts of [1, 10, 1_000]) {
        const delay = retryDelayMs(refused, attempts, chance, waitedMs)
        expect(delay).toBeGreaterThanOrEqual(500)
        expect(delay).toBeLessThanOrEqual(45_000)
      }
})

test('it asks not before the limit says that there is room', () => {
  for (const chance of chances)
    expect(retryDelayMs({ ...refused, retryAfterMs: 120_000 }, 1, chance, 0)).toBe(120_000)
})

test('what fails is tried less and less often, whether or not it waits for a limit besides', () => {
  const failing = { kind: 'transient', isOverLimit: false, retryAfterMs: undefined } as const
  const delays = Array.from({ length: 12 }, (_, attempts) => retryDelayMs(failing, attempts, 0.5, 0))
  expect(delays).toEqual([...delays].sort((a, b) => a - b))
  expect(delays.at(-1)).toBe(900_000)
})
