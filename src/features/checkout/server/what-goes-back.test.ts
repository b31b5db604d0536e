import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notNeededCauses } from '#features/billing/rules/refund-reasons.ts'
import { whatGoesBack } from './what-goes-back.ts'

const bundle = (bundleId: string, cents: number) => ({ bundleId, domainId: null, ofBundle: null, cents })
const domain = (domainId: string, ofBundle: string, cents: number) => ({
  bundleId: null,
  domainId,
  ofBundle,
  cents,
})
const paidTwice = (...ids: string[]) => ids.map((id) => ({ id, cause: 'paid' as const }))

/** Two orders with two domains each. */
const items = [
  bundle('one', 50_00),
  domain('a', 'one', 12_00),
  domain('b', 'one', 12_00),
  bundle('two', 40_00),
  domain('c', 'two', 9_00),
  domain('d', 'two', 0),
]
const paid = 123_00

describe('what goes back of a payment', () => {
  test('is a domain’s own fee, where only that domain is not served', () => {
    expect(whatGoesBack(items, paidTwice('a'), paid)).toEqual({
      parts: [{ domainId: 'a', cents: 12_00 }],
      cents: 12_00,
      whole: false,
      cause: 'paid',
    })
  })

  test('is a bundle with the fee of each of its domains, and nothing where nothing was paid', () => {
    expect(whatGoesBack(items, paidTwice('two'), paid)).toMatchObject({
      parts: [
        { domainId: null, cents: 40_00 },
        { domainId: 'c', cents: 9_00 },
      ],
      cents: 49_00,
      whole: false,
    })
  })

  test('is all that is left of it at once, where nothing of it is served', () => {
    for (const left of [paid, 23_00, 1])
      expect(whatGoesBack(items, paidTwice('one', 'two'), left)).toMatchObject({
        parts: [{ domainId: null, cents: left }],
        cents: left,
        whole: true,
      })
    expect(whatGoesBack(items, paidTwice('one', 'two'), 0)).toMatchObject({
      parts: [],
      cents: 0,
      whole: true,
    })
  })

  test('is exactly what was paid for what is not served, and never a refund of nothing', () => {
    const ids = ['one', 'two', 'a', 'b', 'c', 'd', 'of another payment']
    fc.assert(
      fc.property(fc.subarray(ids), fc.integer({ min: 0, max: paid }), (lost, left) => {
        const { parts, cents, whole } = whatGoesBack(items, paidTwice(...lost), left)
        const isLost = (id: string | null) => id !== null && lost.includes(id)
        const lostItems = items.filter(({ bundleId, domainId, ofBundle }) =>
          [bundleId, domainId, ofBundle].some(isLost),
        )
        expect(whole).toBe(lostItems.length === items.length)
        expect(cents).toBe(whole ? left : lostItems.reduce((sum, item) => sum + item.cents, 0))
        expect(parts.reduce((sum, part) => sum + part.cents, 0)).toBe(cents)
        for (const part of parts) expect(part.cents).toBeGreaterThan(0)
        expect(new Set(parts.map(({ domainId }) => domainId)).size).toBe(parts.length)
      }),
    )
  })

  test('names one cause: a closed account before what is over, that before a dispute, and paid twice last', () => {
    const order = ['closed', 'over', 'disputed', 'paid'] as const
    expect([...order].sort()).toEqual([...notNeededCauses].sort())
    fc.assert(
      fc.property(fc.shuffledSubarray([...order], { minLength: 1 }), (causes) => {
        const unserved = causes.map((cause, index) => ({ id: `${index}`, cause }))
        const first = order.find((cause) => causes.includes(cause))
        expect(whatGoesBack(items, unserved, paid).cause).toBe(first)
      }),
    )
  })
})
