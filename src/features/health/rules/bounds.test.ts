import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lowerBound, shareText, upperBound } from './bounds.ts'

const counts = fc
  .integer({ min: 1, max: 5_000 })
  .chain((of) => fc.tuple(fc.integer({ min: 0, max: of }), fc.constant(of)))

test('the counted rate lies between the bounds, and more of the same brings them closer', () => {
  fc.assert(
    fc.property(counts, ([hits, of]) => {
      expect(lowerBound(hits, of)).toBeLessThanOrEqual(hits / of + 1e-12)
      expect(upperBound(hits, of)).toBeGreaterThanOrEqual(hits / of - 1e-12)
      expect(lowerBound(hits * 10, of * 10)).toBeGreaterThanOrEqual(lowerBound(hits, of) - 1e-12)
      expect(upperBound(hits * 10, of * 10)).toBeLessThanOrEqual(upperBound(hits, of) + 1e-12)
    }),
  )
})

test('a rate that nobody has counted is neither bad nor good', () => {
  expect([lowerBound(0, 0), upperBound(0, 0)]).toEqual([0, 1])
  expect(shareText(0, 0)).toBe('none of 0')
})

test('the published lines are crossed at the published counts', () => {
  for (const [hits, of] of [
    [4, 50],
    [6, 100],
    [10, 200],
  ] as const) {
    expect(lowerBound(hits, of)).toBeGreaterThan(0.03)
    expect(lowerBound(hits - 1, of)).toBeLessThanOrEqual(0.03)
  }
  expect(upperBound(0, 270)).toBeLessThan(0.01)
})
