import { and, asc, eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { secondProbeMailboxes } from '../../../sandbox/hosted-mail/demo.ts'
import { type MailRule, mailRules } from '../../../sandbox/hosted-mail/messages.ts'
import { domainHealth, domains, mailboxes, placementProbes, probeMailboxes } from '../../db/schema/index.ts'
import { addProbeMailbox } from '../../features/provider-accounts/probe-mailboxes.ts'
import { type ProbeVendor, probeVendors } from '../../providers/ports/proof-mail.ts'
import { reconcileUntilDone } from '../../provisioning/testing/reconcile-until-done.ts'
import { createPaidOrder } from '../../testing/paid-order.ts'
import { addProbeMailboxes } from '../../testing/probe-mailboxes.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { lookAtDue } from '../looks/look-round.ts'
import { chooseCanary } from './canary.ts'
import { probeDue } from './probe-round.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
/** Days that have passed: what arrives today was sent since then. */
const begin = Math.floor((Date.now() - 12 * day) / hour) * hour

const person = await world.customer()
const order = await createPaidOrder(deps, {
  customerId: person.id,
  names: { azure: ['seenyard.com', 'canaryyard.com'], google: [] },
  mailboxesPerDomain: 3,
})
const named = (name: string) => {
  const domain = order.domains.find((each) => each.name === name)
  if (!domain) throw new Error(`${name} was not ordered.`)
  return domain
}
const [seen, canary] = [named('seenyard.com'), named('canaryyard.com')]
for (const { name } of order.domains) await reconcileUntilDone(world, name)
await addProbeMailboxes(deps)

async function addSecondSeeds() {
  for (const vendor of probeVendors)
    await addProbeMailbox(deps, { vendor, credentials: secondProbeMailboxes[vendor] })
}

const round = (at: number) => probeDue(deps, { clock: () => at })
/** One domain's next probe is due at a moment, and no other's. */
async function due(at: number, domainId = seen.id) {
  await db.update(domainHealth).set({ probeAt: new Date(begin + 100 * day) })
  await db
    .update(domainHealth)
    .set({ probeAt: new Date(at) })
    .where(eq(domainHealth.domainId, domainId))
}
const probesOf = (domainId = seen.id, isCanary = false) =>
  db
    .select()
    .from(placementProbes)
    .where(and(eq(placementProbes.domainId, domainId), eq(placementProbes.isCanary, isCanary)))
    .orderBy(asc(placementProbes.id))
const rule = (placement: MailRule['placement'], at?: ProbeVendor, name = seen.name) =>
  mailRules(sandbox.store).put(name, { placement, ...(at && { at }) })

/** Sends every day from the first on, and looks two minutes and an hour after. */
async function days(count: number, from = begin) {
  for (let n = 0; n < count; n++) {
    const at = from + n * day
    await due(at)
    await round(at)
    await round(at + 2 * minute)
    await round(at + 61 * minute)
  }
  return from + (count - 1) * day
}
async function signalAt(at: number, domainId = seen.id) {
  await db.update(domainHealth).set({ dueAt: new Date(0) })
  await lookAtDue({ ...deps, log: pino({ level: 'silent' }) }, { clock: () => at })
  const [row] = await db.select().from(domainHealth).where(eq(domainHealth.domainId, domainId))
  return row?.signals.find(({ code }) => code === 'placement')
}

beforeEach(async () => {
  sandbox.faults.clear()
  for (const { name } of order.domains) mailRules(sandbox.store).delete(name)
  await db.delete(placementProbes)
  await chooseCanary(db, null)
  await db.update(domainHealth).set({ signals: [], memory: null, bad: {} })
  await db.delete(probeMailboxes).where(sql`id not in ('microsoft', 'google')`)
  await addSecondSeeds()
})

test('without two mailboxes at a host nothing is sent there, and it is said that nobody watches', async () => {
  await db.delete(probeMailboxes).where(sql`id not in ('microsoft', 'google')`)
  await due(begin)
  expect(await round(begin)).toBe(0)
  expect(await signalAt(begin + day)).toMatchObject({ verdict: 'unwatched', source: 'probes', points: 0 })
  await addProbeMailbox(deps, { vendor: 'google', credentials: secondProbeMailboxes.google })
  await due(begin)
  expect(await round(begin)).toBe(1)
  expect((await probesOf()).map(({ at }) => at)).toEqual(['google'])
  expect(await signalAt(begin + day)).toMatchObject({
    verdict: 'unknown',
    evidence: 'Our probes at Google have shown nothing yet: 5 at one provider are needed.',
  })
})

test('another mailbox writes every day, to another mailbox of each host', async () => {
  await days(6)
  const probes = await probesOf()
  expect(probes.map(({ outcome }) => outcome)).toEqual(Array(12).fill('inbox'))
  for (const vendor of probeVendors) {
    const there = probes.filter(({ at }) => at === vendor)
    expect(there).toHaveLength(6)
    const senders = there.map(({ mailboxId }) => mailboxId)
    expect(new Set(senders.slice(0, 3)).size).toBe(3)
    expect(senders.slice(3)).toEqual(senders.slice(0, 3))
    const seeds = there.map(({ seedId }) => seedId)
    expect(new Set(seeds).size).toBe(2)
    expect(seeds.every((seed, n) => n === 0 || seed !== seeds[n - 1])).toBe(true)
  }
})

test('a probe counts two hours after it was sent, and five at one host are a word', async () => {
  rule('junk', 'microsoft')
  const last = await days(5)
  expect(await signalAt(last + hour)).toMatchObject({ verdict: 'unknown' })
  expect(await signalAt(last + 2 * hour)).toMatchObject({
    verdict: 'bad',
    points: 30,
    observedAt: last,
    evidence:
      'Seen by our probes at Microsoft and Google in 7 days: 5 of 5 in junk at Microsoft, 0 of 5 in junk at Google.',
  })
})

test('mail under a tab has arrived, and lost mail is missing after an hour and no junk', async () => {
  rule('tab')
  await days(4)
  rule('lost', 'google')
  await due(begin + 4 * day)
  await round(begin + 4 * day)
  for (const minutes of [2, 5, 15]) {
    await round(begin + 4 * day + minutes * minute)
    expect((await probesOf()).at(-1)).toMatchObject({ at: 'google', outcome: null })
  }
  await round(begin + 4 * day + 60 * minute)
  expect((await probesOf()).at(-1)).toMatchObject({ outcome: 'missing', readAt: null })
  expect(await signalAt(begin + 5 * day)).toMatchObject({
    verdict: 'ok',
    evidence:
      'Seen by our probes at Microsoft and Google in 7 days: 0 of 5 in junk at Microsoft, 0 of 4 in junk at Google (4 under a tab, 1 missing).',
  })
})

test('a mailbox that cannot be read says nothing of where mail is', async () => {
  await due(begin)
  await round(begin)
  sandbox.faults.add({ vendor: 'google', kind: '500', path: '/messages', method: 'GET', times: 1_000 })
  for (const minutes of [2, 5, 15, 60, 75, 90, 105]) await round(begin + minutes * minute)
  expect((await probesOf()).map(({ at, outcome }) => [at, outcome])).toEqual([
    ['microsoft', 'inbox'],
    ['google', 'unknown'],
  ])
})

test('a mail whose answer was lost is found, and sent no second time; one that was refused is nobody’s junk', async () => {
  await due(begin)
  sandbox.faults.add({ vendor: 'microsoft', kind: 'lost_answer', path: '/sendMail', times: 2 })
  await round(begin)
  await round(begin + 2 * minute)
  expect((await probesOf()).map(({ outcome }) => outcome)).toEqual(['inbox', 'inbox'])
  await due(begin + day)
  sandbox.faults.add({ vendor: 'microsoft', kind: '500', path: '/sendMail', times: 1_000 })
  await round(begin + day)
  sandbox.faults.clear()
  for (const minutes of [2, 61]) await round(begin + day + minutes * minute)
  expect((await probesOf()).slice(2).map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown'])
})

test('an hour in which the canary lies in junk at a host counts for nobody there', async () => {
  await chooseCanary(db, canary.name)
  rule('junk')
  const last = await days(4)
  rule('junk', 'microsoft', canary.name)
  await days(1, last + day)
  expect(await probesOf(canary.id, true)).not.toEqual([])
  expect(await signalAt(last + day + 3 * hour)).toMatchObject({
    verdict: 'bad',
    evidence:
      'Seen by our probes at Microsoft and Google in 7 days: 4 of 4 in junk at Microsoft, 5 of 5 in junk at Google.',
  })
})

test('the canary writes once in an hour, however often it is its turn', async () => {
  await chooseCanary(db, canary.name)
  await due(begin + 50 * day)
  for (const minutes of [0, 1, 59, 60, 61]) await round(begin + minutes * minute)
  const sent = (await probesOf(canary.id, true)).map(({ sentAt }) => sentAt.getTime() - begin)
  expect(sent).toEqual([0, 0, 60 * minute, 60 * minute])
})

test('nothing is sent for who is suspended, from mailboxes that their host has stopped, or for what is given up', async () => {
  const [stopped] = await db.select().from(mailboxes).where(eq(mailboxes.domainId, seen.id))
  if (!stopped) throw new Error('It has no mailbox.')
  const set = (hostState: 'disabled' | 'active') =>
    db.update(mailboxes).set({ hostState }).where(eq(mailboxes.id, stopped.id))
  await set('disabled')
  await days(3)
  await set('active')
  const senders = (await probesOf()).map(({ mailboxId }) => mailboxId)
  expect(senders).toHaveLength(6)
  expect(senders).not.toContain(stopped.id)
  const later = begin + 5 * day
  const isSentWhen = async (off: ReturnType<typeof sql>, on: ReturnType<typeof sql>) => {
    await db.execute(off)
    await due(later)
    const sent = await round(later)
    await db.execute(on)
    return sent > 0
  }
  const customerId = person.id
  expect(
    await isSentWhen(
      sql`update customers set suspended_at = now() where id = ${customerId}`,
      sql`update customers set suspended_at = null where id = ${customerId}`,
    ),
  ).toBe(false)
  expect(
    await isSentWhen(
      sql`update domain_health set state = 'replace' where domain_id = ${seen.id}`,
      sql`update domain_health set state = 'unknown' where domain_id = ${seen.id}`,
    ),
  ).toBe(false)
  expect(await isSentWhen(sql`select 1`, sql`select 1`)).toBe(true)
})

test('what was missed in a standstill is not sent at once: each waits for its own time of the day', async () => {
  await due(begin)
  expect(await round(begin + 3 * hour)).toBe(0)
  const [row] = await db.select().from(domainHealth).where(eq(domainHealth.domainId, seen.id))
  expect(row?.probeAt.getTime()).toBe(begin + day)
  expect(await round(begin + day + hour)).toBe(2)
})

test('two processes at once send nothing twice', async () => {
  await due(begin)
  await chooseCanary(db, canary.name)
  await Promise.all([round(begin), round(begin), round(begin)])
  expect(await probesOf()).toHaveLength(2)
  expect(await probesOf(canary.id, true)).toHaveLength(2)
})

test('a mailbox that is forgotten takes what it has seen with it, and a name that is no domain is no canary', async () => {
  await days(2)
  await db.delete(probeMailboxes).where(sql`id not in ('microsoft', 'google')`)
  expect((await probesOf()).every(({ seedId }) => seedId === 'microsoft' || seedId === 'google')).toBe(true)
  await expect(chooseCanary(db, 'nobodysyard.com')).rejects.toThrow('is no delivered domain here')
  expect(await db.$count(domains, eq(domains.id, seen.id))).toBe(1)
})
