import fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberText } from './number-text.ts'
import { formatUsd } from './usd.ts'

test('numbers are written as Americans write them', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (value) => {
      expect(numberText(value)).toBe(new Intl.NumberFormat('en-US').format(value))
    }),
  )
})

test('quarters of hours are rounded up to one decimal', () => {
  const written = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  fc.assert(
    fc.property(fc.nat(1e9), (quarters) => {
      expect(numberText(quarters / 4, 1)).toBe(written.format(quarters / 4))
    }),
  )
})

test('cents are written as dollars with two decimals', () => {
  const written = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => {
      expect(formatUsd(cents)).toBe(written.format(cents / 100))
    }),
  )
})
