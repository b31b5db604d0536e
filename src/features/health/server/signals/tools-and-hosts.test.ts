import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { alertWatches, providerAccounts } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { setBlocked } from '#vendors/microsoft/simulator/exchange-blocked.ts'
import { hour } from '../looks/testing/look-world.ts'
import { watchedDomains } from './testing/watched-domains.ts'

const watched = await watchedDomains({
  tool: 'instantly',
  names: { azure: ['countedyard.com'], google: [] },
  mailboxesPerDomain: 4,
})
const { sandbox, begin, first, control, addressesOf, lookAfter, forgetWarmUp } = watched
await forgetWarmUp()

const asksOf = (operation: string) =>
  sandbox.requests().filter(({ vendor, path }) => vendor === 'instantly' && path.includes(operation)).length

/** What each of the four mailboxes does every day. */
const everyDay = (counts: { sent: number; bounced: number; warmupSent: number; landed: number }) =>
  control('/_instantly/counts', { domain: first.name, ...counts })

test('a tool that has sent nothing says nothing, and what it counts then is told with its number', async () => {
  expect((await lookAfter(0)).of('bounces')).toMatchObject({ verdict: 'unknown', source: 'instantly' })
  await everyDay({ sent: 5, bounced: 0, warmupSent: 5, landed: 5 })
  const well = await lookAfter(6 * hour)
  expect(well.of('bounces')).toMatchObject({
    verdict: 'ok',
    evidence: '0 of 140 (0.0 %) came back in 7 days.',
  })
  expect(well.of('warmup')).toMatchObject({ verdict: 'ok' })
})

test('with the host’s and the tool’s word enough is known to call a domain healthy, and no word more', async () => {
  const well = await lookAfter(6.5 * hour)
  expect(well.of('ban')).toMatchObject({
    verdict: 'ok',
    source: 'microsoft',
    evidence: 'The host keeps none of its mailboxes from sending.',
  })
  expect(well.of('mailboxes')).toMatchObject({ verdict: 'ok' })
  expect(well).toMatchObject({ state: 'healthy', score: 100 })
  expect(well.coverage).toBeGreaterThanOrEqual(60)
})

test('a mailbox that its host has stopped is told, and half of them speak against the domain', async () => {
  const half = (await addressesOf(first)).slice(0, 2)
  for (const address of half) setBlocked(sandbox.world, address, true)
  const stopped = await lookAfter(7.5 * hour)
  expect(stopped.of('ban')).toMatchObject({ verdict: 'warn', unit: 'mailbox', points: 10 })
  expect(stopped.of('mailboxes')).toMatchObject({
    verdict: 'bad',
    evidence: expect.stringContaining('2 of 4'),
  })
  for (const address of half) setBlocked(sandbox.world, address, false)
  expect((await lookAfter(8.5 * hour)).of('mailboxes')).toMatchObject({ verdict: 'ok' })
})

test('a tenant is asked once an hour for all of its domains, and one that does not answer says nothing', async () => {
  const asks = () => sandbox.requests().filter(({ path }) => path.includes('InvokeCommand')).length
  const before = asks()
  await lookAfter(8.6 * hour)
  expect(asks()).toBe(before)
  sandbox.faults.add({ vendor: 'microsoft', kind: '500', path: 'InvokeCommand', times: 5 })
  const silent = await lookAfter(10 * hour)
  sandbox.faults.clear()
  expect(silent.of('ban')).toMatchObject({ verdict: 'ok', observedAt: begin + 8.5 * hour })
})

test('it is asked every six hours, by two calls for the whole domain', async () => {
  const before = [asksOf('analytics/daily'), asksOf('warmup-analytics')]
  await lookAfter(11 * hour)
  expect([asksOf('analytics/daily'), asksOf('warmup-analytics')]).toEqual(before)
  await lookAfter(12 * hour)
  expect([asksOf('analytics/daily'), asksOf('warmup-analytics')]).toEqual(before.map((each) => each + 1))
})

test('a tool that does not answer leaves what it said before, and is asked again at the next look', async () => {
  sandbox.faults.add({ vendor: 'instantly', kind: '500', path: 'analytics/daily', times: 1 })
  const silent = await lookAfter(18 * hour)
  expect(silent.of('bounces')).toMatchObject({ verdict: 'ok', observedAt: begin + 12 * hour })
  expect((await lookAfter(19 * hour)).of('bounces')).toMatchObject({ observedAt: begin + 19 * hour })
})

test('so many bounces that even their smallest believable share is too much send a domain to rest', async () => {
  await everyDay({ sent: 5, bounced: 1, warmupSent: 5, landed: 3 })
  const burnt = await lookAfter(26 * hour)
  expect(burnt.of('bounces')).toMatchObject({ verdict: 'bad', gate: 'rest', unit: 'list' })
  expect(burnt.of('warmup')).toMatchObject({ verdict: 'bad' })
  expect(burnt).toMatchObject({ state: 'rest', cause: 'bounces' })
})

test('what its host refused for the whole tenant’s sake is no bounce of its own, until the days that are counted are past it', async () => {
  const { deps } = watched
  const [tenant] = await deps.db
    .select()
    .from(providerAccounts)
    .where(eq(providerAccounts.vendor, 'microsoft'))
  const accountId = required(tenant, 'the tenant').id
  const refusedAt = new Date(begin + 26 * hour)
  await deps.db.insert(alertWatches).values({ accountId, askedAt: refusedAt, refusedAt })
  const held = await lookAfter(33 * hour)
  expect(held.of('bounces')).toMatchObject({
    verdict: 'unwatched',
    points: 0,
    evidence: expect.stringContaining('Its host held email back in these days'),
  })
  await deps.db.update(alertWatches).set({ refusedAt: new Date(begin - 9 * 24 * hour) })
  expect((await lookAfter(40 * hour)).of('bounces')).toMatchObject({ verdict: 'bad', gate: 'rest' })
})

test('counts that cannot be prove nothing', async () => {
  await everyDay({ sent: 1, bounced: 2, warmupSent: 0, landed: 0 })
  expect((await lookAfter(47 * hour)).of('bounces')).toMatchObject({ observedAt: begin + 40 * hour })
})
