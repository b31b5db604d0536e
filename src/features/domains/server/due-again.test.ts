import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withPairs } from '#tests/rules/with-pairs.ts'
import { isDueAgain } from './due-again.ts'

const now = new Date('2026-05-01T12:00:00.000Z')
const at = (ms: number) => new Date(now.getTime() + ms)
const registered = { source: 'bought', registration: 'registered', expiresAt: at(1) } as const
const cancelled = { isLive: false, now }
const live = { isLive: true, now }
const unregistered = ['none', 'registering', 'failed', 'outside'] as const
const held = fc.record({
  source: fc.constantFrom('bought' as const, 'own' as const),
  registration: fc.constantFrom('registered' as const, ...unregistered),
  expiresAt: fc.option(fc.integer({ min: -1_000, max: 1_000 }).map(at)),
})

describe('a name costs its price again before its order resumes', () => {
  test('when all of the latest payment for it went back, whatever else is known of it', () => {
    fc.assert(
      fc.property(held, fc.boolean(), (each, isLive) => {
        expect(isDueAgain(each, { paymentLeftCents: 0 }, { isLive, now })).toBe(true)
      }),
    )
  })

  test('from the moment at which its registration ends, and not before', () => {
    for (const context of [cancelled, live]) {
      expect(isDueAgain(registered, { paymentLeftCents: 1 }, context)).toBe(false)
      expect(isDueAgain({ ...registered, expiresAt: now }, { paymentLeftCents: 1 }, context)).toBe(true)
      expect(isDueAgain({ ...registered, expiresAt: at(-1) }, undefined, context)).toBe(true)
      expect(isDueAgain({ ...registered, expiresAt: null }, undefined, context)).toBe(false)
    }
  })

  test('when it was never registered and its order was cancelled; in a live one it is going to be', () => {
    for (const registration of unregistered)
      for (const expiresAt of [null, at(-1), at(1)]) {
        const each = { source: 'bought', registration, expiresAt } as const
        expect(isDueAgain(each, undefined, cancelled), registration).toBe(true)
        expect(isDueAgain(each, undefined, live), registration).toBe(false)
      }
  })

  test('in no other case: whichever two of its conditions disagree', () => {
    const due = { ...registered, expiresAt: at(-1), left: 1, isLive: true } as {
      source: 'bought' | 'own'
      registration: 'registered' | (typeof unregistered)[number]
      expiresAt: Date | null
      left: number | undefined
      isLive: boolean
    }
    const rows = withPairs(due, {
      source: ['own'],
      registration: unregistered,
      expiresAt: [null, now, at(1)],
      left: [undefined, 0],
      isLive: [false],
    })
    for (const { left, isLive, ...each } of rows) {
      const isOver = each.expiresAt !== null && each.expiresAt <= now
      const lapsed = each.registration === 'registered' ? isOver : !isLive
      const fee = left === undefined ? undefined : { paymentLeftCents: left }
      expect(isDueAgain(each, fee, { isLive, now }), JSON.stringify({ ...each, left, isLive })).toBe(
        left === 0 || (each.source === 'bought' && lapsed),
      )
    }
  })
})
