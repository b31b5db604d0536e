import { expect, test } from 'vitest'
import { domainHealth } from '#base/db/schema/index.ts'
import { hour } from '../looks/testing/look-world.ts'
import { watchedDomains } from './testing/watched-domains.ts'

const { deps, sandbox, begin, first, second, control, lookAfter, healthOf, forgetWarmUp } =
  await watchedDomains({
    tool: 'bison',
    names: { azure: ['bisonyard.com', 'bisonyardhq.com'], google: [] },
    mailboxesPerDomain: 4,
  })

/** What each of the four mailboxes does every day. */
const everyDay = (counts: { sent: number; bounced: number; warmupSent: number; replied?: number }) =>
  control('/_bison/counts', { domain: first.name, ...counts })
const asks = () =>
  sandbox
    .requests()
    .filter(({ vendor, path }) => vendor === 'bison' && /campaign-events|warmup\/sender-emails/.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)

test('what Email Bison has counted is told with its number, and counts of warm-up without a word on where it arrived', async () => {
  await everyDay({ sent: 5, bounced: 0, warmupSent: 6, replied: 1 })
  const well = await lookAfter(0)
  expect(well.of('bounces')).toMatchObject({
    verdict: 'ok',
    source: 'bison',
    evidence: '0 of 140 (0.0 %) came back in 7 days.',
  })
  expect(well.of('warmup')).toBeUndefined()
  expect(well.notes.answers).toMatchObject({ sent: 280, replied: 56 })
  expect(well.notes.warmup).toMatchObject({ lastWeek: 168, counted: { mails: 168 } })
})

test('counts are of the domain alone: another one in the same workspace has sent nothing, which proves nothing', async () => {
  const silent = await healthOf(second)
  expect(silent.of('bounces')).toMatchObject({ verdict: 'unknown', source: 'bison' })
})

test('with them and the host’s word a domain in Email Bison can be called healthy', async () => {
  await forgetWarmUp()
  await deps.db.update(domainHealth).set({ notes: {} })
  const well = await lookAfter(1 * hour)
  expect(well).toMatchObject({ state: 'healthy', score: 100 })
  expect(well.coverage).toBeGreaterThanOrEqual(60)
})

test('two calls for a domain ask for it, every six hours, and only read', async () => {
  const before = asks().length
  await lookAfter(2 * hour)
  expect(asks()).toHaveLength(before)
  await lookAfter(7 * hour)
  const ofOne = ['GET /api/warmup/sender-emails', 'GET /api/campaign-events/stats']
  expect(asks().slice(before).sort()).toEqual([...ofOne, ...ofOne].sort())
})

test('too many that came back send it to rest, and a refusal of the tool says nothing', async () => {
  await everyDay({ sent: 5, bounced: 1, warmupSent: 6 })
  sandbox.faults.add({ vendor: 'bison', kind: '500', path: 'campaign-events', times: 8 })
  const silent = await lookAfter(13 * hour)
  sandbox.faults.clear()
  expect(silent.of('bounces')).toMatchObject({
    verdict: 'ok',
    observedAt: begin + 7 * hour,
  })
  expect(await lookAfter(14 * hour)).toMatchObject({ state: 'rest', cause: 'bounces' })
})
