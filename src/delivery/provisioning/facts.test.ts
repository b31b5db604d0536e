import fc from 'fast-check'
import { expect, test } from 'vitest'
import { driftAfterMs, type Facts, freshFact, isDisowned, isRegistered, withoutRetirement } from './facts.ts'
import { desiredOf, now, readAt, standingFacts } from './testing/known-name.ts'

const read = Date.parse(readAt)
const at = (ms: number) => new Date(read + ms)
const written = (ms: number) => at(ms).toISOString()
const facts = standingFacts(desiredOf())
const names = Object.keys(facts) as (keyof Facts)[]
const name = fc.constantFrom(...names)
const hours = 3600_000
const ageLimit: Partial<Record<keyof Facts, number>> = {
  coldLimit: 20 * hours,
  delegation: 20 * hours,
  dns: 20 * hours,
  mailboxes: 24 * hours,
  photo: 20 * hours,
  proof: 20 * hours,
  tool: 24 * hours,
}

test('a fact is relied on up to its age and not a moment longer; most are for as long as nobody asks', () => {
  for (const each of names) {
    const limit = ageLimit[each]
    if (limit === undefined)
      expect(freshFact(facts, each, { ...now, now: at(10_000 * hours) }), each).toBe(facts[each])
    else {
      expect(freshFact(facts, each, { ...now, now: at(limit) }), each).toBe(facts[each])
      expect(freshFact(facts, each, { ...now, now: at(limit + 1) }), each).toBeUndefined()
    }
  }
})

test('what a running name is checked for has grown old by its first check', () => {
  expect(driftAfterMs).toBe(20 * hours)
})

test('what was never read is not relied on', () => {
  for (const each of names) expect(freshFact({}, each, now), each).toBeUndefined()
})

test('a new look makes stale what was read before it, and nothing that was read since', () => {
  fc.assert(
    fc.property(name, fc.integer({ min: -5_000, max: 5_000 }), (each, ms) => {
      const fact = freshFact(facts, each, { ...now, recheckBefore: at(ms) })
      expect(fact).toBe(ms > 0 ? undefined : facts[each])
    }),
  )
})

test('a listing counts as a reading where it is the later one: agreeing it renews, disagreeing it takes away', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('mailboxes', 'tool'),
      fc.boolean(),
      fc.integer({ min: -hours, max: hours }),
      (each, agrees, ms) => {
        const listed = { [each]: { at: written(ms), agrees } }
        const isLater = ms > 0
        expect(freshFact(facts, each, { ...now, listed })).toBe(isLater && !agrees ? undefined : facts[each])
        // A day after it was read only a listing keeps it.
        const aDayLater = { ...now, now: at(24 * hours + 1), listed }
        expect(freshFact(facts, each, aDayLater)).toBe(isLater && agrees ? facts[each] : undefined)
        expect(isDisowned(facts, each, { ...now, listed })).toBe(isLater && !agrees)
      },
    ),
  )
})

test('a listing that was begun at the moment a fact was read says nothing newer of it', () => {
  for (const each of ['mailboxes', 'tool'] as const) {
    const listed = { [each]: { at: readAt, agrees: false } }
    expect(freshFact(facts, each, { ...now, listed })).toBe(facts[each])
    expect(isDisowned(facts, each, { ...now, listed })).toBe(false)
  }
})

test.each(['mailboxes', 'tool', 'dkim', 'proof', 'coldLimit'] as const)(
  'a listing that disagrees later takes the fact %s away',
  (each) => {
    const known = { ...facts, [each]: { ...facts[each], at: readAt } } as Facts
    const listed = { [each]: { at: written(1), agrees: false } }
    expect(freshFact(known, each, { ...now, listed })).toBeUndefined()
    expect(freshFact(known, each, now)).toBe(known[each])
  },
)

test('a name is registered from when that was seen until it was seen to have ended', () => {
  expect(isRegistered({})).toBe(false)
  expect(isRegistered({ registration: { at: readAt } })).toBe(true)
  expect(isRegistered({ registration: { at: readAt, ended: true } })).toBe(false)
})

test('a listing of one thing says nothing of another', () => {
  const listed = { mailboxes: { at: written(hours), agrees: false } }
  expect(freshFact(facts, 'tool', { ...now, listed })).toBe(facts.tool)
  expect(freshFact(facts, 'zone', { ...now, listed })).toBe(facts.zone)
})

test('nothing is disowned of which nobody has spoken, or which was never read', () => {
  expect(isDisowned(facts, 'dkim', now)).toBe(false)
  expect(isDisowned({}, 'dkim', { ...now, listed: { dkim: { at: written(hours), agrees: false } } })).toBe(
    false,
  )
})

test('a name that runs again forgets its taking down, and only that', () => {
  const takenDown = ['retiring', 'unregistered', 'unredirected', 'purged'] as const
  fc.assert(
    fc.property(fc.subarray([...takenDown]), (some) => {
      const before = { ...facts, ...Object.fromEntries(some.map((each) => [each, { at: readAt }])) }
      const after = withoutRetirement(before)
      expect(after).toEqual(facts)
      // What has nothing to forget is not written again.
      if (some.length === 0) expect(after).toBe(before)
    }),
  )
})
