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

test('a domain at Smartlead is healthy by its counts, which are asked for once for all domains together', async () => {
  await everyDay({ sent: 5, bounced: 0 })
  const before = asks()
  await lookAfter(0)
  const well = await lookAfter(1 * hour)
  expect(asks()).toBe(before + 1)
  expect(well.of('bounces')).toMatchObject({
    verdict: 'ok',
    source: 'smartlead',
    evidence: '0 of 140 (0.0 %) came back in 7 days.',
  })
  expect(well.of('warmup')).toBeUndefined()
  expect(well).toMatchObject({ state: 'healthy', score: 100 })
  expect(well.coverage).toBeGreaterThanOrEqual(60)
})

test('a domain that the tool leaves out has sent nothing, which proves nothing', async () => {
  const silent = await healthOf(second)
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
