import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterAnswer,
  judgeList,
  type ListState,
  listConfirmedAfter,
  listedTooLongAfter,
  readListAnswer,
} from './blocklists.ts'
import { judgeBounces, judgeDmarc, judgeMailboxes, judgeReplies, judgeWarmup } from './counted.ts'
import { judgePlacement } from './placement.ts'
import { judgeRecords, judgeRedirect } from './records.ts'
import { judgeRefusals, meaningOf } from './refusals.ts'
import { judgeSpamRate } from './spam-rate.ts'

const lists = fc.constantFrom('dbl' as const, 'surbl' as const, 'uribl' as const)

test('a refused asker is never told that a name is clean or listed', () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 0, max: 255 }), (list, last) => {
      expect(readListAnswer(list, [`127.255.255.${last}`])).toBe('unavailable')
    }),
  )
  expect(readListAnswer('dbl', ['127.0.1.255'])).toBe('unavailable')
  expect(readListAnswer('surbl', ['127.0.0.1'])).toBe('unavailable')
  expect(readListAnswer('uribl', ['127.0.0.1'])).toBe('unavailable')
  expect(readListAnswer('dbl', ['127.0.1.2', '127.255.255.254'])).toBe('unavailable')
})

test('10,000 answers that no list describes are no verdict', () => {
  const known = { dbl: [2, 4, 5, 6, 102, 103, 104, 105, 106] }
  fc.assert(
    fc.property(lists, fc.oneof(fc.ipV4(), fc.string()), (list, answer) => {
      const said = readListAnswer(list, [answer])
      if (!answer.startsWith('127.0.')) expect(said).toBe('unavailable')
      else if (list === 'dbl' && !known.dbl.some((code) => answer === `127.0.1.${code}`))
        expect(said).toBe('unavailable')
    }),
    { numRuns: 10_000 },
  )
})

test('each list is read by its own codes', () => {
  for (const code of [2, 4, 5, 6, 102, 106])
    expect(readListAnswer('dbl', [`127.0.1.${code}`])).toBe('critical')
  for (const code of [8, 16, 64, 128, 72])
    expect(readListAnswer('surbl', [`127.0.0.${code}`])).toBe('critical')
  expect(readListAnswer('surbl', ['127.0.0.4'])).toBe('unavailable')
  expect(readListAnswer('uribl', ['127.0.0.2'])).toBe('critical')
  expect(readListAnswer('uribl', ['127.0.0.4'])).toBe('note')
  expect(readListAnswer('uribl', ['127.0.0.8'])).toBe('clean')
  expect(readListAnswer('dbl', [])).toBe('clean')
})

const unlisted = (list: ListState['list']): ListState => ({
  list,
  answer: 'clean',
  listedSince: null,
  listedLast: null,
})

test('nothing is done before a second answer half an hour later, whatever comes between', () => {
  const answers = fc.array(fc.constantFrom('clean' as const, 'critical' as const, 'unavailable' as const), {
    maxLength: 30,
  })
  fc.assert(
    fc.property(lists, answers, (list, said) => {
      const minute = 60_000
      let state = unlisted(list)
      let first: number | null = null
      let confirmed = false
      said.forEach((answer, n) => {
        const now = n * 10 * minute
        state = afterAnswer(state, answer, now)
        if (answer === 'clean') [first, confirmed] = [null, false]
        if (answer === 'critical') {
          first ??= now
          if (now - first >= listConfirmedAfter) confirmed = true
        }
        expect(judgeList(state, now).gate !== undefined).toBe(confirmed)
      })
    }),
  )
})

test('a listing that lasts gives the domain up at Spamhaus and SURBL, not at URIBL', () => {
  const listed = (list: ListState['list']): ListState => ({
    list,
    answer: 'critical',
    listedSince: 0,
    listedLast: listConfirmedAfter,
  })
  expect(judgeList(listed('dbl'), listedTooLongAfter).gate).toBe('replace')
  expect(judgeList(listed('surbl'), listedTooLongAfter - 1).gate).toBe('rest')
  expect(judgeList(listed('uribl'), listedTooLongAfter * 10).gate).toBe('rest')
  expect(judgeList({ ...unlisted('dbl'), answer: null }, 0).verdict).toBe('unwatched')
  expect(judgeList({ ...unlisted('dbl'), answer: 'unavailable' }, 0).verdict).toBe('unknown')
  expect(judgeList({ ...unlisted('uribl'), answer: 'note' }, 0)).toMatchObject({ verdict: 'warn', points: 5 })
})

test('too few are no verdict, and the published counts are the lines', () => {
  expect(judgeBounces({ sent: 49, bounced: 49 }).verdict).toBe('unknown')
  expect(judgeBounces({ sent: 50, bounced: 3 }).verdict).toBe('ok')
  expect(judgeBounces({ sent: 50, bounced: 4 }).verdict).toBe('warn')
  expect(judgeBounces({ sent: 100, bounced: 9 })).toMatchObject({ verdict: 'bad', points: 25 })
  expect(judgeBounces({ sent: 100, bounced: 9 }).gate).toBeUndefined()
  expect(judgeBounces({ sent: 200, bounced: 23 }).gate).toBe('rest')
  expect(judgeWarmup({ sent: 34, landed: 0 }).verdict).toBe('unknown')
  expect(judgeWarmup({ sent: 100, landed: 90 }).verdict).toBe('ok')
  expect(judgeWarmup({ sent: 100, landed: 89 }).verdict).toBe('warn')
  expect(judgeWarmup({ sent: 100, landed: 79 }).verdict).toBe('bad')
  expect(judgeDmarc({ messages: 500, passed: 500, reporters: 1 }).verdict).toBe('unknown')
  expect(judgeDmarc({ messages: 100, passed: 97, reporters: 2 }).verdict).toBe('warn')
  expect(judgeDmarc({ messages: 100, passed: 89, reporters: 2 }).verdict).toBe('bad')
  expect(judgeMailboxes({ cutOff: 2, of: 2 }).verdict).toBe('unknown')
  expect(judgeMailboxes({ cutOff: 16, of: 52 }).verdict).toBe('warn')
  expect(judgeMailboxes({ cutOff: 26, of: 52 }).verdict).toBe('bad')
})

test('replies are judged against comparable domains alone', () => {
  const peers = { sent: 10_000, replied: 400 }
  expect(judgeReplies({ sent: 269, replied: 0, peers }).verdict).toBe('unknown')
  expect(judgeReplies({ sent: 600, replied: 0, peers: { sent: 100, replied: 50 } }).verdict).toBe('unknown')
  expect(judgeReplies({ sent: 600, replied: 0, peers }).verdict).toBe('bad')
  expect(judgeReplies({ sent: 600, replied: 24, peers }).verdict).toBe('ok')
})

test("one provider's junk is enough, and a probe that is missing proves nothing", () => {
  const none = { arrived: 0, junk: 0 }
  expect(judgePlacement({ Microsoft: none, Google: none }).verdict).toBe('unknown')
  expect(judgePlacement({ Microsoft: { arrived: 5, junk: 4 }, Google: none }).verdict).toBe('warn')
  expect(
    judgePlacement({ Microsoft: { arrived: 8, junk: 7 }, Google: { arrived: 9, junk: 0 } }).verdict,
  ).toBe('bad')
  expect(judgePlacement({ Microsoft: { arrived: 10, junk: 5 }, Google: none }).verdict).toBe('ok')
})

test("Google's own lines decide, and two bad days are needed to rest", () => {
  expect(judgeSpamRate({ days: [], sends: true }).verdict).toBe('unwatched')
  expect(judgeSpamRate({ days: [], sends: false }).verdict).toBe('unknown')
  expect(judgeSpamRate({ days: [0.0009], sends: true }).verdict).toBe('ok')
  expect(judgeSpamRate({ days: [0.003], sends: true }).verdict).toBe('warn')
  expect(judgeSpamRate({ days: [0.003, 0, 0.004], sends: true }).gate).toBe('rest')
})

test('a refusal counts for whom it hits, and one alone is a hint', () => {
  expect(meaningOf('5.1.1')).toBeNull()
  expect(meaningOf('9.9.9')).toBeUndefined()
  const once = { recipients: 1, confirmed: false }
  expect(
    judgeRefusals([
      { code: '9.9.9', recipients: 50, confirmed: true },
      { code: '5.1.10', recipients: 9, confirmed: true },
    ]).verdict,
  ).toBe('ok')
  expect(judgeRefusals([{ code: '5.7.800', ...once }])).toMatchObject({ verdict: 'warn', unit: 'domain' })
  expect(judgeRefusals([{ code: '5.7.800', ...once, recipients: 2 }]).gate).toBe('replace')
  expect(judgeRefusals([{ code: '5.7.708', ...once, confirmed: true }])).toMatchObject({
    gate: 'replace',
    unit: 'tenant',
  })
  expect(judgeRefusals([{ code: '5.7.1', recipients: 2, confirmed: false }]).gate).toBeUndefined()
  expect(judgeRefusals([{ code: '5.7.1', recipients: 3, confirmed: false }]).gate).toBe('rest')
  expect(judgeRefusals([{ code: '5.7.26', recipients: 4, confirmed: false }])).toMatchObject({
    gate: 'repair',
    points: 10,
  })
  expect(judgeRefusals([{ code: '5.7.501', recipients: 4, confirmed: true }])).toMatchObject({
    verdict: 'warn',
    unit: 'mailbox',
  })
})

test('what is broken is mended, what the registry takes is lost, and silence is unknown', () => {
  const well = { nameServers: 'ours', broken: [], registry: [] } as const
  expect(judgeRecords(well).verdict).toBe('ok')
  expect(judgeRecords({ ...well, broken: ['DMARC'] })).toMatchObject({ verdict: 'warn', points: 10 })
  expect(judgeRecords({ ...well, broken: ['SPF', 'DKIM'] }).gate).toBe('repair')
  expect(judgeRecords({ ...well, registry: ['client hold'] }).gate).toBe('repair')
  expect(judgeRecords({ ...well, nameServers: 'lost' }).gate).toBe('repair')
  expect(judgeRecords({ ...well, registry: ['pending delete'] }).gate).toBe('replace')
  expect(judgeRecords({ ...well, nameServers: 'unknown' }).verdict).toBe('unknown')
  expect(judgeRedirect({ wrong: [] }).verdict).toBe('ok')
  expect(judgeRedirect({ wrong: ['The certificate ends in 3 days'] })).toMatchObject({ points: 3 })
})

test('counts that cannot be are no verdict', () => {
  const impossible = [
    judgeBounces({ sent: 100, bounced: 101 }),
    judgeBounces({ sent: 100, bounced: -1 }),
    judgeBounces({ sent: Number.NaN, bounced: 0 }),
    judgeReplies({ sent: 300, replied: 301, peers: { sent: 1_000, replied: 20 } }),
    judgeWarmup({ sent: 50, landed: 51 }),
    judgeDmarc({ messages: 200, passed: 201, reporters: 3 }),
    judgeMailboxes({ cutOff: 53, of: 52 }),
    judgePlacement({ Microsoft: { arrived: 5, junk: 6 }, Google: { arrived: 0, junk: 0 } }),
  ]
  expect(impossible.map(({ verdict }) => verdict)).toEqual(impossible.map(() => 'unknown'))
})
