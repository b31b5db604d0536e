import { asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import {
  customers,
  domainEvents,
  domainHealth,
  domains,
  healthActs,
  healthDays,
  healthDecisions,
  healthIncidents,
  mailboxes,
  outbox,
} from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { sweepOverlaps } from '#features/replacement/server/sweep-overlaps.ts'
import { useSpares } from '#features/reserve/api/reserve.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { type SimulatedList, setListed } from '#vendors/dns/simulator/blocklists.ts'
import type { StoredRecord } from '#vendors/dnsimple/simulator/stored.ts'
import { setBlocked } from '#vendors/microsoft/simulator/exchange-blocked.ts'
import { findRegistered, putRegistered } from '#vendors/sandbox/names/registered-names.ts'
import { returnOwnDomain } from '../api/health.ts'
import type { HealthState } from '../rules/health-states.ts'
import { actOnDecisions } from './acts/act-on-decisions.ts'
import { restingDomains } from './acts/testing/resting-domains.ts'
import { lookAtDue } from './looks/look-round.ts'
import { tellOfHealth } from './tell/tell-of-health.ts'

/** Twenty domains and a spare live through a week by the rounds of a worker, looked at every second hour to save time. */
const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { limitsOf, control } = restingDomains(world)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const hours = 7 * 24
const every = 2
/** Midnight, so that the day's mail comes with the eighth hour. */
const begin = Math.floor(Date.now() / day) * day

/** What becomes of some of them; the others are well all the time. */
const cast = {
  listed: 'listedyard.com',
  named: 'namedyard.com',
  bouncing: 'bouncingyard.com',
  doubtful: 'doubtfulyard.com',
  stopped: 'stoppedyard.com',
  broken: 'brokenyard.com',
  lost: 'lostyard.com',
  lying: 'lyingyard.com',
} as const
const well = Array.from({ length: 12 }, (_, n) => `wellyard${'abcdefghijkl'[n]}.com`)
const twenty = [...Object.values(cast), ...well]
const spare = 'spareyard.com'
const everyDay = { sent: 10, bounced: 0, warmupSent: 5, landed: 5 }
const counts = (domain: string, more: Partial<typeof everyDay> = {}) =>
  control('/_instantly/counts', { domain, ...everyDay, ...more })

const person = await world.customer()
const ids = new Map<string, string>()
const idOf = (name: string) => required(ids.get(name), name)

async function delivered(): Promise<void> {
  const order = { customerId: person.id, mailboxesPerDomain: 4 }
  const sends = await createPaidOrder(deps, { ...order, names: { azure: twenty } })
  const { connectionId } = sends
  const reserve = await createPaidOrder(deps, {
    ...order,
    names: { azure: [spare] },
    connectionId,
    isReserve: true,
  })
  for (const { id, name } of [...sends.domains, ...reserve.domains]) ids.set(name, id)
  for (const name of ids.keys()) await reconcileUntilDone(world, name)
  await db.execute(sql`update mailbox_links set configured_at = now() - interval '40 days'`)
  await db.update(customers).set({ healthMode: 'enforce' }).where(eq(customers.id, person.id))
  for (const name of twenty) await counts(name)
  await counts(spare, { sent: 0 })
}

const list = (by: SimulatedList, name: string, address: string) => setListed(sandbox.world, by, name, address)
const onUribl = (address: string): void => {
  for (const name of twenty) list('uribl', name, address)
}
const addressesOf = async (name: string) =>
  (await db.select().from(mailboxes).where(eq(mailboxes.name, name))).map(
    ({ localPart }) => `${localPart}@${name}`,
  )
async function stop(isStopped: boolean): Promise<void> {
  for (const address of (await addressesOf(cast.stopped)).slice(0, 2))
    setBlocked(sandbox.world, address, isStopped)
}
const records = sandbox.store.collection<StoredRecord>('dnsimple.records')
let gone: StoredRecord[] = []

/** What happens, at the beginning of which hour. */
const happenings: Record<number, () => unknown> = {
  20: () => list('dbl', cast.listed, '127.0.1.2'),
  24: () => counts(cast.doubtful, { sent: 20, bounced: 1 }),
  30: () => list('surbl', cast.named, '127.0.0.64'),
  36: () => onUribl('127.0.0.2'),
  44: () => onUribl(''),
  48: () => counts(cast.bouncing, { bounced: 2 }),
  50: () => stop(true),
  54: () => counts(cast.lying, { sent: 1, bounced: 9 }),
  60: () => {
    gone = records.list({ parent: cast.broken }).filter(({ content }) => /v=spf1/.test(content))
    for (const each of gone) records.delete(String(each.id))
  },
  66: () => {
    for (const each of gone) records.put(String(each.id), each, cast.broken)
  },
  72: () => counts(cast.doubtful),
  74: () => stop(false),
  80: () =>
    putRegistered(sandbox.world, {
      ...required(findRegistered(sandbox.world, cast.lost), cast.lost),
      stopped: ['redemption period'],
    }),
  90: () => list('surbl', cast.named, ''),
  100: () =>
    sandbox.faults.add({ vendor: 'instantly', kind: '500', path: 'analytics/daily', times: 100_000 }),
  120: () => person.post(returnOwnDomain.path.replace(':domainId', idOf(cast.named)), {}),
  98: () => person.post(useSpares.path, { domains: [cast.listed] }),
  156: () => sandbox.faults.clear(),
}

/** How each domain was at each of these hours. */
const states = new Map<string, { hour: number; state: HealthState }[]>()
const mails: { hour: number; subject: string; body: string }[] = []

/** The rounds of a worker at a moment, and of the reconciler for whom they have woken. */
async function rounds(at: number): Promise<void> {
  await lookAtDue({ ...deps, log: pino({ level: 'silent' }) }, { clock: () => at })
  await actOnDecisions(deps)
  await sweepOverlaps(deps)
  const { rows } = await db.execute<{ name: string }>(
    sql`select name from domain_names where wanted_rev > done_rev order by name`,
  )
  for (const { name } of rows) await reconcileUntilDone(world, name)
  for (const wait of [0, 4 * minute]) await tellOfHealth(deps, { clock: () => at + wait })
}

/** What is counted from the database's own clock is as much longer ago as a day has gone by. */
async function aDayGoesBy(): Promise<void> {
  await db.execute(sql`update health_acts set rested_at = rested_at - interval '1 day'`)
  await db.execute(sql`update domains set spent_at = spent_at - interval '1 day' where spent_at is not null`)
}

async function live(): Promise<void> {
  let told = 0
  for (let n = 0; n < hours; n += every) {
    await happenings[n]?.()
    await db.update(domainHealth).set({ dueAt: sql`now()` }).where(isNotNull(domainHealth.dueAt))
    await rounds(begin + n * hour)
    // Those that are to be looked at again before their hour is over.
    await db.execute(
      sql`update domain_health set due_at = now() where due_at < now() + interval '40 minutes'`,
    )
    await rounds(begin + n * hour + 31 * minute)
    await sandbox.advance(every * hour)
    if ((n + every) % 24 === 0) await aDayGoesBy()
    for (const { id, state } of await db
      .select({ id: domainHealth.domainId, state: domainHealth.state })
      .from(domainHealth))
      states.set(id, [...(states.get(id) ?? []), { hour: n, state }])
    const all = (
      await db.select().from(outbox).where(eq(outbox.recipient, person.email)).orderBy(asc(outbox.createdAt))
    ).filter(({ dedupeKey }) => dedupeKey.startsWith('health:'))
    for (const { subject, body } of all.slice(told)) mails.push({ hour: n, subject, body })
    told = all.length
  }
}

beforeAll(async () => {
  await delivered()
  await live()
}, 600_000)

/** Its states one after the other, each with the hour since which it is so. */
const courseOf = (name: string) =>
  required(states.get(idOf(name)), name).flatMap(({ hour, state }, at, all) =>
    state === all[at - 1]?.state ? [] : [`${hour} ${state}`],
  )
const limits = (name: string) => [...new Set(limitsOf('instantly', { name } as never))]
const toldOf = async (name: string) =>
  (await db.select().from(domainEvents).where(eq(domainEvents.name, name)).orderBy(domainEvents.id)).map(
    ({ sentence }) => sentence,
  )
const actsOf = (name: string) =>
  db
    .select({ state: healthActs.state, by: healthActs.by, share: healthActs.share })
    .from(healthActs)
    .where(eq(healthActs.domainId, idOf(name)))

test('what is well is healthy all week, and unknown only while too little is known because its tool is silent', () => {
  for (const name of well) expect(courseOf(name)).toEqual(['0 healthy', '146 unknown', '156 healthy'])
})

test('each that turns is noticed by what its signal allows, and for as long as it is so', () => {
  expect(courseOf(cast.listed)).toEqual(['0 healthy', '20 rest', '94 replace'])
  expect(courseOf(cast.named)).toEqual(['0 healthy', '30 rest'])
  expect(courseOf(cast.bouncing)).toEqual(['0 healthy', '48 rest'])
  expect(courseOf(cast.stopped)).toEqual(['0 healthy', '50 rest'])
  // It is out of DNS as soon as its registration has ended; its registry is asked a while later.
  expect(courseOf(cast.lost).slice(1)).toEqual(['80 watch', '96 replace'])
  for (const name of [cast.doubtful, cast.broken]) expect(courseOf(name)[1]).toMatch(/ watch$/)
  expect(courseOf(cast.doubtful).at(-1)).toMatch(/ healthy$/)
  expect(courseOf(cast.broken).at(-1)).toMatch(/ healthy$/)
  // A tool that counts what cannot be says nothing: its domain is what the others say.
  expect(courseOf(cast.lying)).toEqual(courseOf(required(well[0], 'one that is well')))
})

test('a list that names everybody is doubted itself for as long as it does, and no domain rests for its word', async () => {
  expect(await db.select().from(healthIncidents)).toMatchObject([
    { source: 'uribl', domains: 20, endedAt: expect.any(Date) },
  ])
  const rested = await db
    .selectDistinct({ id: healthDecisions.domainId })
    .from(healthDecisions)
    .where(inArray(healthDecisions.to, ['rest', 'replace']))
  expect(new Set(rested.map(({ id }) => id))).toEqual(
    new Set([cast.listed, cast.named, cast.bouncing, cast.stopped, cast.lost].map(idOf)),
  )
})

test('who should rest sends nothing by the tool’s own word, who was returned sends as before, the others were left alone', async () => {
  for (const name of [cast.listed, cast.bouncing, cast.stopped, cast.lost])
    expect([name, limits(name)]).toEqual([name, [0]])
  for (const name of [...well, cast.named, cast.doubtful, cast.broken, cast.lying])
    expect([name, limits(name)]).toEqual([name, [2]])
  expect(await actsOf(cast.bouncing)).toMatchObject([{ state: 'resting', by: 'system', share: 0 }])
  expect(await actsOf(cast.named)).toMatchObject([{ state: 'over', by: 'system' }])
  for (const name of well) expect(await actsOf(name)).toEqual([])
})

test('a spare takes the place of the lost one and sends more by steps; that one waits to be replaced', async () => {
  const rowOf = async (name: string) => (await db.select().from(domains).where(eq(domains.name, name)))[0]
  const [lost, joined] = [await rowOf(cast.listed), await rowOf(spare)]
  expect(lost).toMatchObject({ spentAt: expect.any(Date), fallShare: 0, want: 'run' })
  expect(joined).toMatchObject({ spentAt: null, status: 'done' })
  expect(await actsOf(spare)).toMatchObject([{ state: 'returning', share: 50 }])
  expect(limits(spare)).toEqual([1])
})

test('timelines tell what was seen, done and shown, in its order', async () => {
  const last = async (name: string, count: number) => (await toldOf(name)).slice(-count)
  const shown = 'Sends no cold mail: Instantly shows the daily limit 0 at 4 mailboxes; warm-up is on at 4'
  expect(await last(cast.listed, 3)).toEqual([
    expect.stringMatching(/^Is rested by itself: Listed by Spamhaus DBL\. .* Yours to do: ask the list/),
    shown,
    expect.stringMatching(/^spareyard\.com, a spare, takes its place\. It sends no cold mail any more;/),
  ])
  expect(await last(cast.named, 4)).toEqual([
    expect.stringMatching(/^Is rested by itself: Listed by SURBL\./),
    shown,
    'Is returned by hand: its daily limits are set back to what they were.',
    'Sends in full again: the daily limits in Instantly are as they were',
  ])
  expect(await last(cast.bouncing, 2)).toEqual([
    expect.stringMatching(/^Is rested by itself: 56 of 280 \(20\.0 %\) came back in 7 days\./),
    shown,
  ])
  expect(await last(spare, 4)).toEqual([
    `Was a spare: takes the place of ${cast.listed}, and sends 25 % of its cold mail at first`,
    'Sends 25 % of its cold mail: the daily limits are set so in Instantly',
    'Sends 50 % of its cold mail now.',
    'Sends 50 % of its cold mail: the daily limits are set so in Instantly',
  ])
})

test('gates are told at once and the rest once, with the mail of the next morning', () => {
  expect(mails.map(({ hour, subject }) => `${hour} ${subject}`)).toEqual([
    `20 ${cast.listed}: Listed by Spamhaus DBL`,
    `30 ${cast.named}: Listed by SURBL`,
    '32 Health: 1 domain became worse',
    `48 ${cast.bouncing}: Bounces`,
    `50 ${cast.stopped}: Mailboxes cut off`,
    '80 Health: 1 domain became worse',
    `80 ${cast.lost}: The domain does not point at our name servers`,
    `94 ${cast.listed}: Listed by Spamhaus DBL`,
    `96 ${cast.lost}: The registry says "redemption period"`,
  ])
  const daily = mails.filter(({ subject }) => subject.startsWith('Health:')).map(({ body }) => body)
  for (const [at, name] of [cast.doubtful, cast.broken].entries()) expect(daily[at]).toContain(name)
})

test('each domain has a cell for each day, and each decision what it was made from', async () => {
  const days = await db
    .select({ id: healthDays.domainId, count: sql<number>`count(*)::int` })
    .from(healthDays)
    .groupBy(healthDays.domainId)
  expect(days).toHaveLength(twenty.length + 1)
  expect(days.every(({ count }) => count === 7)).toBe(true)
})
