import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pausesBilling } from '#shared/orders/order-holds.ts'
import { groupHolds } from '#shared/orders/order-status.ts'
import { planIds } from '#shared/plans/catalog.ts'
import { billingOf, type LiveBundles } from './billing-of.ts'

const hold = fc.constantFrom(null, ...groupHolds)
const bundles = fc.array(
  fc.record({ plan: fc.constantFrom(...planIds), hold, count: fc.integer({ min: 1, max: 50 }) }),
)
const countOf = (live: readonly LiveBundles[], plan: string) =>
  live.filter((each) => each.plan === plan).reduce((sum, { count }) => sum + count, 0)

describe('what a subscription is billed as', () => {
  test('is each plan as often as it runs, a refused renewal included, while anything of it runs', () => {
    fc.assert(
      fc.property(bundles, fc.constantFrom(null, 'past_due' as const), (others, runs) => {
        const live = [...others, { plan: planIds[0], hold: runs, count: 1 }]
        const { quantities, isPaused } = billingOf(live, false)
        expect(isPaused).toBe(false)
        const billed = live.filter((each) => !pausesBilling(each.hold))
        for (const plan of planIds) expect(quantities[plan] ?? 0, plan).toBe(countOf(billed, plan))
      }),
    )
  })

  test('is what it was, and paused, while all of it is on hold', () => {
    const unbilled = bundles.map((live) => live.filter((each) => pausesBilling(each.hold)))
    fc.assert(
      fc.property(unbilled, (live) => {
        const { quantities, isPaused } = billingOf(live, false)
        expect(isPaused).toBe(live.length > 0)
        for (const plan of planIds) expect(quantities[plan] ?? 0, plan).toBe(countOf(live, plan))
      }),
    )
  })

  test('is what it was, and paused, when its customer was suspended without billing, whatever is on hold', () => {
    fc.assert(
      fc.property(bundles, (live) => {
        const { quantities, isPaused } = billingOf(live, true)
        expect(isPaused).toBe(live.length > 0)
        for (const plan of planIds) expect(quantities[plan] ?? 0, plan).toBe(countOf(live, plan))
      }),
    )
  })

  test('names a plan of which all is on hold with none of it, so that the provider bills it no more', () => {
    const live = [
      { plan: 'azure', hold: null, count: 2 },
      { plan: 'google', hold: 'refund', count: 3 },
    ] as const
    expect(billingOf(live, false)).toEqual({
      quantities: { azure: 2, google: 0 },
      onHold: { google: 3 },
      isPaused: false,
    })
  })

  test('is nothing, and not paused, once nothing of it is live', () => {
    for (const isStopped of [true, false])
      expect(billingOf([], isStopped)).toEqual({ quantities: {}, onHold: {}, isPaused: false })
  })
})
