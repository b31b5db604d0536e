import { expect, test } from 'vitest'
import { hour } from '../looks/testing/look-world.ts'
import { watchedDomains } from './testing/watched-domains.ts'

const { sandbox, begin, first, second, control, lookAfter, healthOf, forgetWarmUp } = await watchedDomains({
  tool: 'smartlead',
  names: { azure: ['leadyard.com', 'leadyardhq.com'], google: [] },
  mailboxesPerDomain: 4,
})
await forgetWarmUp()

const everyDay = (counts: { sent: number; bounced: number }) =>
  control('/_smartlead/counts', { domain: first.name, ...counts })
const asks = () => sandbox.requests().filter(({ path }) => path.includes('domain-wise-health-metrics')).length

test('a domain at Smartlead is healthy by its counts, which are asked for with those of all other domains', async () => {
  await everyDay({ sent: 5, bounced: 0 })
  const before = asks()
  await lookAfter(0)
  const well = await lookAfter(1 * hour)
  // One page, and the empty one that says that there is no other.
  expect(asks()).toBe(before + 2)
  expect(well.of('bounces')).toMatchObject({
    verdict: 'ok',
    source: 'smartlead',
    evidence: '0 of 140 (0.0 %) came back in 7 days.',
  })
  expect(well.of('warmup')).toBeUndefined()
  expect(well).toMatchObject({ state: 'healthy', score: 100 })
  expect(well.coverage).toBeGreaterThanOrEqual(60)
})

test('a domain that the tool leaves out of a whole list has sent nothing, which proves nothing', async () => {
  const silent = await healthOf(second)
  expect(silent.notes).toMatchObject({ countsAt: expect.any(Number), coldInWeek: { sent: 0, bounced: 0 } })
  expect(silent.of('bounces')).toMatchObject({ verdict: 'unknown', source: 'smartlead' })
  expect(silent.state).toBe('unknown')
})

test('too many that came back send it to rest, and a refusal of the tool says nothing', async () => {
  await everyDay({ sent: 5, bounced: 1 })
  sandbox.faults.add({ vendor: 'smartlead', kind: '500', path: 'domain-wise-health-metrics', times: 5 })
  const silent = await lookAfter(7 * hour)
  sandbox.faults.clear()
  expect(silent.of('bounces')).toMatchObject({ verdict: 'ok', observedAt: begin })
  expect(await lookAfter(8 * hour)).toMatchObject({ state: 'rest', cause: 'bounces' })
})

test('what a domain has sent is found on whatever page it is, and written in either form', async () => {
  await control('/_smartlead/variants', { countedAtOnce: 1, counts: 'texts' })
  await control('/_smartlead/counts', { domain: second.name, sent: 3, bounced: 0 })
  await lookAfter(15 * hour)
  const cold = async (of: typeof first) => (await healthOf(of)).notes.coldInWeek
  expect([await cold(first), await cold(second)]).toEqual([
    { sent: 140, bounced: 28 },
    { sent: 84, bounced: 0 },
  ])
})

test('of a domain that is missing from a list that does not end, nothing is said: it is not one that sent nothing', async () => {
  await control('/_smartlead/variants', { countedAtOnce: 1, countsHeedOffset: false })
  const before = asks()
  await lookAfter(22 * hour)
  expect(asks()).toBe(before + 2)
  const [told, untold] = [await healthOf(first), await healthOf(second)]
  expect(told.notes.countsAt).toBe(begin + 22 * hour)
  expect(untold.notes).toMatchObject({ countsAt: begin + 15 * hour, coldInWeek: { sent: 84, bounced: 0 } })
  expect(untold.of('bounces')).toMatchObject({ observedAt: begin + 15 * hour })
})
