import { expect, test } from 'vitest'
import { columnsOf, groupsOf, type HealthRow, placesOf, rowAt } from './health-rows.ts'
import { healthStateNames } from './health-states.ts'
import { healthOverview } from './health-view.ts'

const row = (more: Partial<HealthRow>): HealthRow => ({
  id: 'dom_1',
  domain: 'one.test',
  group: 'example.com',
  state: 'healthy',
  since: 1_700_000_000_123,
  coverage: 90,
  why: '',
  spare: null,
  ...more,
})

const sentWith = (rows: readonly HealthRow[]) =>
  healthOverview.parse({
    mode: null,
    counts: { unknown: 0, warming: 0, healthy: 0, watch: 0, rest: 0, replace: 0 },
    needs: [],
    moreNeeds: 0,
    domains: columnsOf(rows),
    missing: [],
    unwatched: [],
    doubted: [],
    lookedAt: null,
  })

test('rows arrive as they were sent, in every state and in their order', () => {
  const spare = { readyAt: '2026-11-26T21:00:00.000Z', isSpent: true, receivesUntil: null }
  const rows = [
    ...healthStateNames.map((state, at) => row({ id: `dom_${at}`, state, coverage: at, since: at })),
    row({ id: 'dom_spare', group: 'other.com', spare, why: 'Listed.' }),
    row({ id: 'dom_last', why: 'Listed.' }),
  ]
  const { domains } = sentWith(rows)
  expect(placesOf(domains).map((place) => rowAt(domains, place))).toEqual(rows)
  expect(placesOf(sentWith([]).domains)).toEqual([])
})

test('what many domains share travels once', () => {
  const rows = Array.from({ length: 100 }, (_, at) => row({ id: `dom_${at}` }))
  const { groups, why, spares } = sentWith(rows).domains
  expect([groups.texts, why.texts]).toEqual([['example.com'], ['']])
  expect(spares).toEqual([])
})

test('the domains of one state are told apart, and each with those of its group', () => {
  const { domains } = sentWith([
    row({ state: 'rest', group: 'b.com' }),
    row({ group: 'a.com' }),
    row({ state: 'rest', group: 'a.com' }),
    row({ state: 'rest', group: 'b.com' }),
  ])
  const resting = placesOf(domains, 'rest')
  expect(resting).toEqual([0, 2, 3])
  expect(groupsOf(domains, resting)).toEqual([
    { group: 'b.com', places: [0, 3] },
    { group: 'a.com', places: [2] },
  ])
})
