import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { domainStatuses } from '#shared/orders/order-status.ts'
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

  test('never for the customer’s own name, nor for one that its owner has taken', () => {
    expect(isPaidFor({ ...failed, source: 'own' }, 'failed', [])).toBe(false)
    expect(isPaidFor({ ...failed, takenAt: new Date() }, 'failed', [])).toBe(false)
  })

  test.each(domainStatuses.filter((status) => status !== 'error'))('never for one that is %s', (status) => {
    expect(isPaidFor({ ...failed, status }, 'failed', [])).toBe(false)
  })

  test('never for one that is registered: its fee is spent', () => {
    const free = registrations.filter((registration) => isPaidFor(failed, registration, [fee(12_00)]))
    expect(free).toEqual(['none', 'registering', 'failed', 'outside'])
  })
})
