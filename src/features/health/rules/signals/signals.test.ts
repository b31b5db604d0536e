import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  afterAnswer,
  judgeList,
  type ListAnswer,
  type ListState,
  listConfirmedAfter,
  listedTooLongAfter,
  readListAnswer,
} from './blocklists.ts'
import {
  type DmarcCounts,
  judgeBounces,
  judgeDmarc,
  judgeMailboxes,
  judgeReplies,
  judgeWarmup,
} from './counted.ts'
import { judgePlacement, type Placement } from './placement.ts'
import { judgeRecords, judgeRedirect } from './records.ts'
import { describedCode, type FailedMail, judgeFailedMail, judgeRefusals, meaningOf } from './refusals.ts'
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
  for (const code of [2, 4, 5, 6]) expect(readListAnswer('dbl', [`127.0.1.${code}`])).toBe('critical')
  for (const code of [102, 103, 104, 105, 106])
    expect(readListAnswer('dbl', [`127.0.1.${code}`])).toBe('abused')
  expect(readListAnswer('dbl', ['127.0.1.102', '127.0.1.2'])).toBe('critical')
  expect(readListAnswer('uribl', ['127.0.0.8', '127.0.0.2'])).toBe('critical')
  for (const code of [8, 16, 64, 128, 72])
    expect(readListAnswer('surbl', [`127.0.0.${code}`])).toBe('critical')
  for (const code of [4, 32, 36]) expect(readListAnswer('surbl', [`127.0.0.${code}`])).toBe('note')
  expect(readListAnswer('surbl', ['127.0.0.96'])).toBe('critical')
  expect(readListAnswer('surbl', ['127.0.0.2'])).toBe('unavailable')
  expect(readListAnswer('uribl', ['127.0.0.2'])).toBe('critical')
  expect(readListAnswer('uribl', ['127.0.0.4'])).toBe('note')
  expect(readListAnswer('uribl', ['127.0.0.8'])).toBe('clean')
  expect(readListAnswer('dbl', [])).toBe('clean')
})

const unlisted = (list: ListState['list']): ListState => ({ list, answer: 'clean', listed: null })
const after = (list: ListState['list'], answers: readonly [ListAnswer, number][]) =>
  answers.reduce((state, [answer, now]) => afterAnswer(state, answer, now), unlisted(list))

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
        expect(judgeList(state).gate !== undefined).toBe(confirmed)
      })
    }),
  )
})

test('a listing that lasts gives the domain up at Spamhaus and SURBL, not at URIBL', () => {
  const [first, second] = [0, listConfirmedAfter]
  const lasting = (list: ListState['list'], answer: ListAnswer, last: number) =>
    judgeList(
      after(list, [
        [answer, first],
        [answer, second],
        [answer, second + last],
      ]),
    )
  expect(lasting('dbl', 'critical', listedTooLongAfter).gate).toBe('replace')
  expect(lasting('surbl', 'critical', listedTooLongAfter).gate).toBe('replace')
  expect(lasting('surbl', 'critical', listedTooLongAfter - 1)).toMatchObject({ gate: 'rest', points: 60 })
  expect(lasting('uribl', 'critical', listedTooLongAfter * 10).gate).toBe('rest')
  // A site that was broken into is cleaned, whatever time that takes.
  expect(lasting('dbl', 'abused', listedTooLongAfter * 10).gate).toBe('rest')
})

test('a list that gives no answer any more does not give a domain up', () => {
  const listed: [ListAnswer, number][] = [
    ['critical', 0],
    ['critical', listConfirmedAfter],
  ]
  expect(judgeList(after('dbl', [...listed, ['unavailable', listedTooLongAfter * 2]])).gate).toBe('rest')
  // The first answer that is believed sends it to rest, however late it comes.
  expect(
    judgeList(
      after('dbl', [
        ['critical', 0],
        ['critical', listedTooLongAfter],
      ]),
    ).gate,
  ).toBe('rest')
})

test('what a list says otherwise', () => {
  expect(judgeList({ ...unlisted('dbl'), answer: null }).verdict).toBe('unwatched')
  expect(judgeList({ ...unlisted('dbl'), answer: 'unavailable' }).verdict).toBe('unknown')
  expect(judgeList({ ...unlisted('uribl'), answer: 'note' })).toMatchObject({ verdict: 'warn', points: 5 })
  expect(judgeList(unlisted('uribl')).verdict).toBe('ok')
})

/** What receivers say of a domain's own mail; a tool of it counts nothing. */
const reported = (messages: number, passed: number, reporters: number, more: Partial<DmarcCounts> = {}) => ({
  messages,
  passed,
  reporters,
  hijacked: 0,
  sentInWeek: undefined,
  ...more,
})

test('mail that others send in a name is told as that, from two receivers on, and demands nothing by itself', () => {
  const hijacked = judgeDmarc(reported(400, 400, 2, { hijacked: 21 }))
  expect(hijacked).toMatchObject({ verdict: 'bad', points: 20 })
  expect(hijacked.gate).toBeUndefined()
  expect(hijacked.evidence).toContain("servers that are not its host's")
  expect(judgeDmarc(reported(400, 400, 2, { hijacked: 20 })).verdict).toBe('ok')
  expect(judgeDmarc(reported(4_000, 4_000, 1, { hijacked: 4_000 })).verdict).toBe('unknown')
  const more = judgeDmarc(reported(501, 501, 2, { sentInWeek: 100 }))
  expect(more).toMatchObject({ verdict: 'bad', unit: 'mailbox' })
  expect(more.evidence).toContain('its sending tool sent 100 in 7')
  expect(judgeDmarc(reported(500, 500, 2, { sentInWeek: 100 })).verdict).toBe('ok')
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
  expect(judgeDmarc(reported(500, 500, 1)).verdict).toBe('unknown')
  expect(judgeDmarc(reported(100, 97, 2)).verdict).toBe('warn')
  expect(judgeDmarc(reported(100, 89, 2)).verdict).toBe('bad')
  expect(judgeMailboxes({ cutOff: 2, of: 2 }).verdict).toBe('unknown')
  expect(judgeMailboxes({ cutOff: 16, of: 52 }).verdict).toBe('warn')
  expect(judgeMailboxes({ cutOff: 25, of: 52 }).verdict).toBe('warn')
  expect(judgeMailboxes({ cutOff: 26, of: 52 })).toMatchObject({ verdict: 'bad', points: 25, gate: 'rest' })
  expect(judgeMailboxes({ cutOff: 25, of: 52 })).not.toHaveProperty('gate')
  expect(judgeMailboxes({ cutOff: 15, of: 52 }).verdict).toBe('ok')
})

test('replies are judged against comparable domains alone', () => {
  const peers = { sent: 10_000, replied: 400 }
  expect(judgeReplies({ sent: 269, replied: 0, peers }).verdict).toBe('unknown')
  expect(judgeReplies({ sent: 600, replied: 0, peers: { sent: 100, replied: 50 } }).verdict).toBe('unknown')
  expect(judgeReplies({ sent: 600, replied: 0, peers })).toMatchObject({ verdict: 'bad', points: 20 })
  expect(judgeReplies({ sent: 600, replied: 4, peers })).toMatchObject({ verdict: 'warn', points: 10 })
  expect(judgeReplies({ sent: 600, replied: 24, peers }).verdict).toBe('ok')
})

test("one provider's junk is enough, and to be well each of them has to have spoken", () => {
  const none = { arrived: 0, junk: 0 }
  const atBoth = (microsoft: Placement, google: Placement, hadWord = true) =>
    judgePlacement({ Microsoft: microsoft, Google: google }, hadWord).verdict
  expect(judgePlacement({ Microsoft: { arrived: 5, junk: 4 }, Google: none }, true)).toMatchObject({
    verdict: 'warn',
    points: 15,
  })
  expect(atBoth({ arrived: 8, junk: 7 }, { arrived: 9, junk: 0 })).toBe('bad')
  expect(atBoth({ arrived: 10, junk: 5 }, none)).toBe('unknown')
  expect(atBoth({ arrived: 7, junk: 0 }, { arrived: 4, junk: 0 })).toBe('unknown')
  expect(atBoth({ arrived: 7, junk: 0 }, { arrived: 5, junk: 0 })).toBe('ok')
  expect(judgePlacement({ Google: { arrived: 5, junk: 0 } }, false).verdict).toBe('ok')
})

test('mail that all of one provider loses is a warning, and some of it none', () => {
  const well = { arrived: 7, junk: 0 }
  const lost = (missing: number, arrived = 0) =>
    judgePlacement({ Microsoft: { arrived, junk: 0, missing }, Google: well }, true)
  expect(lost(5)).toMatchObject({ verdict: 'warn', points: 15, unit: 'domain' })
  expect(lost(4).verdict).toBe('unknown')
  expect(lost(2, 5).verdict).toBe('ok')
})

test('nobody watches a domain before its first word, and too little after it leaves what was known', () => {
  const few = { Microsoft: { arrived: 4, junk: 0 }, Google: { arrived: 4, junk: 4 } }
  expect(judgePlacement(few, false)).toMatchObject({
    verdict: 'unwatched',
    evidence:
      'Probes to Microsoft and Google have begun, and the first word on it takes 5 days. Seen by our probes at Microsoft and Google in 7 days: 0 of 4 in junk at Microsoft, 4 of 4 in junk at Google.',
  })
  expect(judgePlacement(few, true).verdict).toBe('unknown')
  // Its probes are void, or nobody could look: they were sent.
  expect(judgePlacement({ Google: { arrived: 0, junk: 0, void: 3 } }, true).verdict).toBe('unknown')
  expect(judgePlacement({ Google: { arrived: 0, junk: 0, void: 3 } }, false).verdict).toBe('unwatched')
})

test('what was known is over where no probe of a week is left, or its host has taken none', () => {
  for (const hadWord of [true, false]) {
    const gone = judgePlacement({ Google: { arrived: 0, junk: 0 } }, hadWord)
    expect(gone).toMatchObject({ verdict: 'unwatched', evidence: expect.stringContaining('have begun') })
    const refused = judgePlacement({ Google: { arrived: 0, junk: 0, refused: 7 } }, hadWord)
    expect(refused).toMatchObject({ verdict: 'unwatched', evidence: expect.stringContaining('taken none') })
  }
})

test('more junk never makes a verdict better, and tabs change none', () => {
  const rank = { unwatched: -1, unknown: 0, ok: 1, warn: 2, bad: 3 }
  const counts = fc.integer({ min: 0, max: 30 }).chain((arrived) =>
    fc.record({
      arrived: fc.constant(arrived),
      junk: fc.integer({ min: 0, max: arrived }),
      tab: fc.integer({ min: 0, max: 30 }),
      missing: fc.integer({ min: 0, max: 30 }),
      refused: fc.integer({ min: 0, max: 3 }),
      void: fc.integer({ min: 0, max: 3 }),
    }),
  )
  fc.assert(
    fc.property(counts, counts, fc.boolean(), (microsoft, google, hadWord) => {
      const { verdict } = judgePlacement({ Microsoft: microsoft, Google: google }, hadWord)
      const { arrived, junk } = microsoft
      const more = judgePlacement(
        { Microsoft: { ...microsoft, junk: Math.min(arrived, junk + 1) }, Google: google },
        hadWord,
      )
      expect(rank[more.verdict]).toBeGreaterThanOrEqual(rank[verdict])
      const inNoTab = { ...microsoft, tab: 0 }
      expect(judgePlacement({ Microsoft: inNoTab, Google: google }, hadWord).verdict).toBe(verdict)
      // To be well takes a word of each.
      if (verdict === 'ok') expect(Math.min(arrived, google.arrived)).toBeGreaterThanOrEqual(5)
      if (verdict === 'unknown') expect(hadWord).toBe(true)
    }),
  )
})

test("Google's own lines decide, and two bad days are needed to rest", () => {
  const rates = (...days: number[]) => judgeSpamRate({ days, sends: true, hadData: true })
  expect(rates(0.0009).verdict).toBe('ok')
  expect(rates(0.001)).toMatchObject({ verdict: 'warn', points: 10 })
  expect(rates(0.003).gate).toBeUndefined()
  expect(rates(0.003, 0, 0.003)).toMatchObject({ gate: 'rest', points: 30 })
  expect(rates(Number.NaN, 7, 0.0009).verdict).toBe('ok')
})

test('figures that stop while mail goes on are a warning, and else nobody is watching', () => {
  const none = { days: [] }
  expect(judgeSpamRate({ ...none, sends: true, hadData: true })).toMatchObject({ verdict: 'warn', points: 5 })
  expect(judgeSpamRate({ ...none, sends: true, hadData: false }).verdict).toBe('unwatched')
  expect(judgeSpamRate({ ...none, sends: false, hadData: true }).verdict).toBe('unwatched')
})

const refused = (code: string, recipients: number, confirmed = false) => ({ code, recipients, confirmed })

test('every code that speaks of the sender hits what it hits', () => {
  const expected: Record<string, [unit: string, gate: string | undefined, from: number]> = {
    '5.1.8': ['mailbox', undefined, 2],
    '5.7.501': ['mailbox', undefined, 2],
    '5.7.502': ['mailbox', undefined, 2],
    '5.7.503': ['mailbox', undefined, 2],
    '5.7.705': ['tenant', 'rest', 2],
    '5.7.708': ['tenant', 'rest', 2],
    '5.7.800': ['domain', 'replace', 2],
    '5.7.750': ['domain', 'repair', 2],
    '5.7.509': ['domain', 'repair', 2],
    '5.7.515': ['domain', 'repair', 2],
    '5.7.26': ['domain', 'repair', 2],
    '5.7.27': ['domain', 'repair', 2],
    '5.7.30': ['domain', 'repair', 2],
    '4.7.31': ['domain', 'repair', 2],
    '4.7.32': ['domain', 'repair', 2],
    '4.7.28': ['domain', 'rest', 3],
    '5.7.1': ['domain', 'rest', 3],
  }
  for (const [code, [unit, gate, from]] of Object.entries(expected)) {
    expect(judgeRefusals([refused(code, from - 1)])).toMatchObject({ verdict: 'warn', points: 10, unit })
    const sure = judgeRefusals([refused(code, from)])
    expect([code, sure.unit, sure.gate]).toEqual([code, unit, gate])
    expect(sure.points).toBe(gate === 'rest' || gate === 'replace' ? 60 : 10)
    // The host's own word needs no refusal beside it.
    expect(judgeRefusals([refused(code, 0, true)])).toMatchObject({ unit, ...(gate ? { gate } : {}) })
  }
  for (const code of ['5.7.232', '5.7.233', '5.7.511', '5.1.1', '5.1.10', '5.4.1', '5.7.504', '9.9.9'])
    expect(judgeRefusals([refused(code, 50, true)]).verdict).toBe('ok')
  expect([meaningOf('5.1.1'), meaningOf('9.9.9')]).toEqual([null, undefined])
})

test('a code counts of whom it is, and of nobody else', () => {
  expect(describedCode('5.7.800', 'microsoft')).toBe('5.7.800')
  expect(describedCode('5.7.1', 'gmail')).toBe('5.7.1')
  for (const voice of ['microsoft', 'gmail', 'other'] as const) {
    expect(describedCode('5.1.1', voice)).toBe('5.1.1')
    expect(describedCode('9.9.9', voice)).toBeNull()
  }
  for (const voice of ['gmail', 'other'] as const) expect(describedCode('5.7.800', voice)).toBeNull()
  for (const voice of ['microsoft', 'other'] as const) expect(describedCode('5.7.1', voice)).toBeNull()
})

test('of a domain’s refusals the receivers are named, and of a whole tenant’s none is', () => {
  const by = ['a.com', 'b.com', 'c.com', 'd.com'].map((receiver, n) => ({ receiver, refusals: 9 - n }))
  const counted = (code: string) => judgeRefusals([{ ...refused(code, 4), by }]).evidence
  expect(counted('5.7.800')).toBe(
    '5.7.800: Microsoft banned the domain (4 receivers in 24 hours: a.com 9, b.com 8, c.com 7 and 1 other).',
  )
  expect(counted('5.7.705')).toBe('5.7.705: the host stopped the whole tenant (in the last 24 hours).')
})

test('that no failed delivery speaks of the sender is said only once each has been read', () => {
  const count = fc.integer({ min: 0, max: 500 })
  const codes = fc.constantFrom('5.1.1', '5.7.800', '5.7.1', '4.7.28', '9.9.9')
  const refusals = fc.array(fc.record({ code: codes, recipients: count, confirmed: fc.constant(false) }))
  fc.assert(
    fc.property(refusals, count, count, count, (some, unread, others, notDescribed) => {
      const mail: FailedMail = { refusals: some, failed: unread + others, unread, notDescribed }
      const finding = judgeFailedMail(mail)
      const spoken = judgeRefusals(some)
      if (spoken.verdict !== 'ok') expect(finding).toEqual(spoken)
      else expect(finding).toMatchObject({ verdict: unread > 0 ? 'unknown' : 'ok', points: 0 })
    }),
  )
})

test('the gravest refusal decides, in whatever order they come', () => {
  const all = [
    refused('5.7.501', 1, true),
    refused('5.1.8', 9),
    refused('5.7.515', 40),
    refused('4.7.28', 40),
    refused('5.7.800', 2),
  ]
  const gates = [undefined, undefined, 'repair', 'rest', 'replace']
  all.forEach((_, n) => {
    const some = all.slice(0, n + 1)
    expect(judgeRefusals(some).gate).toBe(gates[n])
    expect(judgeRefusals(some.toReversed())).toEqual(judgeRefusals(some))
  })
})

test('what is broken is mended, what the registry takes is lost, and silence is unknown', () => {
  const well = { nameServers: 'ours', broken: [], registry: [] } as const
  expect(judgeRecords(well).verdict).toBe('ok')
  expect(judgeRecords({ ...well, broken: ['DMARC'] })).toMatchObject({ verdict: 'warn', points: 10 })
  expect(judgeRecords({ ...well, broken: ['SPF', 'DKIM'] }).gate).toBe('repair')
  for (const registry of [['client hold'], ['server hold']])
    expect(judgeRecords({ ...well, registry })).toMatchObject({ gate: 'repair', points: 35 })
  expect(judgeRecords({ ...well, nameServers: 'lost' }).gate).toBe('repair')
  for (const registry of [['pending delete'], ['redemption period'], ['client hold', 'pending delete']])
    expect(judgeRecords({ ...well, registry })).toMatchObject({ gate: 'replace', points: 35 })
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
    judgeDmarc(reported(200, 201, 3)),
    judgeMailboxes({ cutOff: 53, of: 52 }),
    judgeBounces({ sent: Number.POSITIVE_INFINITY, bounced: 3 }),
    judgePlacement({ Microsoft: { arrived: 5, junk: 6 }, Google: { arrived: 0, junk: 0 } }, true),
  ]
  expect(impossible.map(({ verdict }) => verdict)).toEqual(impossible.map(() => 'unknown'))
  const [wrong, junk] = [
    { arrived: 5, junk: 9 },
    { arrived: 5, junk: 5 },
  ]
  expect(judgePlacement({ Microsoft: wrong, Google: junk }, true).verdict).toBe('bad')
})

const sentences = [
  'unknown 0 -: 40 sent in 7 days, too few to judge: 50 are needed.',
  'unknown 0 -: The source says 101 of 100, which cannot be.',
  'warn 10 list: 7 of 100 (7.0 %) came back in 7 days.',
  'unknown 0 -: 200 sent in 14 days, too few to judge: 270 are needed.',
  'unknown 0 -: 100 sent by comparable domains, too few to judge: 270 are needed.',
  'warn 10 domain: 4 of 600 (0.7 %) were answered in 14 days; comparable domains 400 of 10000 (4.0 %).',
  'unknown 0 -: 20 warm-up mails in 7 days, too few to judge: 35 are needed.',
  'warn 5 domain: 120 of 140 (85.7 %) warm-up mails arrived in the inbox in 7 days.',
  'unknown 0 -: 50 messages in the reports of 1 receiver, too few to judge: 100 of 2 are needed.',
  'warn 5 domain: 190 of 200 (95.0 %) passed DMARC in the reports of 3 receivers.',
  'unknown 0 -: 2 mailboxes, too few to judge: 3 are needed.',
  'warn 10 domain: 20 of 52 (38.5 %) mailboxes are cut off for what they sent.',
  'unknown 0 -: Seen by our probes at Microsoft and Google in 7 days: 1 of 4 in junk at Microsoft, 0 of 3 in junk at Google; too few to judge, 5 at each provider are needed.',
  'bad 30 domain: Seen by our probes at Microsoft and Google in 7 days: 7 of 8 in junk at Microsoft, 0 of 9 in junk at Google.',
  'ok 0 -: Seen by our probes at Google in 7 days: 0 of 6 in junk at Google (2 under a tab, 1 missing).',
  'unwatched 0 -: Probes to Microsoft and Google have begun, and the first word on it takes 5 days.',
  'unwatched 0 -: Its host has taken none of its probes in 7 days (6 refused or lost), so nobody sees where its mail arrives.',
  'unwatched 0 -: No probes are sent, so nobody sees where mail arrives.',
  "warn 10 domain: At most 0.40 % of a day's mail, in 2 of 7 days with data.",
  'warn 5 domain: Google has no figures any more, while it sends on.',
  'unwatched 0 -: Google has no figure: it needs about 50 of its users a day.',
  'bad 60 domain: Listed by Spamhaus DBL.',
  'bad 60 domain: Listed by Spamhaus DBL as a site that was broken into.',
  'warn 5 domain: SURBL named it once; the second answer is awaited.',
  'warn 5 domain: On the grey part of URIBL.',
  'ok 0 -: Not listed by URIBL.',
  'unknown 0 -: SURBL gave no answer that counts.',
  'unwatched 0 -: Spamhaus DBL is switched off.',
  'ok 0 -: No refusal that speaks of the sender in 24 hours.',
  'warn 10 mailbox: 5.1.8: the host stopped the mailbox from sending (2 in 24 hours).',
  'warn 10 mailbox: 5.7.501: the host banned the account for spam (the host says so).',
  'bad 60 tenant: 5.7.705: the host stopped the whole tenant (the host says so).',
  'bad 60 tenant: 5.7.708: the host takes no mail of this tenant (in the last 24 hours).',
  'bad 60 domain: 5.7.800: Microsoft banned the domain (4 in 24 hours).',
  'bad 10 domain: 5.7.750: the domain is not registered in its tenant (4 in 24 hours).',
  'bad 10 domain: 5.7.515: a receiver misses authentication (4 in 24 hours).',
  'bad 10 domain: 5.7.26: Gmail misses authentication (4 in 24 hours).',
  'bad 60 domain: 4.7.28: Gmail sees an unusual rate of unsolicited mail (4 in 24 hours).',
  'bad 60 domain: 5.7.1: a receiver calls the mail unsolicited (4 in 24 hours).',
  'ok 0 -: No delivery of its mail failed in 24 hours.',
  'unknown 0 -: 7 deliveries failed in 24 hours; why is not read yet of 2.',
  'ok 0 -: 7 deliveries failed in 24 hours, none for a reason that is known to lie with the sender; 2 of them in words that are not described.',
  'bad 10 domain: 5.7.515: a receiver misses authentication (2 receivers in 24 hours: a.com 3, b.com 1).',
  'ok 0 -: All records are as they should be.',
  'warn 10 domain: Missing or wrong: DMARC, MX.',
  'bad 35 domain: SPF and DKIM are gone.',
  'bad 35 domain: The registry says "client hold, server hold".',
  'bad 35 domain: The registry says "redemption period, pending delete".',
  'bad 35 domain: The domain does not point at our name servers.',
  'unknown 0 -: Its name servers did not answer.',
  'ok 0 -: It leads where it should.',
  'warn 3 domain: It leads to another page, the certificate ends in 3 days.',
]

test('what was seen is told in a sentence with its numbers', () => {
  const peers = { sent: 10_000, replied: 400 }
  const probes = (junk: number, arrived: number) => ({ junk, arrived })
  const listed: [ListAnswer, number][] = [
    ['critical', 0],
    ['critical', listConfirmedAfter],
  ]
  const abused: [ListAnswer, number][] = [
    ['abused', 0],
    ['abused', listConfirmedAfter],
  ]
  const well = { nameServers: 'ours', broken: [], registry: [] } as const
  const findings = [
    judgeBounces({ sent: 40, bounced: 2 }),
    judgeBounces({ sent: 100, bounced: 101 }),
    judgeBounces({ sent: 100, bounced: 7 }),
    judgeReplies({ sent: 200, replied: 1, peers }),
    judgeReplies({ sent: 600, replied: 4, peers: { sent: 100, replied: 4 } }),
    judgeReplies({ sent: 600, replied: 4, peers }),
    judgeWarmup({ sent: 20, landed: 20 }),
    judgeWarmup({ sent: 140, landed: 120 }),
    judgeDmarc(reported(50, 50, 1)),
    judgeDmarc(reported(200, 190, 3)),
    judgeMailboxes({ cutOff: 1, of: 2 }),
    judgeMailboxes({ cutOff: 20, of: 52 }),
    judgePlacement({ Microsoft: probes(1, 4), Google: probes(0, 3) }, true),
    judgePlacement({ Microsoft: probes(7, 8), Google: probes(0, 9) }, true),
    judgePlacement({ Google: { ...probes(0, 6), tab: 2, missing: 1 } }, true),
    judgePlacement({ Microsoft: probes(0, 0), Google: probes(0, 0) }, false),
    judgePlacement({ Google: { ...probes(0, 0), refused: 6 } }, false),
    judgePlacement({}, false),
    judgeSpamRate({ days: [0.004, 0.001], sends: true, hadData: true }),
    judgeSpamRate({ days: [], sends: true, hadData: true }),
    judgeSpamRate({ days: [], sends: true, hadData: false }),
    judgeList(after('dbl', listed)),
    judgeList(after('dbl', abused)),
    judgeList(after('surbl', [['critical', 0]])),
    judgeList(after('uribl', [['note', 0]])),
    judgeList(after('uribl', [['clean', 0]])),
    judgeList(after('surbl', [['unavailable', 0]])),
    judgeList({ ...unlisted('dbl'), answer: null }),
    judgeRefusals([]),
    judgeRefusals([refused('5.1.8', 2)]),
    judgeRefusals([refused('5.7.501', 1, true)]),
    judgeRefusals([refused('5.7.705', 0, true)]),
    judgeRefusals([refused('5.7.708', 4)]),
    judgeRefusals([refused('5.7.800', 4)]),
    judgeRefusals([refused('5.7.750', 4)]),
    judgeRefusals([refused('5.7.515', 4)]),
    judgeRefusals([refused('5.7.26', 4)]),
    judgeRefusals([refused('4.7.28', 4)]),
    judgeRefusals([refused('5.7.1', 4)]),
    judgeFailedMail({ refusals: [], failed: 0, unread: 0, notDescribed: 0 }),
    judgeFailedMail({ refusals: [], failed: 7, unread: 2, notDescribed: 1 }),
    judgeFailedMail({ refusals: [], failed: 7, unread: 0, notDescribed: 2 }),
    judgeFailedMail({
      refusals: [
        {
          ...refused('5.7.515', 2),
          by: [
            { receiver: 'a.com', refusals: 3 },
            { receiver: 'b.com', refusals: 1 },
          ],
        },
      ],
      failed: 4,
      unread: 0,
      notDescribed: 0,
    }),
    judgeRecords(well),
    judgeRecords({ ...well, broken: ['DMARC', 'MX'] }),
    judgeRecords({ ...well, broken: ['SPF', 'DKIM'] }),
    judgeRecords({ ...well, registry: ['client hold', 'server hold'] }),
    judgeRecords({ ...well, registry: ['redemption period', 'pending delete'] }),
    judgeRecords({ ...well, nameServers: 'lost' }),
    judgeRecords({ ...well, nameServers: 'unknown' }),
    judgeRedirect({ wrong: [] }),
    judgeRedirect({ wrong: ['It leads to another page', 'the certificate ends in 3 days'] }),
  ]
  const told = findings.map(
    ({ verdict, points, unit, evidence }) => `${verdict} ${points} ${unit ?? '-'}: ${evidence}`,
  )
  expect(told).toEqual(sentences)
})

test('a week without a single mark is no praise: mail in junk cannot be marked', () => {
  expect(judgeSpamRate({ days: [0, 0, 0], sends: true, hadData: true })).toMatchObject({
    verdict: 'unwatched',
    points: 0,
  })
  expect(judgeSpamRate({ days: [0, 0.0001], sends: true, hadData: true }).verdict).toBe('ok')
})
