import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  domainHealth,
  domains,
  healthDays,
  healthDecisions,
  healthIncidents,
  healthLooks,
} from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { setListed, setMood } from '#vendors/dns/simulator/blocklists.ts'
import type { StoredRecord } from '#vendors/dnsimple/simulator/stored.ts'
import { findRegistered, putRegistered } from '#vendors/sandbox/names/registered-names.ts'
import { nextHealth } from '../../rules/next-health.ts'
import { hour, lookWorld, minute } from './testing/look-world.ts'

const { world, deps, db, sandbox, begin, lookAtDueAfter } = await lookWorld()
let names = 0

/** Delivered domains, and their looks by a clock of the test's own. */
async function delivered(count = 1) {
  const person = await world.customer()
  const wanted = Array.from({ length: count }, () => `healthyard${++names}.com`)
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    names: { azure: wanted, google: [] },
    mailboxesPerDomain: 2,
  })
  for (const name of wanted) await reconcileUntilDone(world, name)
  const ids = order.domains.map(({ id }) => id)
  // Nobody knows when they began to warm up.
  await db.execute(sql`update mailbox_links set configured_at = null`)
  await db.execute(
    sql`update domain_health set due_at = null where domain_id <> all(${sql.param(ids)}::text[])`,
  )
  return { person, names: wanted, ids, name: wanted[0] as string, id: ids[0] as string }
}

/** All that was ever watched and is still is looked at, so long after the beginning. */
async function lookAfter(ms: number): Promise<number> {
  await db.execute(sql`update domain_health set due_at = now() where due_at is not null`)
  return lookAtDueAfter(ms)
}

const healthOf = async (id: string) => {
  const [row] = await db.select().from(domainHealth).where(eq(domainHealth.domainId, id))
  if (!row) throw new Error(`${id} is not watched.`)
  return row
}
const signalsOf = async (id: string) =>
  Object.fromEntries((await healthOf(id)).signals.map((each) => [each.source, each]))

test('a domain is looked at from its delivery on, and too little is known of it to call it healthy', async () => {
  const { id } = await delivered()
  expect((await healthOf(id)).dueAt).not.toBeNull()
  expect(await lookAfter(0)).toBe(1)
  const row = await healthOf(id)
  expect(row).toMatchObject({ state: 'unknown', score: 100, bad: {} })
  // Lists, host and records are most of what applies where no probes are sent; nothing tells of its mail.
  expect(row.coverage).toBe(71)
  const signals = await signalsOf(id)
  for (const source of ['dbl', 'surbl', 'uribl', 'dns'])
    expect(signals[source]).toMatchObject({ verdict: 'ok' })
  expect(row.dueAt?.getTime()).toBeGreaterThan(Date.now() + 55 * minute)
  expect(await db.$count(healthLooks, eq(healthLooks.domainId, id))).toBe(1)
})

test('what a list says counts when it says it again half an hour later, and is over when the list is clean', async () => {
  const { id, name } = await delivered()
  await lookAfter(0)
  setListed(sandbox.world, 'dbl', name, '127.0.1.2')
  await lookAfter(hour)
  expect((await signalsOf(id)).dbl).toMatchObject({ verdict: 'warn', points: 5 })
  expect((await healthOf(id)).state).not.toBe('rest')
  expect((await healthOf(id)).dueAt?.getTime()).toBeLessThan(Date.now() + 31 * minute)
  await lookAfter(hour + 31 * minute)
  expect(await healthOf(id)).toMatchObject({ state: 'rest', cause: 'blocklist', share: 0 })
  expect((await signalsOf(id)).dbl).toMatchObject({
    verdict: 'bad',
    gate: 'rest',
    evidence: 'Listed by Spamhaus DBL.',
  })
  setListed(sandbox.world, 'dbl', name, '')
  await lookAfter(3 * hour)
  expect((await signalsOf(id)).dbl).toMatchObject({ verdict: 'ok' })
  expect((await healthOf(id)).state).toBe('rest')
})

test.each(['nothing', '127.255.255.254', '127.255.255.252', '127.0.0.1', '127.0.1.255'])(
  'a list that answers everybody with %s is unavailable: what was known before stays, and grows old',
  async (mood) => {
    const { id, name } = await delivered()
    await lookAfter(0)
    for (const list of ['dbl', 'surbl', 'uribl'] as const) setMood(sandbox.world, list, mood)
    setListed(sandbox.world, 'dbl', name, '127.0.1.2')
    await lookAfter(7 * hour)
    const signals = await signalsOf(id)
    for (const list of ['dbl', 'surbl', 'uribl'])
      expect(signals[list]).toMatchObject({ observedAt: begin, verdict: 'ok' })
    const [last] = await db
      .select()
      .from(healthLooks)
      .where(eq(healthLooks.domainId, id))
      .orderBy(sql`id desc`)
      .limit(1)
    const asked = last?.seen.filter(({ code }) => code === 'blocklist') ?? []
    expect(asked.map(({ verdict }) => verdict)).toEqual(['unknown', 'unknown', 'unknown'])
    for (const list of ['dbl', 'surbl', 'uribl'] as const) setMood(sandbox.world, list, '')
  },
)

test('records that are gone are mended and no burnt domain, and only once they are gone for minutes', async () => {
  const { id, name } = await delivered()
  await lookAfter(0)
  const records = sandbox.store.collection<StoredRecord>('dnsimple.records')
  const gone = records.list({ parent: name }).filter(({ content }) => /v=spf1/.test(content))
  for (const each of gone) records.delete(String(each.id))
  await lookAfter(hour)
  expect((await signalsOf(id)).dns).toMatchObject({ verdict: 'ok', observedAt: begin })
  expect((await healthOf(id)).dueAt?.getTime()).toBeLessThan(Date.now() + 11 * minute)
  await lookAfter(hour + 11 * minute)
  expect((await signalsOf(id)).dns).toMatchObject({ verdict: 'warn', evidence: 'Missing or wrong: SPF.' })
  for (const each of gone) records.put(String(each.id), each, name)
  await lookAfter(2 * hour)
  expect((await signalsOf(id)).dns).toMatchObject({ verdict: 'ok' })
})

test('a resolver that does not answer proves nothing', async () => {
  const { id } = await delivered()
  await lookAfter(0)
  sandbox.faults.add({ vendor: 'dns', kind: '500', times: 10_000 })
  await lookAfter(hour)
  sandbox.faults.clear()
  expect((await signalsOf(id)).dns).toMatchObject({ verdict: 'ok', observedAt: begin })
})

test('a name that its registry is about to give away is given up when the registry says so twice', async () => {
  const { id, name } = await delivered()
  await lookAfter(0)
  const entry = findRegistered(sandbox.world, name)
  if (!entry) throw new Error('It is not registered.')
  putRegistered(sandbox.world, { ...entry, stopped: ['redemption period'] })
  await lookAfter(23 * hour)
  expect((await healthOf(id)).state).not.toBe('replace')
  await lookAfter(25 * hour)
  expect((await healthOf(id)).state).not.toBe('replace')
  await lookAfter(25 * hour + 11 * minute)
  expect(await healthOf(id)).toMatchObject({ state: 'replace', cause: 'dns' })
  await lookAfter(27 * hour)
  expect(await healthOf(id)).toMatchObject({ state: 'replace', cause: 'dns' })
})

test('a registry that has no place within its limit keeps no look waiting, and is asked by the next one', async () => {
  const { id } = await delivered()
  const asked = async () => (await healthOf(id)).notes.registry?.at
  await lookAfter(0)
  // For less time than a look has patience with others.
  await db.execute(sql`update vendor_limits
    set blocked_until = extract(epoch from clock_timestamp()) + 4 where key like 'rdap:%'`)
  await lookAfter(25 * hour)
  expect(await asked()).toBe(begin)
  expect((await signalsOf(id)).dns).toMatchObject({ verdict: 'ok', observedAt: begin + 25 * hour })
  await db.execute(sql`update vendor_limits set blocked_until = 0 where key like 'rdap:%'`)
  await lookAfter(26 * hour)
  expect(await asked()).toBe(begin + 26 * hour)
})

test('a list that names everybody is doubted itself, and nobody rests for its word', async () => {
  const { ids } = await delivered(10)
  await lookAfter(0)
  for (const { name } of await db.select().from(domains)) setListed(sandbox.world, 'surbl', name, '127.0.0.8')
  await lookAfter(7 * hour)
  await lookAfter(7 * hour + 31 * minute)
  const rows = await Promise.all(ids.map(healthOf))
  expect(rows.map(({ state }) => state)).not.toContain('rest')
  expect(rows.every(({ bad }) => 'blocklist surbl' in bad)).toBe(true)
  expect(await db.select().from(healthIncidents)).toMatchObject([
    { source: 'surbl', endedAt: null, domains: 10 },
  ])
})

test('every decision can be made again from what is stored with it', async () => {
  const decisions = await db.select().from(healthDecisions)
  expect(decisions.length).toBeGreaterThan(10)
  expect(new Set(decisions.map(({ to }) => to))).toEqual(new Set(['unknown', 'watch', 'rest', 'replace']))
  for (const each of decisions) {
    const again = nextHealth(each.before, each.inputs, each.at.getTime())
    expect(again.memory).toEqual(each.after)
    expect([again.score, Math.round(again.share * 100), again.cause]).toEqual([
      each.score,
      each.share,
      each.cause,
    ])
  }
})

test('a day keeps the worst that demanded something', async () => {
  const rested = await db.select().from(healthDays).where(eq(healthDays.state, 4))
  expect(rested).not.toEqual([])
  for (const { verdicts } of rested) expect(verdicts).toMatch(/^[-bowun]{11}$/)
})

test('a domain that is taken down is looked at no more, and again once it runs again', async () => {
  const { id } = await delivered()
  await lookAfter(0)
  await db.update(domains).set({ want: 'retire' }).where(eq(domains.id, id))
  expect(await lookAfter(hour)).toBe(0)
  expect((await healthOf(id)).dueAt).toBeNull()
  await db.update(domains).set({ want: 'run' }).where(eq(domains.id, id))
  expect((await healthOf(id)).dueAt).not.toBeNull()
})
