import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { ProbeOutcome } from '#shared/health/signals/placement.ts'
import { domainHealth, placementProbes, probeMailboxes, settings } from '../../db/schema/index.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { restingDomains } from '../acts/testing/resting-domains.ts'
import { lookAtDue } from '../looks/look-round.ts'
import { canaryKey } from '../placement/canary.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { served, control, healthOf } = restingDomains(world)
const hour = 3_600_000
const day = 24 * hour
const noon = new Date().setUTCHours(12, 0, 0, 0)
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

async function lookAt(at: number): Promise<void> {
  await db.update(domainHealth).set({ dueAt: sql`now()` })
  await lookAtDue({ ...deps, log: pino({ level: 'silent' }) }, { clock: () => at })
}

test('what the tool has counted stays with the day on which it was asked, and is told by day', async () => {
  const domain = await served('instantly')
  await control('/_instantly/counts', {
    ...{ domain: domain.name, sent: 10, bounced: 1, warmupSent: 5, landed: 5 },
  })
  await lookAt(noon - 2 * day)
  await control('/_instantly/counts', {
    ...{ domain: domain.name, sent: 20, bounced: 0, warmupSent: 5, landed: 5 },
  })
  await lookAt(noon - day)
  const [first, second] = (await healthOf(domain)).sending
  expect(first).toMatchObject({ day: dayOf(noon - 2 * day) })
  expect(second).toMatchObject({ day: dayOf(noon - day) })
  expect(first.sent).toBeGreaterThan(0)
  expect(first.bounced).toBeGreaterThan(0)
  expect(second.sent).toBeGreaterThan(first.sent)
  // An hour later the tool is not asked again, and the day keeps what was told.
  await lookAt(noon - day + hour)
  expect((await healthOf(domain)).sending).toEqual([first, second])
})

test('probes are told by host and day, and those of an hour in which the canary lay in junk say nothing', async () => {
  const domain = await served('instantly')
  const canary = await served('instantly')
  const seeds = [
    { id: 'seed_m', vendor: 'microsoft' as const, address: 'seed@m.example.test', credentials: '' },
    { id: 'seed_g', vendor: 'google' as const, address: 'seed@g.example.test', credentials: '' },
  ]
  await db.insert(probeMailboxes).values(seeds)
  await db.insert(settings).values({ key: canaryKey, value: { domainId: canary.id } })
  const probe = (
    at: 'microsoft' | 'google',
    sentAt: number,
    outcome: ProbeOutcome | null,
    isCanary = false,
  ) => ({
    ...{ domainId: isCanary ? canary.id : domain.id, seedId: at === 'google' ? 'seed_g' : 'seed_m', at },
    ...{ mailboxId: 'mbx', token: `t${sentAt}${at}`, sentAt: new Date(sentAt), outcome, isCanary },
  })
  await db
    .insert(placementProbes)
    .values([
      probe('microsoft', noon - 3 * day, 'inbox'),
      probe('microsoft', noon - 2 * day, 'junk'),
      probe('microsoft', noon - 2 * day - hour, 'tab'),
      probe('google', noon - 2 * day, 'missing'),
      probe('google', noon - day, 'inbox'),
      probe('google', noon - day, 'junk', true),
      probe('google', noon - 40 * day, 'inbox'),
      probe('microsoft', noon, null),
    ])
  const none = { inbox: 0, tab: 0, junk: 0, missing: 0, unknown: 0 }
  const { probes } = await healthOf(domain)
  expect(probes.toSorted((a: { host: string }, b: { host: string }) => (a.host < b.host ? 1 : -1))).toEqual([
    {
      host: 'Microsoft',
      days: [
        { ...none, day: dayOf(noon - 3 * day), inbox: 1 },
        { ...none, day: dayOf(noon - 2 * day), junk: 1, tab: 1 },
        { ...none, day: dayOf(noon), unknown: 1 },
      ],
    },
    {
      host: 'Google',
      days: [
        { ...none, day: dayOf(noon - 2 * day), missing: 1 },
        { ...none, day: dayOf(noon - day), unknown: 1 },
      ],
    },
  ])
  expect((await healthOf(canary)).probes).toEqual([])
})
