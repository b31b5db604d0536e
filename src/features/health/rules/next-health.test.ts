import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HealthSignal, healthSignals, type SignalCode, signalCodes, verdicts } from './health-signals.ts'
import { healthStateNames, stateLines } from './health-states.ts'
import { type HealthMemory, newHealth } from './memory.ts'
import { nextHealth, restedForAccountAlone } from './next-health.ts'
import { coverageOf, isSeen, missingSignals, scoreOf } from './picture.ts'

const day = 24 * 3_600_000
const now = 1_000 * day
const warmed = { days: 30, mails: 600 }

const ok = (code: SignalCode, at = now): HealthSignal => ({
  code,
  source: code,
  verdict: 'ok',
  points: 0,
  evidence: 'Well.',
  observedAt: at,
})
const allWell = (at = now) => signalCodes.map((code) => ok(code, at))
const bad = (code: SignalCode, points: number, gate?: HealthSignal['gate']): HealthSignal => ({
  ...ok(code),
  verdict: 'bad',
  points,
  ...(gate ? { gate } : {}),
})
const instead = (signal: HealthSignal, at = now) => [
  ...allWell(at).filter(({ code }) => code !== signal.code),
  { ...signal, observedAt: at },
]
const memoryIn = (state: HealthMemory['state'], since = now): HealthMemory => ({
  ...newHealth(since),
  state,
  isDoubted: state === 'watch' || state === 'rest',
  isWarmed: state !== 'unknown' && state !== 'warming',
  rests: state === 'rest' ? [since] : [],
})

const hour = 3_600_000
const anySignal = fc.record(
  {
    code: fc.constantFrom(...signalCodes),
    source: fc.constantFrom('a', 'b'),
    verdict: fc.constantFrom(...verdicts),
    points: fc.integer({ min: 0, max: 60 }),
    gate: fc.constantFrom('repair' as const, 'rest' as const, 'replace' as const),
    evidence: fc.constant('Seen.'),
    observedAt: fc.integer({ min: now - 9 * day, max: now + day }),
  },
  { requiredKeys: ['code', 'source', 'verdict', 'points', 'evidence', 'observedAt'] },
) as fc.Arbitrary<HealthSignal>
const anyTime = fc.option(fc.integer({ min: now - 40 * day, max: now }))
const anyMemory = fc.record({
  state: fc.constantFrom(...healthStateNames),
  since: fc.integer({ min: now - 60 * day, max: now }),
  isWarmed: fc.boolean(),
  isDoubted: fc.boolean(),
  warned: fc.integer({ min: 0, max: 3 }),
  warnedAt: anyTime,
  lowSince: anyTime,
  calmSince: anyTime,
  clearSince: anyTime,
  restCause: fc.option(fc.constantFrom(...signalCodes)),
  rests: fc.array(fc.integer({ min: now - 100 * day, max: now }), { maxLength: 3 }),
  returningSince: anyTime,
}) as fc.Arbitrary<HealthMemory>
/** Judges the same again and again, once for each time. */
const judge = (memory: HealthMemory, signalsAt: (at: number) => HealthSignal[], times: readonly number[]) =>
  times.reduce(
    (before, at) => nextHealth(before, { signals: signalsAt(at), warmup: warmed }, at).memory,
    memory,
  )
const hourly = (from: number, until: number) =>
  Array.from({ length: Math.floor((until - from) / hour) + 1 }, (_, n) => from + n * hour)
const without =
  (...codes: SignalCode[]) =>
  (at: number) =>
    allWell(at).filter(({ code }) => !codes.includes(code))

test('the same inputs decide the same, in whatever order they come', () => {
  fc.assert(
    fc.property(
      anyMemory,
      fc.uniqueArray(anySignal, { selector: ({ code, source }) => `${code} ${source}` }),
      (memory, signals) => {
        const one = nextHealth(memory, { signals, warmup: warmed }, now)
        const other = nextHealth(memory, { signals: [...signals].reverse(), warmup: warmed }, now)
        expect(other.memory).toEqual(one.memory)
        expect([other.score, other.share]).toEqual([one.score, one.share])
      },
    ),
  )
})

test('what too little is known of is never called healthy', () => {
  fc.assert(
    fc.property(anyMemory, fc.array(anySignal), (memory, signals) => {
      const { memory: after, coverage, score } = nextHealth(memory, { signals, warmup: warmed }, now)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(100)
      if (after.state !== 'healthy') return
      expect(coverage).toBeGreaterThanOrEqual(0.6)
      expect(score).toBeGreaterThanOrEqual(85)
      const fresh = signals.filter((each) => each.observedAt <= now + 60_000)
      expect(fresh.some(({ code, verdict }) => code === 'dns' && verdict !== 'unknown')).toBe(true)
      expect(
        signals.some(
          ({ gate, verdict, observedAt }) => gate === 'replace' && verdict === 'bad' && observedAt <= now,
        ),
      ).toBe(false)
    }),
    { numRuns: 1_000 },
  )
})

test('a domain that rests or is given up sends nothing, and what was given up stays so', () => {
  fc.assert(
    fc.property(anyMemory, fc.array(anySignal), (memory, signals) => {
      const { memory: after, share } = nextHealth(memory, { signals, warmup: warmed }, now)
      if (after.state === 'rest' || after.state === 'replace') expect(share).toBe(0)
      if (memory.state === 'replace') expect(after.state).toBe('replace')
      if (memory.state === 'rest' && now - memory.since < stateLines.restAtLeast)
        expect(['rest', 'replace']).toContain(after.state)
    }),
    { numRuns: 1_000 },
  )
})

test('lists, hosts and records together are not enough to call a domain healthy', () => {
  const signals = (['blocklist', 'ban', 'dns'] as const).map((code) => ok(code))
  expect(nextHealth(newHealth(now), { signals, warmup: warmed }, now).memory.state).toBe('unknown')
  expect(missingSignals(signals, now)[0]).toBe('placement')
})

test('a list that is switched off makes nobody unknown; one that is not reached does', () => {
  const off = instead({ ...ok('blocklist'), verdict: 'unwatched' })
  expect(nextHealth(newHealth(now), { signals: off, warmup: warmed }, now).memory.state).toBe('healthy')
  const away = instead({ ...ok('blocklist'), verdict: 'unknown' })
  expect(nextHealth(newHealth(now), { signals: away, warmup: warmed }, now).memory.state).toBe('unknown')
})

test('an observation speaks no longer than its kind stays fresh', () => {
  for (const code of signalCodes) {
    const signal = { ...bad(code, 50), observedAt: now - healthSignals[code].freshFor }
    expect(scoreOf([signal], now)).toBe(50)
    expect(scoreOf([signal], now + 1)).toBe(100)
    if (healthSignals[code].weight > 0) expect(coverageOf([signal], now + 1)).toBe(0)
  }
})

test('of several sources of one kind the worst counts, once', () => {
  const signals = [bad('blocklist', 60, 'rest'), { ...bad('blocklist', 5), source: 'other' }]
  expect(scoreOf(signals, now)).toBe(40)
})

test('a warning is believed at the second look', () => {
  const signals = instead({ ...bad('warmup', 5), verdict: 'warn' })
  const first = nextHealth(memoryIn('healthy'), { signals, warmup: warmed }, now)
  expect(first.memory.state).toBe('healthy')
  const again = nextHealth(first.memory, { signals, warmup: warmed }, now + 60_000)
  expect(again.memory.state).toBe('healthy')
  const second = nextHealth(again.memory, { signals, warmup: warmed }, now + hour)
  expect(second).toMatchObject({ memory: { state: 'watch' }, cause: 'warmup' })
})

test('watch is left after three calm days', () => {
  const at = (days: number) => now + days * day
  let memory = memoryIn('watch')
  for (const days of [0, 1, 2]) {
    memory = nextHealth(memory, { signals: allWell(at(days)), warmup: warmed }, at(days)).memory
    expect(memory.state).toBe('watch')
  }
  expect(nextHealth(memory, { signals: allWell(at(3)), warmup: warmed }, at(3)).memory.state).toBe('healthy')
})

test('a gate sends a domain to rest at once, and a low score after half a day', () => {
  const listed = nextHealth(
    memoryIn('healthy'),
    { signals: instead(bad('blocklist', 60, 'rest')), warmup: warmed },
    now,
  )
  expect(listed).toMatchObject({ memory: { state: 'rest', rests: [now] }, share: 0, cause: 'blocklist' })
  const low = [bad('bounces', 25), bad('warmup', 15), bad('replies', 20)]
  const signalsAt = (at: number) => [...allWell(at), ...low.map((each) => ({ ...each, observedAt: at }))]
  const first = nextHealth(memoryIn('healthy'), { signals: signalsAt(now), warmup: warmed }, now)
  expect(first.memory.state).not.toBe('rest')
  const later = now + stateLines.restConfirmedAfter
  expect(nextHealth(first.memory, { signals: signalsAt(later), warmup: warmed }, later).memory.state).toBe(
    'rest',
  )
})

test('what is to be mended is no burnt domain', () => {
  const { memory } = nextHealth(
    memoryIn('healthy'),
    { signals: instead(bad('dns', 35, 'repair')), warmup: warmed },
    now,
  )
  expect(memory.state).toBe('watch')
})

test('probes in junk need something else against the domain before it rests', () => {
  const junk = nextHealth(
    memoryIn('healthy'),
    { signals: instead(bad('placement', 30)), warmup: warmed },
    now,
  )
  expect(junk.memory.state).toBe('watch')
  const both = [...instead(bad('placement', 30)), { ...bad('warmup', 5), verdict: 'warn' as const }]
  expect(nextHealth(memoryIn('healthy'), { signals: both, warmup: warmed }, now).memory.state).toBe('rest')
})

test('a rested domain comes back in steps, and the third rest in 90 days is the last', () => {
  const back = now + stateLines.restAtLeast
  const resting = { ...memoryIn('rest'), clearSince: now }
  const { memory, share } = nextHealth(resting, { signals: allWell(back), warmup: warmed }, back)
  expect([memory.state, share]).toEqual(['watch', 0.25])
  const step = (n: number) => {
    const at = back + n * stateLines.returnStep
    return nextHealth(memory, { signals: allWell(at), warmup: warmed }, at).share
  }
  expect([step(1), step(2)]).toEqual([0.5, 1])
  const twice = { ...memoryIn('watch'), rests: [now - 80 * day, now - 40 * day] }
  const third = nextHealth(twice, { signals: instead(bad('blocklist', 60, 'rest')), warmup: warmed }, now)
  expect(third.memory.state).toBe('replace')
})

test.each([
  ['doubtful', instead(bad('bounces', 26))],
  ['to be mended', instead(bad('dns', 35, 'repair'))],
])('only of a domain that returns from a rest is a share said, also where one is %s', (_, signals) => {
  const share = (memory: HealthMemory) => nextHealth(memory, { signals, warmup: warmed }, now).share
  expect(share(memoryIn('watch'))).toBe(1)
  const returning = { ...memoryIn('watch'), returningSince: now - 9 * stateLines.returnStep }
  expect(share(returning)).toBeLessThan(1)
  // However long that lasts, its return is not over before.
  expect(nextHealth(returning, { signals, warmup: warmed }, now).memory.returningSince).not.toBeNull()
  expect(nextHealth(returning, { signals: allWell(now), warmup: warmed }, now)).toMatchObject({
    share: 1,
    memory: { returningSince: null },
  })
})

test('a rest without recovery is given up after 30 days', () => {
  const at = now + stateLines.restAtMost
  const signals = instead(bad('placement', 30), at)
  expect(nextHealth(memoryIn('rest'), { signals, warmup: warmed }, at).memory.state).toBe('replace')
})

test('what is said of its whole account rests a domain for as long as it is said, and never gives it up', () => {
  const account = { ...bad('ban', 60, 'rest'), source: 'alerts', unit: 'tenant' as const }
  const warned = (at: number) => [...allWell(at), { ...account, observedAt: at }]
  const twice = { ...memoryIn('watch'), rests: [now - 80 * day, now - 40 * day] }
  const third = judge(twice, warned, hourly(now, now + day))
  expect([third.state, third.restCause]).toEqual(['rest', 'ban'])
  const month = judge(memoryIn('healthy'), warned, hourly(now, now + 45 * day))
  expect([month.state, month.rests]).toEqual(['rest', []])
  // The days that it rested for its account are no reason to give it up once something else is off.
  const off = (at: number) => instead({ ...bad('warmup', 5), verdict: 'warn' }, at)
  expect(judge(month, off, hourly(now + 45 * day + hour, now + 46 * day)).state).toBe('rest')
  expect(judge(month, allWell, hourly(now + 45 * day + hour, now + 53 * day)).state).toBe('watch')
})

test('what a domain does itself while it rests for its account is a rest of its own from then on', () => {
  const account = { ...bad('ban', 60, 'rest'), source: 'alerts', unit: 'tenant' as const }
  const warned = (at: number) => [...allWell(at), { ...account, observedAt: at }]
  const listed = (at: number) => [
    ...instead(bad('blocklist', 60, 'rest'), at),
    { ...account, observedAt: at },
  ]
  const resting = judge(memoryIn('healthy'), warned, hourly(now, now + 20 * day))
  const from = now + 20 * day + hour
  const own = judge(resting, listed, hourly(from, from + 29 * day))
  expect(own).toMatchObject({ state: 'rest', rests: [from], restCause: 'blocklist' })
  expect(judge(own, listed, [from + stateLines.restAtMost]).state).toBe('replace')
  const twice = { ...resting, rests: [now - 30 * day, now - 10 * day] }
  expect(judge(twice, listed, [from]).state).toBe('replace')
})

test('a new domain warms up for two weeks at least, and for three while anything is off', () => {
  const stateAt = (days: number, signals: HealthSignal[], mails = 500) =>
    nextHealth(newHealth(now), { signals, warmup: { days, mails } }, now).memory.state
  expect(stateAt(13, allWell())).toBe('warming')
  expect(stateAt(20, allWell(), 99)).toBe('warming')
  expect(stateAt(14, allWell())).toBe('healthy')
  const off = instead({ ...bad('warmup', 5), verdict: 'warn' })
  expect([stateAt(20, off), stateAt(21, off)]).toEqual(['warming', 'healthy'])
  expect(stateAt(3, instead(bad('blocklist', 60, 'rest')))).toBe('rest')
})

test('what is known to be bad is told at the second look, however little else is known', () => {
  const signals = [ok('blocklist'), ok('dns'), bad('mailboxes', 25)]
  const first = nextHealth(newHealth(now), { signals, warmup: warmed }, now)
  expect(first.memory.state).toBe('unknown')
  expect(nextHealth(first.memory, { signals, warmup: warmed }, now + hour).memory.state).toBe('watch')
})

test('an observation from the future speaks for nothing', () => {
  expect(scoreOf([{ ...bad('bounces', 25), observedAt: now + day }], now)).toBe(100)
  expect(coverageOf(allWell(now + day), now)).toBe(0)
})

test('the lines of the score are where they are', () => {
  const stateAt = (points: number) =>
    judge(memoryIn('healthy'), (at) => instead({ ...bad('bounces', points), verdict: 'ok' }, at), [now]).state
  expect([stateAt(15), stateAt(16)]).toEqual(['healthy', 'watch'])
  const returning = { ...memoryIn('watch'), returningSince: now - 3 * stateLines.returnStep }
  const shareAt = (points: number) =>
    nextHealth(returning, { signals: instead(bad('bounces', points)), warmup: warmed }, now).share
  expect([shareAt(25), shareAt(26)]).toEqual([1, 0.5])
  const restsAt = (points: number) =>
    judge(memoryIn('healthy'), (at) => instead(bad('bounces', points), at), [now, now + 12 * hour]).state
  expect([restsAt(40), restsAt(41)]).toEqual(['watch', 'rest'])
  const calmAt = (points: number) =>
    judge(memoryIn('watch'), (at) => instead({ ...bad('bounces', points), verdict: 'ok' }, at), [
      now,
      now + 3 * day,
    ]).state
  expect([calmAt(10), calmAt(11)]).toEqual(['healthy', 'watch'])
})

test('a low score that recovers between two looks sends nobody to rest', () => {
  const low = (at: number) => instead(bad('bounces', 50), at)
  const up = judge(judge(memoryIn('healthy'), low, [now]), allWell, [now + hour])
  expect(judge(up, low, [now + 12 * hour]).state).toBe('watch')
})

test('warnings that do not follow each other are not two', () => {
  const warn = (at: number) => instead({ ...bad('warmup', 5), verdict: 'warn' }, at)
  const once = judge(judge(memoryIn('healthy'), warn, [now]), allWell, [now + hour])
  expect(judge(once, warn, [now + 2 * hour]).state).toBe('healthy')
})

test('a list or a record that is not seen makes a domain unknown, even where another source is', () => {
  for (const code of ['blocklist', 'dns'] as const) {
    const away = [...allWell(), { ...ok(code), source: 'other', verdict: 'unknown' as const }]
    expect(isSeen(away, code, now)).toBe(false)
    expect(judge(newHealth(now), () => away, [now]).state).toBe('unknown')
  }
  const off = [...allWell(), { ...ok('blocklist'), source: 'other', verdict: 'unwatched' as const }]
  expect(judge(newHealth(now), () => off, [now]).state).toBe('healthy')
  expect(judge(newHealth(now), without('dns'), [now]).state).toBe('unknown')
  expect(judge(newHealth(now), without('placement', 'bounces', 'warmup'), [now]).state).toBe('unknown')
})

test('only what may be left out is: a tool that is not connected still applies', () => {
  const onlyBounces = allWell().map((each) =>
    each.code === 'bounces' ? each : { ...each, verdict: 'unwatched' as const },
  )
  expect(coverageOf(onlyBounces, now)).toBeLessThan(0.2)
  expect(judge(newHealth(now), () => onlyBounces, [now]).state).toBe('unknown')
  // Bounces are all that is told of its mail: where nobody sends probes, nothing is told in their place.
  const nothingOfMail = allWell().flatMap((each) =>
    each.code === 'bounces' || each.code === 'warmup'
      ? []
      : [each.code === 'placement' ? { ...each, verdict: 'unwatched' as const } : each],
  )
  expect(judge(newHealth(now), () => nothingOfMail, [now]).state).toBe('unknown')
  const applies = signalCodes.reduce((sum, code) => sum + healthSignals[code].weight, 0)
  expect(applies).toBe(100)
  expect(coverageOf(without('placement')(now), now)).toBeCloseTo(0.85)
})

test('a domain is never unknown because no probes are sent, and never known because of it', () => {
  const some = fc.subarray(signalCodes.filter((code) => code !== 'placement'))
  fc.assert(
    fc.property(some, (codes) => {
      const seen = codes.map((code) => ok(code))
      const unwatched = [...seen, { ...ok('placement'), verdict: 'unwatched' as const }]
      const at = (signals: HealthSignal[]) => judge(newHealth(now), () => signals, [now]).state
      if (at(seen) !== 'unknown') expect(at(unwatched)).not.toBe('unknown')
      const tells = codes.includes('bounces') || codes.includes('warmup')
      if (!tells) expect(at(unwatched)).toBe('unknown')
    }),
  )
})

test('where neither probes nor Gmail are watched, no domain is known without the word of its host', () => {
  const unwatched = (code: 'placement' | 'spamRate') => ({ ...ok(code), verdict: 'unwatched' as const })
  const left = (...codes: SignalCode[]) => [
    ...without('placement', 'spamRate', ...codes)(now),
    unwatched('placement'),
    unwatched('spamRate'),
  ]
  const at = (signals: HealthSignal[]) => judge(newHealth(now), () => signals, [now]).state
  expect(at(left())).toBe('healthy')
  expect(at(left('ban'))).toBe('unknown')
  // An account's alerts that are not read, or not understood, take nothing from what the host itself says.
  expect(at([...left(), { ...ok('ban'), source: 'alerts', verdict: 'unwatched' }])).toBe('healthy')
  expect(at([...left(), { ...ok('ban'), source: 'alerts', verdict: 'unknown' }])).toBe('healthy')
  expect(at([...left(), { ...ok('ban', now - 2 * day), source: 'alerts' }])).toBe('healthy')
  expect(at([...left('ban'), { ...ok('ban', now - 2 * day), source: 'alerts' }])).toBe('unknown')
})

test('what is ours to mend never sends a domain to rest or gives it up', () => {
  const broken = (at: number) => [
    ...without('dns', 'ban')(at),
    { ...bad('dns', 35, 'repair'), observedAt: at },
    { ...bad('ban', 10, 'repair'), observedAt: at },
  ]
  const twice = { ...memoryIn('healthy'), rests: [now - 80 * day, now - 40 * day] }
  expect(judge(twice, broken, hourly(now, now + 2 * day)).state).toBe('watch')
})

test('a domain that was given up stays so, however late that is read', () => {
  const late = now + 9 * day
  const banned = { ...bad('ban', 60, 'replace'), observedAt: now }
  const { memory, share, cause } = nextHealth(
    memoryIn('healthy'),
    { signals: [...without('ban')(late), banned], warmup: warmed },
    late,
  )
  expect([memory.state, share, cause]).toEqual(['replace', 0, 'ban'])
  const resting = nextHealth(memoryIn('rest'), { signals: [banned], warmup: warmed }, now)
  expect(resting.memory.state).toBe('replace')
})

/** What one list says, with everything else well. */
const said = (
  source: string,
  verdict: 'ok' | 'unknown' | 'bad',
  at: number,
  gate?: HealthSignal['gate'],
) => ({
  ...(verdict === 'bad' ? bad('blocklist', 60, gate) : { ...ok('blocklist'), verdict }),
  source,
  observedAt: at,
})
const withLists = (at: number, ...lists: HealthSignal[]) => [...without('blocklist')(at), ...lists]

test('a domain that a list gave up rests once that list names it no more, and comes back as from any rest', () => {
  const lost = judge(memoryIn('rest'), (at) => withLists(at, said('dbl', 'bad', at, 'replace')), [now])
  expect(lost).toMatchObject({ state: 'replace', lostTo: 'dbl' })
  const well = (at: number) => withLists(at, said('dbl', 'ok', at))
  const off = nextHealth(lost, { signals: well(now + day), warmup: warmed }, now + day)
  expect(off).toMatchObject({ memory: { state: 'rest', since: now + day }, share: 0, cause: 'blocklist' })
  const until = now + day + stateLines.restAtLeast
  expect(judge(off.memory, well, hourly(now + day, until - hour)).state).toBe('rest')
  const back = judge(off.memory, well, hourly(now + day, until))
  expect([back.state, back.returningSince]).toEqual(['watch', until])
})

test('what gave a domain up is over by the word of that list alone, and never where anything else gave it up too', () => {
  const lost = (...also: HealthSignal[]) =>
    judge(memoryIn('rest'), (at) => [...withLists(at, said('dbl', 'bad', at, 'replace')), ...also], [now])
  const at = now + day
  const after = (memory: HealthMemory, ...signals: HealthSignal[]) => judge(memory, () => signals, [at]).state
  const isOff = withLists(at, said('dbl', 'ok', at))
  for (const [signals, from] of [
    [withLists(at, said('dbl', 'unknown', at))],
    [withLists(at, said('surbl', 'ok', at))],
    [withLists(at, said('dbl', 'ok', at - 2 * day))],
    [withLists(at, said('dbl', 'ok', at), said('surbl', 'bad', at, 'replace'))],
    [isOff, lost({ ...bad('ban', 60, 'replace'), observedAt: now })],
    [isOff, { ...memoryIn('replace'), rests: [now - 2 * day] }],
  ] as const)
    expect(after(from ?? lost(), ...signals)).toBe('replace')
  expect(after(lost(), ...isOff)).toBe('rest')
})

test('watch and rest are not left through unknown or a tool that counts anew', () => {
  const junk = instead({ ...bad('placement', 15), verdict: 'warn' })
  const doubted = judge(memoryIn('watch'), () => junk, [now])
  const unseen = judge(doubted, without('dns'), [now + hour])
  expect(unseen.state).toBe('unknown')
  expect(judge(unseen, allWell, [now + 2 * hour]).state).toBe('watch')
  const reset = nextHealth(
    doubted,
    { signals: allWell(now + hour), warmup: { days: 0, mails: 0 } },
    now + hour,
  )
  expect(reset.memory.state).toBe('watch')
  // What nobody sees is not calm.
  expect(judge(doubted, without('dns'), hourly(now, now + 4 * day)).calmSince).toBeNull()
})

test('a rest takes a whole week without a break in which nothing demands it', () => {
  const end = now + stateLines.restAtLeast
  const resting = memoryIn('rest')
  const junk = (at: number) => [
    ...instead({ ...bad('placement', 30) }, at).filter(({ code }) => code !== 'warmup'),
    { ...bad('warmup', 5), verdict: 'warn' as const, observedAt: at },
  ]
  const late = judge(resting, junk, hourly(now, end - day))
  expect(judge(late, allWell, hourly(end - day + hour, end + 5 * day)).state).toBe('rest')
  expect(judge(late, allWell, hourly(end - day + hour, end + 7 * day)).state).toBe('watch')
  expect(judge(resting, allWell, hourly(now, end - hour)).state).toBe('rest')
  expect(judge(resting, allWell, hourly(now, end)).state).toBe('watch')
})

test('silence neither ends a rest nor gives a domain up', () => {
  const end = now + 40 * day
  expect(judge(memoryIn('rest'), () => [], [now, end]).state).toBe('rest')
  expect(judge(memoryIn('rest'), without('placement', 'warmup'), hourly(now, end)).state).toBe('rest')
  // Nothing is sent, so what counts what is sent says nothing, and is not missed.
  const asAtRest = without('bounces', 'replies', 'spamRate', 'dmarc')
  expect(judge(memoryIn('rest'), asAtRest, hourly(now, now + 15 * day)).state).not.toBe('rest')
  const off = (at: number) => instead({ ...ok('blocklist'), verdict: 'unwatched' }, at)
  const listed = { ...memoryIn('rest'), restCause: 'blocklist' as const }
  expect(judge(listed, off, hourly(now, end)).state).toBe('rest')
  const blip = (at: number) => (at === end - 20 * day ? instead(bad('dns', 35, 'repair'), at) : allWell(at))
  expect(judge(memoryIn('rest'), blip, [now, end - 20 * day, end]).state).not.toBe('replace')
})

test('a rest by where probes arrived ends by what else is seen once nobody probes any more', () => {
  const resting = { ...memoryIn('rest'), restCause: 'placement' as const }
  const hours = hourly(now, now + 15 * day)
  // Probes that say nothing for a while may say it again.
  const silent = (at: number) => instead({ ...ok('placement'), verdict: 'unknown' }, at)
  expect(judge(resting, silent, hours).state).toBe('rest')
  const off = (at: number) => instead({ ...ok('placement'), verdict: 'unwatched' }, at)
  expect(judge(resting, off, hours).state).not.toBe('rest')
  const onThenOff = judge(
    judge(
      memoryIn('watch'),
      (at) => [...instead(bad('placement', 30), at), { ...bad('warmup', 5), observedAt: at, source: 'tool' }],
      [now],
    ),
    off,
    hourly(now + hour, now + 15 * day),
  )
  expect([onThenOff.restCause, onThenOff.rests.length]).toEqual(['placement', 1])
  expect(onThenOff.state).not.toBe('rest')
})

test('rests of more than 90 days ago are forgotten', () => {
  const old = { ...memoryIn('healthy'), rests: [now - 95 * day, now - 91 * day] }
  const { memory } = nextHealth(old, { signals: instead(bad('blocklist', 60, 'rest')), warmup: warmed }, now)
  expect([memory.state, memory.rests, memory.restCause]).toEqual(['rest', [now], 'blocklist'])
})

test('a rest of more than 90 days ago is known for its own until the domain is well again, and counts no more', () => {
  const rests = [now - 95 * day, now - 91 * day]
  const back: HealthMemory = {
    ...memoryIn('watch', now - day),
    rests,
    restCause: 'placement',
    returningSince: now - day,
  }
  const { memory } = nextHealth(back, { signals: allWell(), warmup: warmed }, now)
  expect([memory.state, memory.rests]).toEqual(['watch', [now - 91 * day]])
  expect(restedForAccountAlone(memory, now - 91 * day)).toBe(false)
  const listed = { signals: instead(bad('blocklist', 60, 'rest')), warmup: warmed }
  expect(nextHealth(back, listed, now).memory).toMatchObject({ state: 'rest', rests: [now - 91 * day, now] })
})

test('a domain that is back in full is not on its way back any more', () => {
  const back = { ...memoryIn('watch'), returningSince: now }
  expect(judge(back, allWell, [now + 9 * day]).returningSince).toBe(now)
  expect(judge(back, allWell, [now + 10 * day]).returningSince).toBeNull()
  const early = nextHealth({ ...back, returningSince: now + 1 }, { signals: allWell(), warmup: warmed }, now)
  expect(early.share).toBe(0.25)
})

test('a domain that warms up sends no cold mail, and counts that are no number are no warm-up', () => {
  const { memory, share } = nextHealth(
    newHealth(now),
    { signals: allWell(), warmup: { days: 3, mails: 50 } },
    now,
  )
  expect([memory.state, share]).toEqual(['warming', 0])
  const none = { days: Number.NaN, mails: Number.NaN }
  expect(nextHealth(newHealth(now), { signals: allWell(), warmup: none }, now).memory.state).toBe('warming')
  expect(nextHealth(newHealth(now), { signals: allWell(), warmup: null }, now).memory.state).toBe('healthy')
})

test('a cause is what speaks against the domain, and nothing where nothing does', () => {
  expect(nextHealth(memoryIn('healthy'), { signals: allWell(), warmup: warmed }, now).cause).toBeNull()
  expect(nextHealth(memoryIn('watch'), { signals: allWell(), warmup: warmed }, now).cause).toBeNull()
  const signals = instead({ ...bad('replies', 10), verdict: 'warn' })
  expect(nextHealth(memoryIn('watch'), { signals, warmup: warmed }, now).cause).toBe('replies')
})

test('the gravest of what speaks against a domain is its cause, whatever is listed first', () => {
  const warn = (code: SignalCode, points: number) => ({ ...bad(code, points), verdict: 'warn' as const })
  const some = [warn('warmup', 5), warn('replies', 10), warn('dmarc', 5)]
  const signals = [...without('warmup', 'replies', 'dmarc')(now), ...some]
  for (const order of [signals, signals.toReversed()])
    expect(nextHealth(memoryIn('watch'), { signals: order, warmup: warmed }, now).cause).toBe('replies')
  const two = [bad('dns', 35, 'replace'), bad('ban', 60, 'replace')]
  for (const order of [two, two.toReversed()])
    expect(nextHealth(memoryIn('healthy'), { signals: order, warmup: warmed }, now).cause).toBe('ban')
})

test('what is stale, not meant or of the future neither rests nor gives up', () => {
  const stale = { ...bad('blocklist', 60, 'rest'), observedAt: now - 27 * hour }
  const future = { ...bad('ban', 60, 'replace'), observedAt: now + day }
  const unsure = { ...bad('mailboxes', 60, 'replace'), verdict: 'unknown' as const }
  for (const signal of [stale, future, unsure]) {
    const { memory } = nextHealth(
      memoryIn('healthy'),
      { signals: [...allWell(), signal], warmup: warmed },
      now,
    )
    expect(['healthy', 'unknown']).toContain(memory.state)
  }
})

test('a single warning does not make an unknown domain watched, and a repair does at once', () => {
  const warn = (at: number) => [
    ok('blocklist', at),
    ok('dns', at),
    { ...bad('mailboxes', 10), verdict: 'warn' as const, observedAt: at },
  ]
  expect(judge(newHealth(now), warn, [now, now + hour, now + 2 * hour]).state).toBe('unknown')
  const repair = nextHealth(memoryIn('healthy'), { signals: [bad('dns', 35, 'repair')], warmup: warmed }, now)
  expect([repair.memory.state, repair.cause]).toEqual(['watch', 'dns'])
})

test('a domain that was listed comes back once the list was seen to have dropped it', () => {
  const listed = { ...memoryIn('rest'), restCause: 'blocklist' as const }
  expect(judge(listed, allWell, hourly(now, now + stateLines.restAtLeast)).state).toBe('watch')
  const low = (at: number) => instead({ ...bad('placement', 16), verdict: 'warn' }, at)
  expect(judge(listed, low, hourly(now, now + stateLines.restAtLeast)).state).toBe('rest')
})

test('a domain that is only broken when its rest is long enough is not given up for that', () => {
  const end = now + stateLines.restAtMost
  const broken = (at: number) => instead(bad('dns', 35, 'repair'), at)
  expect(judge(memoryIn('rest'), broken, [end]).state).toBe('rest')
})

test('a domain whose warm-up is not over is new, also after it was unknown', () => {
  const unknown = judge(newHealth(now), () => [], [now])
  expect(unknown).toMatchObject({ state: 'unknown', isWarmed: false })
  const { memory } = nextHealth(unknown, { signals: allWell(), warmup: { days: 14, mails: 99 } }, now)
  expect(memory).toMatchObject({ state: 'warming', isWarmed: false })
  const done = nextHealth(memory, { signals: allWell(), warmup: { days: 14, mails: 100 } }, now)
  expect(done.memory).toMatchObject({ state: 'healthy', isWarmed: true })
})

test('records that are gone for an hour end no warm-up, and a domain that has warmed up is not new because of them', () => {
  const repair = instead(bad('dns', 35, 'repair'))
  const warmup = { days: 3, mails: 20 }
  const begun = nextHealth(newHealth(now), { signals: allWell(), warmup }, now)
  const gone = nextHealth(begun.memory, { signals: repair, warmup }, now)
  expect([begun, gone].map(({ memory }) => memory.state)).toEqual(['warming', 'watch'])
  const mended = nextHealth(gone.memory, { signals: allWell(now + hour), warmup }, now + hour)
  expect(mended).toMatchObject({ memory: { state: 'warming', isWarmed: false }, share: 0 })
  const old = nextHealth(memoryIn('healthy'), { signals: repair, warmup }, now)
  expect(nextHealth(old.memory, { signals: allWell(now + hour), warmup }, now + hour).memory.state).toBe(
    'watch',
  )
})
