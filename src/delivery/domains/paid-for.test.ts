import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { domainStatuses } from '#features/orders/rules/order-status.ts'
import { withPairs } from '#tests/rules/with-pairs.ts'
import { isPaidFor } from './paid-for.ts'

const failed = { source: 'bought', status: 'error', takenAt: null } as const
const registrations = ['none', 'registering', 'registered', 'failed', 'outside'] as const
const known = (registration: (typeof registrations)[number], hasEnded = false) => ({ registration, hasEnded })
const fee = (netCents: number, leftCents = netCents) => ({ netCents, leftCents })

describe('another name instead of one that could not be bought costs nothing', () => {
  test('where the fee for it is still with us as a whole, or there was none to pay', () => {
    expect(isPaidFor(failed, known('failed'), [fee(12_00)])).toBe(true)
    expect(isPaidFor(failed, known('none'), [])).toBe(true)
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
          expect(isPaidFor(failed, known('failed'), [gone, ...earlier])).toBe(false)
          expect(isPaidFor(failed, known('failed'), [fee(netCents), ...earlier])).toBe(true)
        },
      ),
    )
  })

  test('only for a bought name that failed, has no registration and was not taken, of whose fee nothing went back', () => {
    const free = { ...failed, registration: 'failed', hasEnded: false, fee: fee(12_00) } as {
      source: 'bought' | 'own'
      status: (typeof domainStatuses)[number]
      takenAt: Date | null
      registration: (typeof registrations)[number] | undefined
      hasEnded: boolean
      fee: ReturnType<typeof fee> | undefined
    }
    const rows = withPairs(free, {
      source: ['own'],
      status: domainStatuses.filter((status) => status !== 'error'),
      takenAt: [new Date('2026-05-01')],
      registration: ['none', 'registering', 'outside', 'registered', undefined],
      hasEnded: [true],
      fee: [undefined, fee(12_00, 11_99), fee(12_00, 0), fee(0)],
    })
    for (const row of rows) {
      const { source, status, takenAt, registration, hasEnded } = row
      // What its fee, and each of the others, has to be of itself.
      const isFree = [
        source === 'bought',
        status === 'error',
        takenAt === null,
        registration !== 'registered' || hasEnded,
        row.fee?.leftCents !== 0 || row.fee.netCents === 0,
        row.fee?.leftCents !== 11_99,
      ].every(Boolean)
      const held = { source, status, takenAt }
      const name = registration && known(registration, hasEnded)
      expect(isPaidFor(held, name, row.fee ? [row.fee] : []), JSON.stringify(row)).toBe(isFree)
    }
  })
})
