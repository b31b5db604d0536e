import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupHolds } from '#features/orders/rules/order-status.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { billingOf, type LiveBundles } from './billing-of.ts'

const since = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
// What is paused at the provider is a case of its own.
const hold = fc.constantFrom(null, ...groupHolds.filter((each) => each !== 'paused'))
const bundles = fc.array(
  fc.record({
    plan: fc.constantFrom(...planIds),
    hold,
    pastDueSince: fc.oneof(fc.constant(null), since),
    count: fc.integer({ min: 1, max: 50 }),
  }),
)
const countOf = (live: readonly LiveBundles[], plan: string) =>
  live.filter((each) => each.plan === plan).reduce((sum, { count }) => sum + count, 0)

describe('what a subscription is billed as', () => {
  test('is each plan as often as it runs, while anything of it runs', () => {
    fc.assert(
      fc.property(bundles, (others) => {
        const live = [...others, { plan: planIds[0], hold: null, pastDueSince: null, count: 1 }]
        const { quantities, isPaused } = billingOf(live, false)
        expect(isPaused).toBe(false)
        const billed = live.filter((each) => !each.hold)
        for (const plan of planIds) expect(quantities[plan] ?? 0, plan).toBe(countOf(billed, plan))
      }),
    )
  })

  test('is what it was, and paused, while all of it is on hold', () => {
    const unbilled = bundles.map((live) => live.filter((each) => each.hold))
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

  test('owes what was refused before the hold for it began, and nothing while another hold is why none of it runs', () => {
    const onHold = bundles.map((live) => live.filter((each) => each.hold))
    fc.assert(
      fc.property(onHold, fc.boolean(), (live, isStopped) => {
        const refused = live.flatMap(({ hold, pastDueSince }) => (hold === 'past_due' && pastDueSince) || [])
        const { owedBefore } = billingOf(live, isStopped)
        if (isStopped || refused.length === 0) expect(owedBefore).toBeUndefined()
        else expect(owedBefore?.getTime()).toBe(Math.min(...refused.map((each) => each.getTime())))
      }),
    )
  })

  test('names a plan of which all is on hold with none of it, so that the provider bills it no more', () => {
    const live = [
      { plan: 'azure', hold: null, pastDueSince: null, count: 2 },
      { plan: 'google', hold: 'refund', pastDueSince: null, count: 3 },
    ] as const
    expect(billingOf(live, false)).toEqual({
      quantities: { azure: 2, google: 0 },
      onHold: { google: 3 },
      isPaused: false,
    })
  })

  test('bills what was paused at the provider as usual, and does not touch the pause', () => {
    const live = [
      { plan: 'azure', hold: 'paused', pastDueSince: null, count: 2 },
      { plan: 'google', hold: 'refund', pastDueSince: null, count: 3 },
    ] as const
    const counted = { quantities: { azure: 2, google: 0 }, onHold: { google: 3 }, isPaused: false }
    expect(billingOf(live, false)).toEqual({ ...counted, leavesPause: true })
    expect(billingOf(live, true)).toEqual({ quantities: { azure: 2, google: 3 }, isPaused: true })
  })

  test('is nothing, and not paused, once nothing of it is live', () => {
    for (const isStopped of [true, false])
      expect(billingOf([], isStopped)).toEqual({ quantities: {}, onHold: {}, isPaused: false })
  })
})
