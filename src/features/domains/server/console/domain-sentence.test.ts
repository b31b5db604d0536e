import { describe, expect, test } from 'vitest'
import { keysOf } from '#base/records/keys-of.ts'
import { domainStatuses } from '#features/orders/rules/order-status.ts'
import { standstills } from '../../rules/standstill.ts'
import { type DomainCourse, domainSentence } from './domain-sentence.ts'

const now = new Date('2026-05-01T12:00:00Z')
const calm: DomainCourse = {
  status: 'done',
  want: 'run',
  isReleased: false,
  tool: 'instantly',
  fallingSince: null,
  fallShare: null,
  spentAt: null,
  endedAt: null,
  isServed: true,
  standstill: null,
  doing: null,
  ended: null,
  answer: null,
  note: null,
  attempts: 0,
  nextRunAt: new Date('2026-05-02T08:00:00Z'),
  openWorkItems: 0,
}
/** Every mixture of what may be so. */
const courses: DomainCourse[] = domainStatuses.flatMap((status) =>
  (['hold', 'run', 'retire'] as const).flatMap((want) =>
    [null, ...keysOf(standstills)].flatMap((standstill) =>
      [true, false].flatMap((isServed) =>
        [null, new Date(now.getTime() - 1), new Date(now.getTime() + 60_000)].map((nextRunAt) => ({
          ...calm,
          status,
          want,
          standstill,
          isServed,
          nextRunAt,
          doing: 'Verifying at Microsoft',
          answer: standstill && 'microsoft verifyDomain: no',
        })),
      ),
    ),
  ),
)

describe('the sentence about a domain', () => {
  test('says in whole sentences what is so, what comes next and what can be done, whatever is so', () => {
    for (const course of courses) {
      const { what, next, canDo } = domainSentence(course, now)
      for (const sentence of [what, next, canDo]) expect(sentence).toMatch(/^[A-Z].+[.:]$/)
    }
  })

  test('never calls well what stands still, and names what was answered', () => {
    for (const course of courses.filter(({ want, standstill }) => standstill && want !== 'hold')) {
      const { what, why, canDo } = domainSentence(course, now)
      expect(what).not.toBe('It is delivered and sending.')
      expect(why).toBe(course.answer)
      expect(canDo).not.toBe('There is nothing to do.')
    }
  })

  test('names a moment exactly where one lies ahead', () => {
    for (const course of courses.filter(({ want }) => want !== 'hold')) {
      const isAhead = course.nextRunAt !== null && course.nextRunAt > now
      expect(domainSentence(course, now).nextAt).toBe(isAhead ? course.nextRunAt?.toISOString() : null)
    }
  })

  test('tells of one that was replaced and goes on for a while what it still does', () => {
    const falling = { ...calm, fallingSince: new Date('2026-04-24T12:00:00Z'), fallShare: 50 }
    expect(domainSentence(falling, now).what).toMatch(/^It was replaced: it sends 50 % of its cold mail/)
    expect(domainSentence({ ...falling, fallShare: 0 }, now).what).toMatch(/sends no cold mail any more/)
  })

  test('tells of one whose place a spare took what it still does, and that it has no mailboxes once that is over', () => {
    const spent = { ...calm, spentAt: new Date('2026-04-24T12:00:00Z'), fallShare: 50 }
    expect(domainSentence(spent, now).what).toMatch(
      /^A spare took its place: it sends 50 % of its cold mail, and receives replies until 30 days/,
    )
    expect(domainSentence({ ...spent, fallShare: null }, now).what).toMatch(/sends no cold mail any more/)
    expect(domainSentence({ ...spent, fallShare: 0, endedAt: now }, now).what).toBe(
      'A spare took its place, and its time for replies is over: it has no mailboxes, and waits in the reserve for another domain.',
    )
  })

  test('says of a file what its customer has to set, and never what share of its mail it sends', () => {
    const file = { ...calm, tool: 'other', fallShare: 64 } as const
    const began = new Date('2026-04-24T12:00:00Z')
    for (const course of [
      { ...file, fallingSince: began },
      { ...file, spentAt: began },
    ]) {
      expect(domainSentence(course, now).what).toMatch(
        /: it sends what its customer sets \(it is handed over as a file\), and receives replies until 30 days/,
      )
      expect(domainSentence({ ...course, fallShare: 0 }, now).what).toMatch(
        /: it should send no cold mail any more, which its customer has to see to/,
      )
    }
  })

  test('leads to the work items that are open', () => {
    const waiting = { ...calm, standstill: 'team' as const, openWorkItems: 2 }
    expect(domainSentence(waiting, now).canDo).toBe('Answer its 2 open work items.')
  })
})
