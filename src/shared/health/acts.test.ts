import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ActState, actingStates, actStates, chooseActs, followed, limitAt } from './acts.ts'
import { type HealthMode, healthModeNames } from './health-mode.ts'
import { healthStateNames } from './health-states.ts'
import { restsADay } from './rest-cap.ts'

const health = fc.record({
  state: fc.constantFrom(...healthStateNames),
  share: fc.integer({ min: 0, max: 100 }),
})
const standing = fc.record({
  state: fc.constantFrom<ActState>(...actStates),
  share: fc.option(fc.integer({ min: 0, max: 100 })),
})
const isActing = (state: ActState) => actingStates.some((each) => each === state)

test('a domain that should rest sends nothing once its rest has begun, whatever it sent before', () => {
  fc.assert(
    fc.property(standing, health, (before, now) => {
      const after = followed(before, now)
      if (isActing(after.state) && (now.state === 'rest' || now.state === 'replace'))
        expect(after).toEqual({ state: 'resting', share: 0 })
    }),
  )
})

test('no rest begins by itself: only what was begun is followed, and what was dismissed stays so', () => {
  fc.assert(
    fc.property(standing, health, (before, now) => {
      const after = followed(before, now)
      if (!isActing(before.state)) expect(isActing(after.state)).toBe(false)
      if (before.state === 'dismissed' || before.state === 'over') expect(after).toEqual(before)
    }),
  )
})

test('a return sends what the domain should, and is over with the whole of it', () => {
  expect(followed({ state: 'resting', share: 0 }, { state: 'watch', share: 25 })).toEqual({
    state: 'returning',
    share: 25,
  })
  expect(followed({ state: 'returning', share: 50 }, { state: 'watch', share: 100 })).toEqual({
    state: 'over',
    share: null,
  })
  expect(followed({ state: 'returning', share: 50 }, { state: 'rest', share: 0 })).toEqual({
    state: 'resting',
    share: 0,
  })
  expect(followed({ state: 'suggested', share: null }, { state: 'watch', share: 50 }).state).toBe('over')
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

test('without asking no more rest in a day than a fifth, and never in another mode than “Do it”', () => {
  fc.assert(
    fc.property(of, ({ mode, ...facts }) => {
      const { rest } = chooseActs(mode, facts)
      if (mode !== 'enforce') expect(rest).toEqual([])
      expect(rest.length).toBeLessThanOrEqual(Math.max(0, restsADay(facts.domains) - facts.restedToday))
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

test('a limit is a whole number of mails, none at rest, never more than the whole, and grows with the share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000 }),
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 100 }),
      (whole, one, other) => {
        const least = 0
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(Number.isInteger(limitAt(whole, one, least))).toBe(true)
        expect(limitAt(whole, less, least)).toBeLessThanOrEqual(limitAt(whole, more, least))
        expect(limitAt(whole, one, least)).toBeLessThanOrEqual(whole)
        expect(limitAt(whole, 100, least)).toBe(whole)
        expect(limitAt(whole, 0, least)).toBe(0)
        if (whole > 0 && one > 0) expect(limitAt(whole, one, least)).toBeGreaterThan(0)
      },
    ),
  )
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
