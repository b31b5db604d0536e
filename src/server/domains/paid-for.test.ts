import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { domainStatuses } from '#shared/orders/order-status.ts'
import { withPairs } from '#shared/testing/with-pairs.ts'
import { isPaidFor } from './paid-for.ts'

const failed = { source: 'bought', status: 'error', takenAt: null } as const
const registrations = ['none', 'registering', 'registered', 'failed', 'outside'] as const
const fee = (netCents: number, leftCents = netCents) => ({ netCents, leftCents })

describe('another name instead of one that could not be bought costs nothing', () => {
  test('where the fee for it is still with us as a whole, or there was none to pay', () => {
    expect(isPaidFor(failed, 'failed', [fee(12_00)])).toBe(true)
    expect(isPaidFor(failed, 'none', [])).toBe(true)
    expect(isPaidFor(failed, undefined, [])).toBe(true)
  })

  test('never once a cent of the latest fee has gone back, whatever was paid before', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_00 }),
        fc.nat(99_99),
        fc.array(fc.record({ netCents: fc.nat(100_00), leftCents: fc.nat(100_00) })),
        (netCents, some, earlier) => {
          const gone = fee(netCents, some % netCents)
          expect(isPaidFor(failed, 'failed', [gone, ...earlier])).toBe(false)
          expect(isPaidFor(failed, 'failed', [fee(netCents), ...earlier])).toBe(true)
        },
      ),
    )
  })

  test('only for a bought name that failed, is not registered and was not taken, of whose fee nothing went back', () => {
    const free = { ...failed, registration: 'failed', fee: fee(12_00) } as {
      source: 'bought' | 'own'
      status: (typeof domainStatuses)[number]
      takenAt: Date | null
      registration: (typeof registrations)[number] | undefined
      fee: ReturnType<typeof fee> | undefined
    }
    const rows = withPairs(free, {
      source: ['own'],
      status: domainStatuses.filter((status) => status !== 'error'),
      takenAt: [new Date('2026-05-01')],
      registration: ['none', 'registering', 'outside', 'registered', undefined],
      fee: [undefined, fee(12_00, 11_99), fee(12_00, 0), fee(0)],
    })
    for (const row of rows) {
      const { source, status, takenAt, registration } = row
      // What its fee, and each of the others, has to be of itself.
      const isFree = [
        source === 'bought',
        status === 'error',
        takenAt === null,
        registration !== 'registered',
        row.fee?.leftCents !== 0 || row.fee.netCents === 0,
        row.fee?.leftCents !== 11_99,
      ].every(Boolean)
      const held = { source, status, takenAt }
      expect(isPaidFor(held, registration, row.fee ? [row.fee] : []), JSON.stringify(row)).toBe(isFree)
    }
  })
})
