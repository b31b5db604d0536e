import { expect, test } from 'vitest'
import { endOf, reachedText } from './end-of.ts'
import type { Standing } from './read-standing.ts'

const at = '2026-05-01T12:00:00.000Z'
const standing = (differing: Partial<Standing> = {}): Standing => ({
  status: 'in progress',
  isReleased: false,
  want: 'run',
  facts: {},
  step: null,
  stepSince: null,
  attempts: 0,
  problem: null,
  dueInMs: 0,
  isReached: false,
  link: undefined,
  events: [],
  asked: [],
  ...differing,
})
const problem = (differing: Partial<NonNullable<Standing['problem']>>) => ({
  kind: 'waiting',
  reason: 'it is not there yet',
  at,
  ...differing,
})
const attempt = { of: 'x', token: 't', begunAt: at, mails: {}, failedBefore: 0, lateBefore: 0 }
const causesOf = (one: Standing, isLate = false) => {
  const end = endOf(one, isLate)
  return end?.state === 'failed' ? end.causes : end
}

test('what time may mend is waited for', () => {
  const waiting: Partial<Standing>[] = [
    {},
    { problem: problem({}) },
    { problem: problem({ kind: 'transient' }), attempts: 3 },
    { facts: { proof: { at, state: 'failed', ...attempt, failures: [], againAt: at } } },
    // A person who was refused may try again.
    {
      link: { connection: 'person', signInBy: 'person', connectionCause: 'declined', connectionReason: null },
    },
    // Done, and a look that was asked for is under way.
    { status: 'done', facts: { proof: { at, state: 'proven', ...attempt } } },
  ]
  for (const one of waiting) expect(endOf(standing(one), false)).toBeUndefined()
})

test('a refusal ends it, with whose it is to mend', () => {
  const key = problem({
    kind: 'unauthorised',
    waitsFor: 'customer',
    vendor: 'instantly',
    reason: 'the key is refused',
  })
  expect(causesOf(standing({ problem: key }))).toEqual([
    { what: 'Instantly: the key is refused.', toDo: 'Give it a key that may do this: --key-file.' },
  ])
  for (const refused of [
    problem({ kind: 'rejected', vendor: 'microsoft' }),
    problem({ kind: 'unauthorised' }),
  ])
    expect(causesOf(standing({ problem: refused }))).toMatchObject([
      { toDo: expect.stringContaining('npm run operator -- doctor') },
    ])
  expect(causesOf(standing({ problem: problem({ kind: 'transient' }), attempts: 20 }))).toHaveLength(1)
})

test('mail that nobody could prove ends it, although it would hold up no customer', () => {
  const proof = { at, state: 'late' as const, ...attempt, againAt: at }
  expect(
    causesOf(
      standing({
        status: 'done',
        isReached: true,
        facts: { proof: { ...proof, cause: { why: 'missing', at: ['google'] } } },
      }),
    ),
  ).toMatchObject([
    { what: 'Mail from it could not be proven: no mail has arrived at Google within 15 minutes.' },
  ])
  expect(causesOf(standing({ facts: { proof: { ...proof, cause: { why: 'team' } } } }))).toMatchObject([
    { what: 'Mail from it could not be proven: the host or a probe mailbox refuses us.' },
  ])
})

test('stopped, it says how far it was', () => {
  const connected = {
    link: { connection: 'connected', signInBy: 'browser', connectionCause: null, connectionReason: null },
  } as const
  const proven = { facts: { proof: { at, state: 'proven', ...attempt } } } as const
  expect(reachedText(standing())).toBe('It was stopped before it was connected and proven.')
  expect(reachedText(standing(connected))).toBe(
    'It was stopped when the sending tool had connected it, before mail from it was proven.',
  )
  expect(reachedText(standing(proven))).toMatch(
    /^It was stopped before the sending tool had connected it\. Proven until then: ./,
  )
  expect(reachedText(standing({ ...connected, ...proven }))).toMatch(
    /^It was stopped before all was set up at the sending tool\. Proven until then: ./,
  )
})

test('when its time is over it says what it was waiting for', () => {
  const asked = [{ instructions: 'Start DKIM.' }] as Standing['asked']
  expect(causesOf(standing({ asked }), true)).toEqual([
    { what: 'What a person was asked for was not done in time.', toDo: 'Start DKIM.' },
  ])
  expect(causesOf(standing({ problem: problem({ vendor: 'dns' }) }), true)).toMatchObject([
    { what: expect.stringContaining('it is not there yet.') },
  ])
  expect(causesOf(standing(), true)).toMatchObject([{ what: 'It was not done in time.' }])
})
