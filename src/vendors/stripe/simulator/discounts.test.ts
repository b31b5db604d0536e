import fc from 'fast-check'
import { expect, it } from 'vitest'
import { discountPerLine, sum } from './discounts.ts'

const line = fc.record({
  product: fc.constantFrom('a', 'b', 'c'),
  cents: fc.integer({ min: 0, max: 100_000 }),
})
const coupon = fc.oneof(
  fc.record({ percent_off: fc.integer({ min: 1, max: 100 }), amount_off: fc.constant(null) }),
  fc.record({ percent_off: fc.constant(null), amount_off: fc.integer({ min: 1, max: 200_000 }) }),
)

it('takes 60 % off the covered lines only', () => {
  const lines = [
    { product: 'inboxyard_azure', cents: 10_000 },
    { product: 'inboxyard_google', cents: 5_000 },
    { product: 'inboxyard_domain', cents: 1_550 },
  ]
  const applies_to = { products: ['inboxyard_azure', 'inboxyard_domain'] }
  expect(discountPerLine(lines, { percent_off: 60, amount_off: null, applies_to })).toEqual([6_000, 0, 930])
})

it('never takes more off a line than it costs, and a fixed amount is taken exactly', () => {
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 12 }),
      coupon,
      fc.constantFrom<string[] | undefined>(undefined, ['a'], ['a', 'b']),
      (lines, off, products) => {
        const applies_to = products ? { products } : undefined
        const discounts = discountPerLine(lines, { ...off, applies_to })
        const covered = sum(lines.filter((l) => products?.includes(l.product) ?? true).map((l) => l.cents))
        lines.forEach((l, index) => {
          expect(discounts[index]).toBeGreaterThanOrEqual(0)
          expect(discounts[index]).toBeLessThanOrEqual(l.cents)
        })
        if (off.amount_off) expect(sum(discounts)).toBe(Math.min(off.amount_off, covered))
      },
    ),
  )
})

it('rounds a percentage to the nearest cent on each line, half a cent in favour of who pays', () => {
  const off = (cents: number, percent_off: number) =>
    discountPerLine([{ product: 'a', cents }], { percent_off, amount_off: null })[0] as number
  expect([off(101, 50), off(99, 50), off(1, 49), off(1550, 33)]).toEqual([51, 50, 0, 512])
  fc.assert(
    fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 100 }), (cents, percent) => {
      expect(Math.abs(off(cents, percent) - (cents * percent) / 100)).toBeLessThanOrEqual(0.5)
    }),
  )
})

it('takes nothing without a coupon', () => {
  expect(discountPerLine([{ product: 'a', cents: 5 }], undefined)).toEqual([0])
})

it('rounds the exact decimal, and gives half a cent to whoever it is told', () => {
  const line = [{ product: 'a', cents: 5_000 }]
  const coupon = { percent_off: 1.13, amount_off: null }
  expect(discountPerLine(line, coupon)).toEqual([57])
  expect(discountPerLine(line, coupon, 'charged')).toEqual([56])
  expect(discountPerLine(line, { ...coupon, percent_off: 1.14 }, 'charged')).toEqual([57])
})
