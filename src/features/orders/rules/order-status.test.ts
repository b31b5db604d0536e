import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  badgeLooks,
  type DomainStatus,
  domainStatuses,
  exactStatusWord,
  groupBadge,
  parseDomainStatus,
  standsStill,
  statusLooks,
  waitsForCustomer,
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
    ['in  progress', 'in progress'],
    ['to_-do', 'to do'],
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

test('what each status and badge is called, and how it is drawn', () => {
  expect(badgeLooks).toEqual({
    'to do': { label: 'To Do', icon: 'todo', tone: 'neutral', line: 'solid' },
    'in progress': { label: 'In Progress', icon: 'pending', tone: 'info', line: 'solid' },
    pending: { label: 'Pending', icon: 'pending', tone: 'warning', line: 'solid' },
    done: { label: 'Done', icon: 'success', tone: 'success', line: 'solid' },
    error: { label: 'Error', icon: 'error', tone: 'danger', line: 'solid' },
    cancelled: { label: 'Cancelled', icon: 'cancelled', tone: 'neutral', line: 'struck' },
    duplicate: { label: 'Duplicate', icon: 'pending', tone: 'neutral', line: 'dashed' },
    'on hold': { label: 'On hold', icon: 'hold', tone: 'warning', line: 'solid' },
  })
})

test('only what is in error or pending stands still, and only what is pending and on no hold waits for its customer', () => {
  expect(domainStatuses.filter(standsStill)).toEqual(['pending', 'error'])
  for (const status of domainStatuses) {
    expect(waitsForCustomer(status, true)).toBe(false)
    expect(waitsForCustomer(status, false)).toBe(status === 'pending')
    expect(exactStatusWord(status, true)).toBeUndefined()
    expect(exactStatusWord(status, false)).toBe(status === 'pending' ? 'Waits for you' : undefined)
  }
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

  test('says on hold before all else', () => {
    fc.assert(
      fc.property(fc.array(anyStatus), (statuses) => {
        expect(groupBadge(statuses, true)).toBe('on hold')
        expect(groupBadge(statuses, false)).not.toBe('on hold')
        expect(groupBadge(statuses)).toBe(groupBadge(statuses, false))
      }),
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
