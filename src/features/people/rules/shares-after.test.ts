import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Platform, platforms } from '#features/plans/rules/catalog.ts'
import { fullNameKey, type PersonName, peopleMax } from './person-name.ts'
import { sharesAfter, shownOf } from './shares-after.ts'
import { type PersonShare, provisionedShares, shownShares } from './username-update.ts'

const named = (letter: string): PersonName => ({ firstName: letter.toUpperCase(), lastName: 'Doe' })
const standing = (platform: Platform, had: Record<string, number>): PersonShare[] =>
  Object.entries(had).map(([letter, count]) => ({ ...named(letter), azure: 0, google: 0, [platform]: count }))
const sumOf = (shares: readonly PersonShare[], platform: Platform) =>
  shares.reduce((sum, share) => sum + share[platform], 0)

test.each<[string, Platform, Record<string, number>, string, number[]]>([
  ['Entra, the second is renamed', 'azure', { a: 28, b: 24 }, 'an', [28, 24]],
  ['Entra, the first is renamed', 'azure', { a: 28, b: 24 }, 'nb', [28, 24]],
  ['Entra, the second of more than the plan has', 'azure', { a: 28, b: 30 }, 'an', [28, 30]],
  ['Entra, two of three are renamed', 'azure', { a: 28, b: 12, c: 12 }, 'anm', [28, 12, 12]],
  ['Entra, fewer than the plan has', 'azure', { a: 20, b: 20 }, 'an', [20, 26]],
  ['Entra, one joins: everybody’s number falls', 'azure', { a: 28, b: 28 }, 'abn', [18, 17, 17]],
  ['Entra, one leaves', 'azure', { a: 28, b: 12, c: 12 }, 'ab', [28, 24]],
  ['Entra, nobody has any', 'azure', { a: 0, b: 0 }, 'ab', [26, 26]],
  ['Google, the first is renamed', 'google', { a: 1, b: 1, c: 1 }, 'nbc', [1, 1, 1]],
  ['Google, the last is renamed', 'google', { a: 1, b: 1, c: 1 }, 'abn', [1, 1, 1]],
  ['Google, the last two are renamed', 'google', { a: 1, b: 1, c: 1 }, 'anm', [1, 1, 1]],
  ['Google, one joins', 'google', { a: 1, b: 1, c: 1 }, 'abcn', [1, 1, 1, 0]],
  ['Google, one joins before the others', 'google', { a: 1, b: 1, c: 1 }, 'nabc', [1, 0, 1, 1]],
  ['Google, one joins before who has more than the plan', 'google', { a: 1, b: 4 }, 'nab', [1, 0, 4]],
  ['Google, the first leaves', 'google', { a: 1, b: 1, c: 1 }, 'bc', [2, 1]],
  ['Google, the last leaves', 'google', { a: 1, b: 1, c: 1 }, 'ab', [2, 1]],
])('an order’s own numbers: %s', (_, platform, had, letters, expected) => {
  const after = sharesAfter([...letters].map(named), standing(platform, had), [platform])
  expect(after.map((share) => share[platform])).toEqual(expected)
})

test('what is planned for domains that are gone is divided among who the people are when they come back', () => {
  const before = standing('google', { a: 3, b: 0 }).map((share) => ({ ...share, azure: 26 }))
  const after = sharesAfter([named('b')], before, ['azure'])
  expect(after).toEqual([{ ...named('b'), azure: 52, google: 3 }])
  expect(sharesAfter([named('a')], standing('azure', { a: 52 }), ['azure'])[0]?.google).toBe(0)
})

test('customers see no more than is sold, of an order’s own numbers as of the plan’s', () => {
  const people = [...'abc'].map(named)
  expect(shownOf(provisionedShares(people, platforms), platforms)).toEqual(shownShares(people, platforms))
  const own = standing('azure', { a: 20, b: 4 })
  expect(shownOf(own, ['azure'])).toEqual(own)
  expect(shownOf(standing('azure', { a: 28, b: 24 }), ['azure']).map(({ azure }) => azure)).toEqual([26, 24])
  expect(shownOf(own, ['google']).map(({ azure }) => azure)).toEqual([0, 0])
})

/** Some people, and who they are afterwards: any of them, in any order, and some who join. */
const changes = fc
  .record({
    had: fc.array(fc.record({ azure: fc.nat(80), google: fc.nat(6) }), {
      minLength: 1,
      maxLength: peopleMax,
    }),
    after: fc.uniqueArray(fc.integer({ min: 0, max: 2 * peopleMax - 1 }), {
      minLength: 1,
      maxLength: peopleMax,
    }),
  })
  .map(({ had, after }) => {
    const name = (at: number) => named(String.fromCharCode('a'.charCodeAt(0) + at))
    return {
      before: had.map((counts, at) => ({ ...name(at), ...counts })),
      people: after.map(name),
    }
  })

/** A person's share of those, if they are among them. */
const shareOf = (shares: readonly PersonShare[], person: PersonName) =>
  shares.find((share) => fullNameKey(share) === fullNameKey(person))

test('the sum never exceeds what the plan has or what stood', () => {
  fc.assert(
    fc.property(changes, ({ before, people }) => {
      const after = sharesAfter(people, before, platforms)
      const plan = provisionedShares(people, platforms)
      for (const platform of platforms)
        expect(sumOf(after, platform)).toBeLessThanOrEqual(
          Math.max(sumOf(plan, platform), sumOf(before, platform)),
        )
    }),
  )
})

test('who stays and whose number by the plan does not fall loses none, and gets none that somebody else would have', () => {
  fc.assert(
    fc.property(changes, ({ before, people }) => {
      const after = sharesAfter(people, before, platforms)
      const [plannedBefore, planned] = [before, people].map((some) => provisionedShares(some, platforms))
      const isJoined = people.some((person) => !shareOf(before, person))
      for (const platform of platforms) {
        if (sumOf(before, platform) === 0) continue
        for (const person of people) {
          const had = shareOf(before, person)?.[platform]
          const [was, is] = [plannedBefore, planned].map(
            (some) => shareOf(some ?? [], person)?.[platform] ?? 0,
          )
          if (had === undefined || is! < was!) continue
          const has = shareOf(after, person)?.[platform]
          if (is === was && isJoined) expect(has).toBe(had)
          else expect(has).toBeGreaterThanOrEqual(had)
        }
      }
    }),
  )
})

test('new names alone change no sum that the plan’s numbers have not made smaller', () => {
  fc.assert(
    fc.property(changes, fc.nat(), ({ before }, at) => {
      const people = before.map((person, place) => (place === at % before.length ? named('z') : person))
      for (const platform of platforms)
        expect(sumOf(sharesAfter(people, before, platforms), platform)).toBeGreaterThanOrEqual(
          sumOf(before, platform),
        )
    }),
  )
})

test('an order that has the plan’s numbers has them afterwards', () => {
  fc.assert(
    fc.property(changes, ({ before, people }) => {
      const planned = provisionedShares(before, platforms)
      expect(sharesAfter(people, planned, platforms)).toEqual(provisionedShares(people, platforms))
    }),
  )
})
