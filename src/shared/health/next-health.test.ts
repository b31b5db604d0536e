import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HealthSignal, healthSignals, type SignalCode, signalCodes, verdicts } from './health-signals.ts'
import { healthStateNames, stateLines } from './health-states.ts'
import {
  coverageOf,
  type HealthMemory,
  missingSignals,
  newHealth,
  nextHealth,
  scoreOf,
} from './next-health.ts'

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
  rests: state === 'rest' ? [since] : [],
})

const anySignal = fc.record({
  code: fc.constantFrom(...signalCodes),
  source: fc.constantFrom('a', 'b'),
  verdict: fc.constantFrom(...verdicts),
  points: fc.integer({ min: 0, max: 60 }),
  evidence: fc.constant('Seen.'),
  observedAt: fc.integer({ min: now - 9 * day, max: now }),
}) as fc.Arbitrary<HealthSignal>
const anyMemory = fc.record({
  state: fc.constantFrom(...healthStateNames),
  since: fc.integer({ min: now - 60 * day, max: now }),
  warned: fc.integer({ min: 0, max: 3 }),
  lowSince: fc.option(fc.integer({ min: now - 3 * day, max: now })),
  calmSince: fc.option(fc.integer({ min: now - 9 * day, max: now })),
  gateAt: fc.option(fc.integer({ min: now - 30 * day, max: now })),
  rests: fc.array(fc.integer({ min: now - 100 * day, max: now }), { maxLength: 3 }),
  returningSince: fc.option(fc.integer({ min: now - 20 * day, max: now })),
}) as fc.Arbitrary<HealthMemory>

test('the same inputs decide the same, in whatever order they come', () => {
  fc.assert(
    fc.property(
      anyMemory,
      fc.uniqueArray(anySignal, { selector: ({ code, points }) => `${code} ${points}` }),
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
      expect(coverage).toBeGreaterThanOrEqual(stateLines.coverage)
      expect(score).toBeGreaterThanOrEqual(stateLines.healthyFrom)
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
  const second = nextHealth(first.memory, { signals, warmup: warmed }, now)
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

test('what is to be mended sends nothing meanwhile and is no burnt domain', () => {
  const { memory, share } = nextHealth(
    memoryIn('healthy'),
    { signals: instead(bad('dns', 35, 'repair')), warmup: warmed },
    now,
  )
  expect([memory.state, share]).toEqual(['watch', 0])
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
  const { memory, share } = nextHealth(memoryIn('rest'), { signals: allWell(back), warmup: warmed }, back)
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

test('a rest without recovery is given up after 30 days', () => {
  const at = now + stateLines.restAtMost
  const signals = instead(bad('placement', 30), at)
  expect(nextHealth(memoryIn('rest'), { signals, warmup: warmed }, at).memory.state).toBe('replace')
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
  expect(nextHealth(first.memory, { signals, warmup: warmed }, now).memory.state).toBe('watch')
})

test('an observation from the future speaks for nothing', () => {
  expect(scoreOf([{ ...bad('bounces', 25), observedAt: now + day }], now)).toBe(100)
  expect(coverageOf(allWell(now + day), now)).toBe(0)
})
