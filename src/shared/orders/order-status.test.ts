import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type DomainStatus,
  domainStatuses,
  groupBadge,
  parseDomainStatus,
  statusLooks,
} from './order-status.ts'

const anyStatus = fc.constantFrom(...domainStatuses)
const inAnyCase = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((upper) => [...text].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter)).join(''))

describe('reading a status', () => {
  test('every status is read in any case, with spaces around', () => {
    fc.assert(
      fc.property(
        anyStatus.chain((status) => fc.tuple(fc.constant(status), inAnyCase(status))),
        ([status, written]) => {
          expect(parseDomainStatus(`  ${written} `)).toBe(status)
        },
      ),
    )
  })

  test.each([
    ['active', 'done'],
    ['todo', 'to do'],
    ['ToDo', 'to do'],
    ['canceled', 'cancelled'],
    ['in_progress', 'in progress'],
    ['In-Progress', 'in progress'],
  ])('%s means %s', (written, status) => expect(parseDomainStatus(written)).toBe(status))

  test('anything else is no status, whatever it is called', () => {
    for (const word of ['', 'finished', 'constructor', '__proto__', 'toString'])
      expect(parseDomainStatus(word)).toBeUndefined()
  })
})

describe('the looks of a status', () => {
  test('no two statuses look the same', () => {
    const looks = Object.values(statusLooks)
    expect(new Set(looks.map((look) => look.label)).size).toBe(domainStatuses.length)
    expect(new Set(looks.map(({ icon, tone, line }) => `${icon} ${tone} ${line}`)).size).toBe(
      domainStatuses.length,
    )
  })
})

describe('the badge of a group', () => {
  const anyGroup = fc.array(anyStatus, { minLength: 1, maxLength: 12 })

  test('says error as soon as one domain is in error', () => {
    fc.assert(
      fc.property(anyGroup, fc.nat(), (statuses, at) => {
        const withError = statuses.toSpliced(at % (statuses.length + 1), 0, 'error')
        expect(groupBadge(withError)).toBe('error')
      }),
    )
  })

  test('without errors: unfinished before done, done before cancelled', () => {
    fc.assert(
      fc.property(
        fc.array(
          anyStatus.filter((s) => s !== 'error'),
          { minLength: 1 },
        ),
        (statuses) => {
          const has = (...wanted: DomainStatus[]) => statuses.some((status) => wanted.includes(status))
          const expected = has('in progress', 'to do', 'pending')
            ? 'in progress'
            : has('done')
              ? 'done'
              : statuses.every((status) => status === 'cancelled')
                ? 'cancelled'
                : 'done'
          expect(groupBadge(statuses)).toBe(expected)
        },
      ),
    )
  })

  test('does not depend on the order of the domains', () => {
    fc.assert(
      fc.property(anyGroup, (statuses) => {
        expect(groupBadge(statuses.toReversed())).toBe(groupBadge(statuses))
      }),
    )
  })

  test('says cancelled only when every domain is', () => {
    expect(groupBadge(['cancelled', 'cancelled'])).toBe('cancelled')
    expect(groupBadge(['cancelled', 'duplicate'])).toBe('done')
    expect(groupBadge([])).toBe('done')
  })
})
