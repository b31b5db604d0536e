import { and, asc, eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test, vi } from 'vitest'
import { domainHealth, domains, mailboxes, placementProbes, probeMailboxes } from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { addProbeMailbox, removeProbeMailbox } from '#features/capacity/server/hosts/probe-mailboxes.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { addProbeMailboxes } from '#tests/server/probe-mailboxes.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { type ProbeVendor, probeVendors } from '#vendors/ports/proof-mail.ts'
import { secondProbeMailboxes } from '#vendors/sandbox/hosted-mail/demo.ts'
import { type MailRule, mailRules } from '#vendors/sandbox/hosted-mail/messages.ts'
import { lookAtDue } from '../looks/look-round.ts'
import { chooseCanary, readCanary } from './canary.ts'
import { probeDue } from './probe-round.ts'
import { readProbe } from './read-probes.ts'
import { sendProbe } from './send-probes.ts'

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

const logged: string[] = []
const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) })
const round = (at: number, signal?: AbortSignal) =>
  probeDue({ ...deps, log }, { clock: () => at, ...(signal && { signal }) })
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
  await lookAtDue({ ...deps, log }, { clock: () => at })
  const [row] = await db.select().from(domainHealth).where(eq(domainHealth.domainId, domainId))
  return row?.signals.find(({ code }) => code === 'placement')
}

beforeEach(async () => {
  sandbox.faults.clear()
  for (const { name } of order.domains) mailRules(sandbox.store).delete(name)
  await db.delete(placementProbes)
  await chooseCanary(db, null)
  await db.update(domainHealth).set({ signals: [], memory: null, bad: {}, state: 'unknown' })
  await db.delete(probeMailboxes).where(sql`id not in ('microsoft', 'google')`)
  await db.update(probeMailboxes).set({ lastReadAt: new Date(), askedAt: null })
  await addSecondSeeds()
  logged.length = 0
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
    verdict: 'unwatched',
    evidence: 'Probes to Google have begun, and the first word on it takes 5 days.',
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

test('a probe counts two hours after it was sent, and nobody watches before five at one host are a word', async () => {
  rule('junk', 'microsoft')
  const last = await days(5)
  expect(await signalAt(last + hour)).toMatchObject({ verdict: 'unwatched' })
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
  await days(5)
  rule('lost', 'google')
  await due(begin + 5 * day)
  await round(begin + 5 * day)
  for (const minutes of [2, 5, 15]) {
    await round(begin + 5 * day + minutes * minute)
    expect((await probesOf()).at(-1)).toMatchObject({ at: 'google', outcome: null })
  }
  await round(begin + 5 * day + 60 * minute)
  expect((await probesOf()).at(-1)).toMatchObject({ outcome: 'missing', readAt: null })
  expect(await signalAt(begin + 6 * day)).toMatchObject({
    verdict: 'ok',
    evidence:
      'Seen by our probes at Microsoft and Google in 7 days: 0 of 6 in junk at Microsoft, 0 of 5 in junk at Google (5 under a tab, 1 missing).',
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
  // The day before is not within the week any more.
  expect(await signalAt(begin + 8 * day)).toMatchObject({
    verdict: 'unwatched',
    evidence: expect.stringContaining('Its host has taken none of its probes in 7 days (2 refused or lost)'),
  })
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
  // What one said that is none any more makes nothing void.
  await chooseCanary(db, null)
  expect(await signalAt(last + day + 3 * hour)).toMatchObject({
    evidence: expect.stringContaining('5 of 5 in junk at Microsoft, 5 of 5 in junk at Google.'),
  })
})

test('a canary that is given up sends no more, and that is known', async () => {
  await chooseCanary(db, canary.name)
  expect(await readCanary(db)).toMatchObject({ domain: canary.name, isSending: true, hosts: [] })
  await db.update(domainHealth).set({ state: 'replace' }).where(eq(domainHealth.domainId, canary.id))
  await due(begin + 50 * day)
  expect(await round(begin)).toBe(0)
  expect(await readCanary(db)).toMatchObject({ isSending: false })
})

test('how the canary does is counted at each host', async () => {
  await chooseCanary(db, canary.name)
  rule('junk', 'microsoft', canary.name)
  const now = Math.floor(Date.now() / hour) * hour
  await due(now + 50 * day)
  await round(now)
  await round(now + 2 * minute)
  expect((await readCanary(db))?.hosts).toEqual([
    { at: 'microsoft', arrived: 1, junk: 1 },
    { at: 'google', arrived: 1, junk: 0 },
  ])
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

test('seven of a host count, at whatever hour after the newest they are counted', async () => {
  const last = await days(9)
  for (const hours of [0, 1, 2, 3])
    expect(await signalAt(last + hours * hour)).toMatchObject({
      verdict: 'ok',
      evidence:
        'Seen by our probes at Microsoft and Google in 7 days: 0 of 7 in junk at Microsoft, 0 of 7 in junk at Google.',
    })
})

const failingReads = {
  vendor: 'google',
  kind: '500',
  path: '/messages',
  method: 'GET',
  times: 1_000,
} as const

test('nothing is sent to a mailbox that nobody could read for three hours, and it comes back by itself', async () => {
  const google = eq(probeMailboxes.vendor, 'google')
  await db
    .update(probeMailboxes)
    .set({ lastReadAt: new Date(begin - 3 * hour) })
    .where(google)
  sandbox.faults.add(failingReads)
  const places = async (at: number) => {
    await db.delete(placementProbes)
    await due(at)
    await round(at)
    return (await probesOf()).map((probe) => probe.at)
  }
  expect(await places(begin)).toEqual(['microsoft'])
  sandbox.faults.clear()
  // It was asked less than an hour ago.
  expect(await places(begin + 59 * minute)).toEqual(['microsoft'])
  expect(await places(begin + 61 * minute)).toEqual(['microsoft', 'google'])
})

test('a mailbox that is read stays known to be readable, and one to which nothing is sent is asked', async () => {
  const readAgo = async () => {
    const rows = await db.select().from(probeMailboxes)
    return rows.map(({ lastReadAt }) => (lastReadAt.getTime() - begin) / minute)
  }
  await db.update(probeMailboxes).set({ lastReadAt: new Date(begin - 30 * minute) })
  await due(begin)
  await round(begin)
  expect((await readAgo()).sort()).toEqual([-30, -30, -30, -30])
  await round(begin + 2 * minute)
  expect((await readAgo()).filter((ago) => ago === 2)).toHaveLength(2)
  await due(begin + 50 * day)
  await round(begin + 40 * minute)
  expect((await readAgo()).filter((ago) => ago === 40)).toHaveLength(2)
})

/** Probes at one mailbox that are all to be looked for now. */
async function waiting(count: number) {
  await db.delete(placementProbes)
  const [sender] = await db.select().from(mailboxes).where(eq(mailboxes.domainId, seen.id))
  if (!sender) throw new Error('It has no mailbox.')
  return db
    .insert(placementProbes)
    .values(
      Array.from({ length: count }, (_, n) => ({
        domainId: seen.id,
        seedId: 'google',
        at: 'google' as const,
        mailboxId: sender.id,
        token: `waiting${n}`,
        sentAt: new Date(begin),
        isAccepted: true,
        readAt: new Date(begin + 2 * minute),
      })),
    )
    .returning()
}

test('a mailbox that cannot be read is asked once in a round, however many probes lie there', async () => {
  await due(begin + 50 * day)
  const callsOf = async (count: number) => {
    await waiting(count)
    sandbox.faults.clear()
    sandbox.faults.add(failingReads)
    await round(begin + 2 * minute)
    return failingReads.times - (sandbox.faults.list()[0]?.times ?? 0)
  }
  const once = await callsOf(1)
  expect(once).toBeGreaterThan(0)
  expect(await callsOf(60)).toBe(once)
})

test('what is to be sent does not wait for a mailbox that does not answer', async () => {
  await waiting(1)
  sandbox.faults.add({ ...failingReads, kind: 'timeout' })
  await due(begin + 2 * minute)
  const calledOff = new AbortController()
  const under = round(begin + 2 * minute, calledOff.signal)
  await vi.waitFor(
    async () => expect((await probesOf()).filter(({ isAccepted }) => isAccepted)).toHaveLength(3),
    { timeout: 8_000 },
  )
  expect((await probesOf())[0]).toMatchObject({ token: 'waiting0', outcome: null })
  calledOff.abort()
  expect(await under).toBe(2)
})

test('an error that is no vendor’s ends its own probe alone, and is logged', async () => {
  const [probe] = await waiting(1)
  const [seed] = await deps.vendors.probeMailboxes()
  if (!probe || !seed) throw new Error('There is no probe.')
  const claimed = {
    id: probe.id,
    accountId: 'acc_gone',
    from: { externalId: 'x', address: 'x@y.co' },
    seed,
    token: 't',
  }
  await sendProbe({ ...deps, log }, claimed, {})
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('acc_gone')
})

test('an outcome that is known is not written over', async () => {
  const [probe] = await waiting(1)
  if (!probe) throw new Error('There is no probe.')
  await db.update(placementProbes).set({ outcome: 'junk', readAt: null })
  const read = { ...probe, sentAt: begin }
  expect(await readProbe({ db, log }, undefined, read, begin + 5 * hour, {})).toBe(false)
  expect((await probesOf())[0]).toMatchObject({ outcome: 'junk' })
})

test('new credentials of a mailbox leave what it has seen, and new mailboxes know nothing of the ones before', async () => {
  rule('junk', 'microsoft')
  const last = await days(5)
  expect(await signalAt(last + day)).toMatchObject({ verdict: 'bad' })
  const credentials = secondProbeMailboxes.microsoft
  expect(await addProbeMailbox(deps, { vendor: 'microsoft', credentials })).toEqual({
    ok: true,
    isNew: false,
  })
  expect(await probesOf()).toHaveLength(10)
  await db.delete(probeMailboxes)
  await addProbeMailboxes(deps)
  await addSecondSeeds()
  expect(await signalAt(last + day)).toMatchObject({
    verdict: 'unwatched',
    evidence: expect.stringContaining('have begun'),
  })
})

test('who forgets a mailbox is told how many domains rest by what probes have shown', async () => {
  await db.execute(sql`
    update domain_health set state = 'rest', memory = '{"restCause": "placement"}' where domain_id = ${seen.id}`)
  const { address } = secondProbeMailboxes.google
  expect(await removeProbeMailbox(deps, { vendor: 'google', address })).toEqual({ address, resting: 1 })
})
