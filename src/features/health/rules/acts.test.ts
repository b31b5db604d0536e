import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ActState,
  actStates,
  chooseActs,
  followed,
  hasGate,
  hasOwnGate,
  limitAt,
  stopsAtOnce,
} from './acts.ts'
import { type HealthMode, healthModeNames } from './health-mode.ts'
import { healthStateNames } from './health-states.ts'

const health = fc.record({
  state: fc.constantFrom(...healthStateNames),
  share: fc.integer({ min: 0, max: 100 }),
})
const standing = fc.record({
  state: fc.constantFrom<ActState>(...actStates),
  share: fc.option(fc.integer({ min: 0, max: 100 })),
})

/** What is done now about a domain, by what was done before: where it should rest, and where it should send this much. */
const next: Record<ActState, (asked: boolean, share: number) => [ActState, number | null]> = {
  suggested: (asked) => (asked ? ['suggested', 75] : ['over', null]),
  dismissed: () => ['dismissed', 75],
  resting: (asked, share) => (asked ? ['resting', 0] : share === 100 ? ['over', null] : ['returning', share]),
  returning: (asked, share) =>
    asked ? ['resting', 0] : share === 100 ? ['over', null] : ['returning', share],
  over: () => ['over', 75],
}

test('what was begun is followed: it rests while it should, sends what it should, and is over with the whole', () => {
  for (const before of actStates)
    for (const state of healthStateNames)
      for (const share of [0, 1, 50, 99, 100]) {
        const [is, sends] = next[before](['rest', 'replace'].includes(state), share)
        expect(
          followed({ state: before, share: 75 }, { state, share }),
          `${before}, then ${state} with ${share}`,
        ).toEqual({ state: is, share: sends })
      }
})

test('mail stops at once where a domain should rest and a signal alone demands it, its own or its account’s', () => {
  const verdicts = ['warn', 'bad'] as const
  const gates = ['repair', 'rest', 'replace'] as const
  for (const verdict of verdicts)
    for (const gate of gates)
      for (const unit of ['domain', 'tenant'] as const) {
        const signals = [
          { verdict: 'bad', unit: 'domain' },
          { verdict, gate, unit },
        ] as const
        const isGate = verdict === 'bad' && (gate === 'rest' || gate === 'replace')
        const what = `${verdict} ${gate} of the ${unit}`
        expect(hasGate(signals), what).toBe(isGate)
        expect(hasOwnGate(signals), what).toBe(isGate && unit === 'domain')
        for (const state of healthStateNames)
          expect(stopsAtOnce({ state, signals }), `${what}, ${state}`).toBe(
            isGate && ['rest', 'replace'].includes(state),
          )
      }
  expect([hasGate([]), hasOwnGate([])]).toEqual([false, false])
})

test('following the same decision twice changes nothing the second time', () => {
  fc.assert(
    fc.property(standing, health, (before, now) => {
      const once = followed(before, now)
      expect(followed(once, now)).toEqual(once)
    }),
  )
})

const asking = fc.uniqueArray(
  fc.record({
    domainId: fc.string({ minLength: 1, maxLength: 6 }),
    isGate: fc.boolean(),
    isOwnGate: fc.boolean(),
    score: fc.integer({ min: 0, max: 100 }),
  }),
  { selector: ({ domainId }) => domainId, maxLength: 40 },
)
const of = fc.record({
  mode: fc.constantFrom<HealthMode>(...healthModeNames),
  domains: fc.integer({ min: 1, max: 200 }),
  restedToday: fc.integer({ min: 0, max: 60 }),
  asking,
})

test('without asking a fifth rest in a day, as far as so many should, and none in another mode than “Do it”', () => {
  fc.assert(
    fc.property(of, ({ mode, ...facts }) => {
      const { domains, restedToday, asking } = facts
      const left = Math.max(1, Math.floor(domains / 5)) - restedToday
      expect(chooseActs(mode, facts).rest).toHaveLength(
        mode === 'enforce' ? Math.min(asking.length, Math.max(0, left)) : 0,
      )
    }),
  )
})

test('every domain that should rest is either rested or suggested, and one that is only shown neither', () => {
  fc.assert(
    fc.property(of, ({ mode, ...facts }) => {
      const { rest, suggest } = chooseActs(mode, facts)
      const named = [...rest, ...suggest].map(({ domainId }) => domainId).sort()
      expect(named).toEqual(mode === 'observe' ? [] : facts.asking.map(({ domainId }) => domainId).sort())
    }),
  )
})

test('where the cap ends, gates come first and the worst of the others next', () => {
  const domain = (domainId: string, isGate: boolean, score: number, isOwnGate = isGate) => ({
    domainId,
    isGate,
    isOwnGate,
    score,
  })
  const facts = {
    domains: 12,
    restedToday: 0,
    asking: [domain('a', false, 10), domain('b', true, 40), domain('c', false, 5)],
  }
  const { rest, suggest } = chooseActs('enforce', facts)
  expect(rest.map(({ domainId }) => domainId)).toEqual(['b', 'c'])
  expect(suggest.map(({ domainId }) => domainId)).toEqual(['a'])
  expect(chooseActs('enforce', { ...facts, restedToday: 2 }).rest).toEqual([])
  // What a whole account is accused of takes no place from a domain that is burnt itself.
  const ofAccount = [domain('d', true, 10, false), domain('e', true, 10, false)]
  const both = chooseActs('enforce', { ...facts, asking: [...ofAccount, ...facts.asking] })
  expect(both.rest.map(({ domainId }) => domainId)).toEqual(['b', 'd'])
})

test('a limit is the least whole number of mails that is the share: at least one, none at rest, all of it in full', () => {
  const whole = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2_000 }))
  fc.assert(
    fc.property(whole, fc.integer({ min: 0, max: 100 }), (all, share) => {
      const limit = limitAt(all, share, 0)
      expect(Number.isInteger(limit)).toBe(true)
      expect(limit * 100).toBeGreaterThanOrEqual(all * share)
      expect((limit - 1) * 100).toBeLessThan(all * share || 1)
    }),
  )
  expect([limitAt(30, 100, 40), limitAt(30, 99, 40), limitAt(0, 50, 0)]).toEqual([30, 40, 0])
})

test('where 0 may be no limit a rest is one mail a day, and what was set before comes back as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 99 }), (whole, share) => {
      expect(limitAt(whole, share, 1)).toBe(Math.max(1, limitAt(whole, share, 0)))
      expect(limitAt(whole, 0, 1)).toBe(1)
      expect(limitAt(whole, 100, 1)).toBe(whole)
    }),
  )
})
