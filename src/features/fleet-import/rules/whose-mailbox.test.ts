import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlanId, type Platform, planIds, plans, platforms } from '#features/plans/rules/catalog.ts'
import { groupCount, groupsOf } from './import-groups.ts'
import { verdictOf } from './import-verdict.ts'
import { whoseMailbox } from './whose-mailbox.ts'

const person = (firstName: string, lastName: string, ...localParts: string[]) => ({
  firstName,
  lastName,
  localParts,
})

test('an address is whose the file says, whose name it is made of, or the only person’s; never a guess', () => {
  const two = [person('Ada', 'Byron'), person('Max', 'Born', 'info')]
  expect(whoseMailbox('a.byron', two)).toEqual({ ok: true, person: 0 })
  expect(whoseMailbox('ada7', two)).toEqual({ ok: true, person: 0 })
  expect(whoseMailbox('info', two)).toEqual({ ok: true, person: 1 })
  expect(whoseMailbox('sales', two)).toMatchObject({ ok: false, why: 'nobody' })
  expect(whoseMailbox('sales', [person('Ada', 'Byron')])).toEqual({ ok: true, person: 0 })
  expect(whoseMailbox('ada', [person('Ada', 'Byron'), person('Ada', 'Born')])).toEqual({
    ok: false,
    why: 'several',
    names: ['Ada Byron', 'Ada Born'],
  })
})

test('the domains of an order fill its groups in their order: no place twice, none over the plan’s, none empty', () => {
  const order = fc.constantFrom(...planIds).chain((plan: PlanId) =>
    fc
      .array(fc.constantFrom(...platforms.filter((each) => plans[plan].domains[each] > 0)), {
        maxLength: 40,
      })
      .map((domains) => ({ plan, domains })),
  )
  fc.assert(
    fc.property(order, ({ plan, domains }) => {
      const places = groupsOf(plan, domains) ?? []
      expect(places).toHaveLength(domains.length)
      expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(domains.length)
      for (let group = 1; group <= groupCount(places); group++)
        for (const platform of platforms) {
          const there = places.filter((each, at) => each.group === group && domains[at] === platform)
          expect(there.length).toBeLessThanOrEqual(plans[plan].domains[platform])
        }
      const most = Math.max(
        0,
        ...platforms.map((platform: Platform) => {
          const size = plans[plan].domains[platform]
          return size === 0 ? 0 : Math.ceil(domains.filter((each) => each === platform).length / size)
        }),
      )
      expect(groupCount(places)).toBe(most)
    }),
  )
  expect(groupsOf('google', ['azure'])).toBeUndefined()
})

test('what is wrong counts before what is not known, and notes count nothing', () => {
  const found = (...kinds: ('note' | 'unknown' | 'contradicts' | 'here')[]) =>
    verdictOf(kinds.map((kind) => ({ kind, sentence: '' })))
  expect(found('note')).toBe('matches')
  expect(found('note', 'unknown')).toBe('unknown')
  expect(found('unknown', 'contradicts')).toBe('contradicts')
  expect(found('contradicts', 'here')).toBe('here')
})
