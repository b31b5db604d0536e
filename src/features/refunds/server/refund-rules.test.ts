import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNews, stillOwed } from './refund-rules.ts'

describe('what the payment provider says of a refund', () => {
  test('is noted the first time, whatever it is', () => {
    for (const status of ['pending', 'succeeded', 'failed'] as const) expect(isNews(status, null)).toBe(true)
  })

  test('is noted when it was pending and is decided, and when it fails days after it had succeeded', () => {
    expect(isNews('succeeded', 'pending')).toBe(true)
    expect(isNews('failed', 'pending')).toBe(true)
    expect(isNews('failed', 'succeeded')).toBe(true)
  })

  test('takes nothing back that was noted later, and is noted once', () => {
    for (const status of ['pending', 'succeeded', 'failed'] as const)
      expect(isNews(status, status)).toBe(false)
    expect(isNews('pending', 'succeeded')).toBe(false)
    expect(isNews('pending', 'failed')).toBe(false)
    expect(isNews('succeeded', 'failed')).toBe(false)
  })

  test('changes nothing once the operator has settled it, or had it paid again', () => {
    for (const status of ['pending', 'succeeded', 'failed'] as const)
      for (const ended of ['settled', 'again'] as const) expect(isNews(status, ended)).toBe(false)
  })
})

describe('what is owed still of a refund that was refused', () => {
  const amount = fc.nat(1_000_00)

  test('is all of it while the payment has that much left, by both accounts', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, (cents, more, evenMore, givenCents) => {
        const paidCents = cents + evenMore + givenCents
        expect(stillOwed(cents, { leftCents: cents + more, paidCents, givenCents })).toBe(cents)
      }),
    )
  })

  test('is as much as either account has left, to the cent, and never below nothing', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, (cents, leftCents, paidCents, givenCents) => {
        const isThere = (owed: number) => owed <= cents && owed <= leftCents && owed + givenCents <= paidCents
        const owed = stillOwed(cents, { leftCents, paidCents, givenCents })
        expect(owed === 0 || (owed > 0 && isThere(owed))).toBe(true)
        expect(isThere(owed + 1)).toBe(false)
      }),
    )
  })

  test('is what is left where that is less', () => {
    expect(stillOwed(50_00, { leftCents: 20_00, paidCents: 100_00, givenCents: 0 })).toBe(20_00)
    expect(stillOwed(50_00, { leftCents: 100_00, paidCents: 100_00, givenCents: 70_00 })).toBe(30_00)
    expect(stillOwed(50_00, { leftCents: 100_00, paidCents: 100_00, givenCents: 120_00 })).toBe(0)
  })
})
