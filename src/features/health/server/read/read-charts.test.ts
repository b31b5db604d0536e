import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { sweepOldRows } from '#apps/housekeeping/sweep-old-rows.ts'
import {
  domainHealth,
  healthDecisions,
  placementProbes,
  probeMailboxes,
  settings,
} from '#base/db/schema/index.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { chartDays } from '../../rules/chart-days.ts'
import type { ProbeOutcome } from '../../rules/signals/placement.ts'
import { restingDomains } from '../acts/testing/resting-domains.ts'
import { lookAtDue } from '../looks/look-round.ts'
import { canaryKey } from '../placement/canary.ts'
import { readCharts } from './read-charts.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { served, control, healthOf } = restingDomains(world)
const hour = 3_600_000
const day = 24 * hour
const noon = new Date().setUTCHours(12, 0, 0, 0)
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

// What delivers a domain would write to these, which have no credentials.
afterEach(() => db.delete(probeMailboxes))

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

const midnight = new Date(noon).setUTCHours(0, 0, 0, 0)
const firstMidnight = midnight - (chartDays - 1) * day

test('the probes of every day that charts are drawn of outlast the daily sweep, in whatever time zone they are read', async () => {
  const domain = await served('instantly')
  await db
    .insert(probeMailboxes)
    .values({ id: 'seed_k', vendor: 'google', address: 'seed@k.example.test', credentials: '' })
  const at = [firstMidnight - 1, firstMidnight, firstMidnight + 5 * day, noon]
  await db.insert(placementProbes).values(
    at.map((sentAt, index) => ({
      ...{ domainId: domain.id, seedId: 'seed_k', at: 'google' as const, mailboxId: 'mbx' },
      ...{ token: `k${index}`, sentAt: new Date(sentAt), outcome: 'inbox' as const },
    })),
  )
  await sweepOldRows(db)
  const days = at.slice(1).map(dayOf)
  for (const zone of ['UTC', 'America/Los_Angeles', 'Asia/Tokyo']) {
    const { probes } = await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('TimeZone', ${zone}, true)`)
      return readCharts(tx, domain.id)
    })
    expect(probes.flatMap((each) => each.days.map((on) => on.day))).toEqual(days)
  }
})

test('every change of state of the last 30 days is told by day, however much was decided since', async () => {
  const domain = await served('instantly')
  const decision = (at: number, from: 'healthy' | 'watch', to: 'healthy' | 'watch') => ({
    ...{ domainId: domain.id, at: new Date(at), before: {}, inputs: { signals: [] }, after: {} },
    ...{ from, to, cause: null, score: 90, share: 100 },
  })
  await db
    .insert(healthDecisions)
    .values([
      decision(firstMidnight - 1, 'healthy', 'watch'),
      decision(firstMidnight, 'watch', 'healthy'),
      decision(noon - 20 * day, 'healthy', 'watch'),
      decision(noon - 20 * day + hour, 'watch', 'healthy'),
      ...Array.from({ length: 40 }, (_, index) => decision(noon - 10 * day + index, 'healthy', 'healthy')),
    ] as never)
  const { changed, decisions } = await healthOf(domain)
  expect(changed).toEqual([dayOf(firstMidnight), dayOf(noon - 20 * day)])
  // It is not what was decided last that they are read from.
  expect(decisions.every(({ from, to }: { from: string; to: string }) => from === to)).toBe(true)
})
