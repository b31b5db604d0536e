import { expect, test } from 'vitest'
import { type WarmupNotes, warmupOf, withWeek } from './warmup.ts'

const day = 86_400_000
const since = Date.parse('2026-11-01T12:00:00Z')
const dayOf = (days: number) => new Date(since + days * day).toISOString().slice(0, 10)

/** Asked on each of these days for the seven before, of which each has so many mails. */
const askedOn = (asked: readonly number[], aDay: number): WarmupNotes =>
  asked.reduce<WarmupNotes>(
    (notes, at) => withWeek(notes, { from: dayOf(at - 7), to: dayOf(at - 1), mails: Math.min(at, 7) * aDay }),
    { since },
  )

test('mails add up week by week, and none is counted twice however often the tool is asked', () => {
  const daily = Array.from({ length: 22 }, (_, at) => at + 1)
  expect(warmupOf(askedOn(daily, 4), since + 22 * day)).toEqual({ days: 22, mails: 88 })
  expect(warmupOf(askedOn([1, 8, 15, 22], 4), since + 22 * day)?.mails).toBe(88)
})

test('a week that was not asked for is missing, and what the last one has is counted all the same', () => {
  expect(warmupOf(askedOn([1, 15], 4), since + 15 * day)?.mails).toBe(32)
  expect(warmupOf(askedOn([3, 9], 4), since + 9 * day)?.mails).toBe(28)
})

test('a tool that counts no mails leaves the days alone', () => {
  expect(warmupOf({ since }, since + 20 * day)).toEqual({ days: 20, mails: null })
  expect(warmupOf({ since }, since - day)).toEqual({ days: 0, mails: null })
})

test('where nobody knows when it began, or nothing was sent for a whole week of it, there is none', () => {
  expect(warmupOf(undefined, since)).toBeNull()
  expect(warmupOf(askedOn([1], 0), since + day)).toEqual({ days: 1, mails: 0 })
  expect(warmupOf(askedOn([1, 9], 0), since + 9 * day)).toBeNull()
})
