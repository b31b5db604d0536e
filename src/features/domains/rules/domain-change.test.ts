import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeReasons,
  changeText,
  type DomainChange,
  domainChanges,
  failedChangeLabels,
} from './domain-change.ts'

const now = new Date('2026-05-01T12:00:00.000Z')
const later = (ms: number) => new Date(now.getTime() + ms).toISOString()
const change = (rest: Partial<DomainChange> & Pick<DomainChange, 'why'>): DomainChange => ({
  what: 'forwarding',
  since: now.toISOString(),
  ...rest,
})
const said = (rest: Parameters<typeof change>[0]) => changeText(change(rest), now)

describe('what is said of a change that is under way', () => {
  test.each<[string, Parameters<typeof change>[0]]>([
    ['Forwarding is being changed.', { why: 'working' }],
    ['Mailboxes are being changed.', { what: 'people', why: 'working' }],
    ['The sending tool is being changed.', { what: 'tool', why: 'working' }],
    ['Being checked.', { what: 'check', why: 'working' }],
    ['Forwarding is being changed: a third party’s limit.'.replace('’', "'"), { why: 'limit' }],
    [
      "Forwarding is being changed, about 12 minutes: our DNS provider's limit.",
      { why: 'limit', by: 'our DNS provider', until: later(12 * 60_000) },
    ],
    [
      'Mailboxes are being changed: Google is slow to answer, trying again.',
      { what: 'people', why: 'slow', by: 'Google' },
    ],
    [
      'Mailboxes are being changed: Microsoft is still making them.',
      { what: 'people', why: 'waiting', detail: 'Microsoft is still making them' },
    ],
    [
      'Mailboxes are suspended: Google has stopped one of them.',
      { what: 'stopped', why: 'waiting', detail: 'Google has stopped one of them' },
    ],
    ['Being checked: our team is on it. There is nothing you need to do.', { what: 'check', why: 'team' }],
    [
      'Being checked: we are asking the registry. There is nothing you need to do.',
      { what: 'check', why: 'team', detail: 'we are asking the registry' },
    ],
    [
      'Being checked: 3 of 4 are connected. You can also connect the rest yourself.',
      { what: 'check', why: 'team', detail: '3 of 4 are connected', may: 'connect the rest yourself' },
    ],
  ])('%s', (sentence, each) => {
    expect(said(each)).toBe(sentence)
  })

  test.each([
    ['forwarding', 'Forwarding could not be changed: no such host. Our team has been told.'],
    ['people', 'The mailboxes could not all be changed: no such host. Our team has been told.'],
    ['tool', 'The sending tool could not be changed: no such host. Our team has been told.'],
    ['check', 'A check found something that could not be put right: no such host. Our team has been told.'],
  ] as const)('where the %s was refused for good, that and why', (what, sentence) => {
    expect(said({ what, why: 'failed', detail: 'no such host' })).toBe(sentence)
  })

  test('where there is little room that it could not be done, in a few words', () => {
    expect(failedChangeLabels).toEqual({
      forwarding: 'Forwarding could not be changed',
      people: 'Mailboxes could not be changed',
      tool: 'The sending tool could not be changed',
      check: 'Could not be put right',
      stopped: 'Mailboxes are suspended',
    })
  })

  test('the minutes at a limit are rounded up and never fewer than one, though it was to go on by now', () => {
    for (const [ms, minutes] of [
      [-60_000, '1 minute'],
      [0, '1 minute'],
      [1, '1 minute'],
      [60_000, '1 minute'],
      [60_001, '2 minutes'],
    ] as const)
      expect(said({ why: 'limit', until: later(ms) })).toContain(`, about ${minutes}:`)
  })

  test('is one or two whole sentences, whatever it is', () => {
    const any = fc.record({ what: fc.constantFrom(...domainChanges), why: fc.constantFrom(...changeReasons) })
    fc.assert(
      fc.property(any, fc.nat(3_600_000), (each, ms) => {
        const text = changeText(change({ ...each, by: 'Google', detail: 'a cause', until: later(ms) }), now)
        expect(text).toMatch(/^[A-Z][^.]+\.( [A-Z][^.]+\.)?$/)
        expect(text).not.toContain('undefined')
      }),
    )
  })
})
