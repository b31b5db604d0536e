import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renewing } from './renewing.ts'

const nothing = { returned: 0, cancelled: 0, held: 0 }

test.each([
  ['what runs on', { paid: 5_000 }, 5_000, { mrr: 5_000 }],
  ['what was cancelled', { paid: 5_000, cancelled: 5_000 }, 0, { cancelled: 5_000 }],
  [
    'what is on hold for its refund, once',
    { paid: 5_000, returned: 5_000, held: 5_000 },
    0,
    { returned: 5_000 },
  ],
  ['one of two on hold', { paid: 10_000, held: 5_000 }, 5_000, { held: 5_000, mrr: 5_000 }],
  ['what was released without a charge', { paid: 0 }, 5_000, { unpaid: 5_000, mrr: 5_000 }],
  ['what ended at Stripe itself', { paid: 5_000 }, 0, { cancelled: 5_000 }],
  [
    'what was given back and runs on',
    { paid: 5_000, returned: 5_000 },
    5_000,
    { returned: 5_000, unpaid: 5_000, mrr: 5_000 },
  ],
  ['a month that is over', { paid: 5_000, held: 2_000 }, undefined, { held: 2_000, mrr: 3_000 }],
])('names the difference: %s', (_, stopped, renews, expected) => {
  const paidFor = { ...nothing, ...stopped }
  expect(renewing(paidFor, renews)).toEqual({
    ...nothing,
    unpaid: 0,
    mrr: 0,
    paid: paidFor.paid,
    ...expected,
  })
})

const cents = fc.nat(1_000_000)
test('whatever stopped for however many causes, each cent of the difference is named once', () => {
  fc.assert(
    fc.property(
      fc.record({ paid: cents, returned: cents, cancelled: cents, held: cents }),
      fc.option(cents, { nil: undefined }),
      (paidFor, renews) => {
        const line = renewing(paidFor, renews)
        expect(line.paid - line.returned - line.cancelled - line.held + line.unpaid).toBe(line.mrr)
        expect(Math.min(...Object.values(line))).toBeGreaterThanOrEqual(0)
        expect(line.paid).toBe(paidFor.paid)
        if (renews === undefined) expect(line.mrr).toBeLessThanOrEqual(line.paid)
        else expect(line.mrr).toBe(renews)
      },
    ),
  )
})
