import { expect, test } from 'vitest'
import { fallShareAt, overlapEnds } from './overlap.ts'

const day = 86_400_000
const began = new Date('2026-03-03T04:05:06.007Z')
const after = (days: number, ms = 0) => new Date(began.getTime() + days * day + ms)

test('a domain that was replaced sends for 14 days and receives for 30, from the moment at which it began to fall', () => {
  expect(overlapEnds(began)).toEqual({ falls: after(14), receives: after(30) })
})

test('it sends less after each whole day, nothing after the fourteenth, and never more than all', () => {
  const shares = Array.from({ length: 16 }, (_, days) => fallShareAt(began, after(days)))
  expect(shares).toEqual([100, 93, 86, 79, 71, 64, 57, 50, 43, 36, 29, 21, 14, 7, 0, 0])
  expect([fallShareAt(began, after(7, -1)), fallShareAt(began, after(7))]).toEqual([57, 50])
  expect([fallShareAt(began, after(-3)), fallShareAt(began, after(400))]).toEqual([100, 0])
})
