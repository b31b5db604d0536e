import { expect, test } from 'vitest'
import { burnAssumed, burnOf, sparesRecommended } from '#features/reserve/rules/reserve.ts'
import { badSince } from './doubted.ts'
import type { HealthSignal } from './health-signals.ts'
import { campaignFaults, incidentLines, incidentsAfter, isHeldBack, type SaysBad } from './incidents.ts'
import { restsADay } from './rest-cap.ts'

const hour = 3_600_000
const said = (n: number, source = 'surbl', turnedAt = 0): SaysBad[] =>
  Array.from({ length: n }, (_, i) => ({
    domainId: `d${i}`,
    code: 'blocklist',
    source,
    turnedAt,
    campaigns: ['a'],
  }))

test('a source is doubted when it turns ten domains and a twentieth of all within an hour', () => {
  expect(incidentsAfter([], said(9), 100, 0)).toEqual([])
  expect(incidentsAfter([], said(10), 100, 0)).toHaveLength(1)
  expect(incidentsAfter([], said(49), 1_000, 0)).toEqual([])
  expect(incidentsAfter([], said(50), 1_000, 0)).toHaveLength(1)
  expect(incidentsAfter([], [...said(6, 'dbl'), ...said(6)], 100, 0)).toEqual([])
  expect(incidentsAfter([], said(50), 100, incidentLines.within + 1)).toEqual([])
})

test('a fleet that probes turn evenly over a day is an incident, and no list that does so is', () => {
  const overADay = (source: string) =>
    said(48, source).map((each, n) => ({ ...each, turnedAt: n * (hour / 2) }))
  const [incident] = incidentsAfter([], overADay('probes'), 100, 24 * hour)
  expect(incident).toMatchObject({ source: 'probes', from: 0, lastAt: 24 * hour })
  expect(incidentsAfter([], overADay('surbl'), 100, 24 * hour)).toEqual([])
  expect(incidentsAfter([], said(50, 'probes'), 100, 24 * hour + 1)).toEqual([])
  // It is one as soon as they are too many, which is long before the day is over.
  expect(incidentsAfter([], overADay('probes').slice(0, 10), 100, 5 * hour)).toHaveLength(1)
})

test('what it says is held until it has said less for some hours, and what it said before stays', () => {
  const [incident] = incidentsAfter([], said(50), 1_000, 0)
  if (!incident) throw new Error('It is not doubted.')
  expect(isHeldBack([incident], { source: 'surbl', turnedAt: 0 })).toBe(true)
  expect(isHeldBack([incident], { source: 'surbl', turnedAt: -2 * hour })).toBe(false)
  expect(isHeldBack([incident], { source: 'dbl', turnedAt: 0 })).toBe(false)
  const quiet = incidentsAfter([incident], said(3), 1_000, hour)
  expect(quiet).toHaveLength(1)
  expect(incidentsAfter(quiet, said(3), 1_000, incidentLines.doubtedFor)).toEqual([])
  expect(incidentsAfter([incident], said(50), 1_000, 99 * hour)).toHaveLength(1)
})

test("a fault that most of a campaign shares is the campaign's", () => {
  const members = new Map([
    ['a', ['d0', 'd1', 'd2', 'd3']],
    ['small', ['d0', 'd1']],
  ])
  expect(campaignFaults(said(2), members)).toEqual([])
  expect(campaignFaults(said(3), members)).toEqual([{ campaign: 'a', code: 'blocklist' }])
})

test('a fifth may rest in a day, and one always', () => {
  expect([restsADay(1), restsADay(9), restsADay(10), restsADay(1_000)]).toEqual([1, 1, 2, 200])
})

test("the reserve is by the customer's own burn once it is known, and called assumed before", () => {
  expect(burnOf({ domainMonths: 29, burnt: 20 })).toEqual({ isAssumed: true, burn: 0.15 })
  expect(burnOf({ domainMonths: 30, burnt: 3 })).toEqual({ isAssumed: false, burn: 0.1 })
  expect(burnOf({ domainMonths: 100, burnt: 0 })).toEqual({ isAssumed: false, burn: 0 })
})

test('more is kept than burns on average, less of it for who has many, and nothing where nothing burns', () => {
  const { burn } = burnAssumed
  expect(sparesRecommended(100, burn)).toBeGreaterThan(100 * burn * (23 / 30))
  expect(sparesRecommended(100, 0.1)).toBeLessThan(sparesRecommended(100, burn))
  expect(sparesRecommended(100, 0)).toBe(0)
  const many = [100, 1_000, 3_400, 3_600, 10_000, 100_000].map(
    (domains) => sparesRecommended(domains, burn) / domains,
  )
  expect(many).toEqual([...many].sort((a, b) => b - a))
  expect(many.at(-1)).toBeGreaterThan(burn * (23 / 30))
})

test('the reserve covers 99.5 % of what the burn of 23 days may be', () => {
  const spares = (domains: number) => sparesRecommended(domains, burnAssumed.burn)
  // Quantiles of the Poisson distribution with the means 1.15, 4.83 and 11.5; above 400 of the normal one.
  expect([spares(0), spares(10), spares(42), spares(100), spares(10_000)]).toEqual([0, 5, 11, 21, 1_238])
})

test('what a source says of one domain twice is said once, and the first hour counts whole', () => {
  const twice = said(5).flatMap((each) => [each, { ...each, code: 'ban' as const }])
  expect(incidentsAfter([], twice, 100, 0)).toEqual([])
  expect(incidentsAfter([], said(10), 100, incidentLines.within)).toEqual([
    { source: 'surbl', from: 0, lastAt: incidentLines.within },
  ])
})

test('a source that is doubted is not doubted twice, and each is doubted by itself', () => {
  const both = incidentsAfter([], [...said(10), ...said(10, 'dbl')], 100, 0)
  expect(both.map(({ source }) => source).sort()).toEqual(['dbl', 'surbl'])
  const later = incidentsAfter(both, [...said(20, 'surbl', hour), ...said(2, 'dbl')], 100, hour)
  expect(later).toHaveLength(2)
  expect(later.find(({ source }) => source === 'surbl')).toMatchObject({ from: -hour, lastAt: hour })
  expect(later.find(({ source }) => source === 'dbl')).toMatchObject({ lastAt: 0 })
  expect(isHeldBack(both, { source: 'surbl', turnedAt: -hour })).toBe(true)
})

test("a fault of others, or of half a campaign, is not the campaign's", () => {
  const members = new Map([
    ['a', ['d0', 'd1', 'd2']],
    ['b', ['d0', 'd1', 'd2']],
  ])
  expect(campaignFaults(said(3), members)).toEqual([{ campaign: 'a', code: 'blocklist' }])
  expect(campaignFaults(said(3), new Map([['a', ['d0', 'd1', 'x', 'y']]]))).toEqual([])
  const mixed = said(2).map((each, n) => ({
    ...each,
    code: n === 0 ? ('bounces' as const) : ('replies' as const),
  }))
  expect(campaignFaults(mixed, new Map([['a', ['d0', 'd1', 'd2']]]))).toEqual([])
})

test('what a host says of a whole account is one word, and no reason to doubt it for the many domains it hits', () => {
  const banned = (unit: HealthSignal['unit']): HealthSignal[] => [
    {
      code: 'ban',
      source: 'alerts',
      verdict: 'bad',
      points: 60,
      gate: 'rest',
      unit,
      evidence: '',
      observedAt: 0,
    },
  ]
  expect(badSince({}, banned('domain'), 5)).toEqual({ 'ban alerts': 5 })
  expect(badSince({}, banned('tenant'), 5)).toEqual({})
})
