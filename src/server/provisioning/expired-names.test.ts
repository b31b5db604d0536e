import { and, eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { StoredRenewal } from '../../sandbox/dnsimple/stored.ts'
import { findRegistered, putRegistered } from '../../sandbox/names/registered-names.ts'
import { domainNames, outbox } from '../db/schema/index.ts'
import { changeDnsimple } from '../testing/change-dnsimple.ts'
import { manageOrders } from '../testing/managed-orders.ts'
import { createTestWorld } from '../testing/test-world.ts'
import { expireName } from './testing/expire-name.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, domainRow, reconcileUntilDone } = manageOrders(world)

const hour = 3_600_000
beforeEach(() => changeDnsimple(sandbox, { renewals: 'by_tld' }))

const renewals = (name: string) =>
  sandbox.store.collection<StoredRenewal>('dnsimple.renewals').list({ parent: name })
const paid = (name: string) =>
  sandbox.store
    .collection<{ for: string }>('dnsimple.charges')
    .list({ parent: name })
    .filter((charge) => charge.for === 'renewal').length
const rowOf = async (name: string) =>
  (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]
const alertsOf = (name: string) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, deps.config.operatorEmail ?? ''), like(outbox.subject, `%${name}%`)))

/** A delivered name that has expired, which somebody asks to be looked at. */
async function expired(daysAgo = 2): Promise<string> {
  const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  expireName(sandbox, name, daysAgo)
  await lookAnew(name)
  return name
}
const lookAnew = (name: string) =>
  db
    .update(domainNames)
    .set({ recheckBefore: new Date(), nextRunAt: new Date() })
    .where(eq(domainNames.name, name))
/** The registry takes so long for what it was last asked for. */
function delay(name: string, ms: number) {
  const asked = renewals(name).at(-1)
  if (!asked) throw new Error('No renewal was asked for.')
  sandbox.store
    .collection<StoredRenewal>('dnsimple.renewals')
    .put(String(asked.id), { ...asked, decidedAt: asked.createdAt + ms }, name)
}
/** All that was read and asked for is so much older. */
async function age(name: string, ms: number): Promise<void> {
  const row = await rowOf(name)
  const before = (at: string | Date) => new Date(new Date(at).getTime() - ms)
  const facts = Object.entries(row?.facts as Record<string, { at: string }>).map(([fact, known]) => [
    fact,
    { ...known, at: before(known.at).toISOString() },
  ])
  await db
    .update(domainNames)
    .set({
      facts: Object.fromEntries(facts),
      recheckBefore: row?.recheckBefore ? before(row.recheckBefore) : null,
    })
    .where(eq(domainNames.name, name))
}

test('a renewal that the registry takes its time for is followed until it is done, and paid once', async () => {
  const name = await expired()
  await changeDnsimple(sandbox, { renewals: 'pending' })
  expect(await world.reconcile(name)).toBe('again')
  delay(name, hour)
  for (let run = 0; run < 3; run++) {
    await lookAnew(name)
    expect(await world.reconcile(name)).toBe('again')
  }
  expect((await rowOf(name))?.problem).toMatchObject({ kind: 'waiting', waitsFor: 'vendor' })
  expect([renewals(name).length, paid(name)]).toEqual([1, 0])
  delay(name, 0)
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
  expect((await rowOf(name))?.facts).not.toHaveProperty('renewal')
  expect(await deps.vendors.registrar.findRegistration(name)).toMatchObject({
    state: 'registered',
    autoRenew: true,
  })
})

test('a renewal that the registry refuses in the end is told, and asked for again only when somebody wants that', async () => {
  const name = await expired()
  await changeDnsimple(sandbox, { renewals: 'failing' })
  await world.reconcile(name)
  for (let run = 0; run < 3; run++) await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    kind: 'rejected',
    reason: expect.stringContaining('refused to renew'),
  })
  expect(await alertsOf(name)).toMatchObject([{ body: expect.stringContaining('refused to renew') }])
  expect([renewals(name).length, paid(name)]).toEqual([1, 0])

  await changeDnsimple(sandbox, { renewals: 'at_once' })
  await lookAnew(name)
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([2, 1])
})

test('a renewal whose answer is lost is not asked for a second time while it may be under way', async () => {
  const name = await expired()
  await changeDnsimple(sandbox, { renewals: 'pending' })
  sandbox.faults.add({ kind: 'lost_answer', vendor: 'dnsimple', method: 'POST', path: '/renewals', times: 1 })
  await world.reconcile(name)
  delay(name, hour)
  for (let run = 0; run < 3; run++) {
    await lookAnew(name)
    await world.reconcile(name)
  }
  expect(renewals(name)).toHaveLength(1)
  delay(name, 0)
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
})

test('one that was never seen is handed to the operator after a day, and asked for again when that is wanted', async () => {
  const name = await expired()
  sandbox.faults.add({ kind: 'drop', vendor: 'dnsimple', method: 'POST', path: '/renewals', times: 1 })
  await world.reconcile(name)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({ kind: 'waiting', waitsFor: 'vendor' })
  await age(name, 25 * hour)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    waitsFor: 'operator',
    reason: expect.stringContaining('look at DNSimple'),
  })
  expect(renewals(name)).toHaveLength(0)
  await lookAnew(name)
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
})

test('one that is refused for an unpaid bill was not asked for, and goes on by itself once that is paid', async () => {
  const name = await expired()
  await changeDnsimple(sandbox, { unpaid: true })
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({ kind: 'unauthorised' })
  await changeDnsimple(sandbox, { unpaid: false })
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
})

test('a name that can only be restored any more is told with that, and nothing is paid', async () => {
  const name = await expired(35)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    kind: 'rejected',
    reason: expect.stringContaining('restored'),
  })
  expect(await alertsOf(name)).toHaveLength(1)
  expect(paid(name)).toBe(0)
})

test('a registration that the registry refuses in the end is told, and not ordered again before somebody wants that', async () => {
  const { names } = await paidOrder({ tool: 'other' }, false)
  const [name] = names as [string]
  await changeDnsimple(sandbox, { registrations: 'pending' })
  await world.reconcile(name)
  const held = sandbox.store.collection<{ registrantId: number | null }>('dnsimple.domains')
  const ordered = sandbox.store.collection<{ state: string; id: number }>('dnsimple.registrations')
  const orders = () => ordered.list({ parent: name })
  const [first] = orders() as [{ state: string; id: number }]
  ordered.put(String(first.id), { ...first, state: 'failed' }, name)
  const domain = held.get(name)
  if (domain) held.put(name, { ...domain, registrantId: null })
  for (let run = 0; run < 3; run++) await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    kind: 'rejected',
    reason: expect.stringContaining('refused the registration'),
  })
  expect((await domainRow(name))?.status).toBe('error')
  expect(orders()).toHaveLength(1)
  await changeDnsimple(sandbox, { registrations: 'by_tld' })
})

test('a running name that has ended behind our back is found when its name servers are looked at, and renewed', async () => {
  const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  expireName(sandbox, name, 2)
  expect(await deps.vendors.dns.nameServers(name)).toEqual({ state: 'missing' })
  // As a day later, when it is looked at for drift.
  await age(name, 25 * hour)
  await world.reconcile(name)
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
  expect((await rowOf(name))?.problem).toBeNull()
})

test('a name that the registry holds back waits for the operator, with the registry’s word', async () => {
  const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  const entry = findRegistered(sandbox.world, name)
  if (entry) putRegistered(sandbox.world, { ...entry, stopped: ['server hold'] })
  await age(name, 25 * hour)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    waitsFor: 'operator',
    reason: expect.stringContaining('"server hold"'),
  })
  if (entry) putRegistered(sandbox.world, entry)
  await reconcileUntilDone(name)
  expect((await rowOf(name))?.problem).toBeNull()
})

test('a zone that somebody has switched off is switched on again when its name servers are looked at', async () => {
  const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  const zones = sandbox.store.collection<{ active: boolean }>('dnsimple.zones')
  const zone = zones.get(name)
  if (zone) zones.put(name, { ...zone, active: false })
  expect(await deps.vendors.dns.nameServers(name)).toMatchObject({ state: 'unknown' })
  await age(name, 25 * hour)
  await world.reconcile(name)
  await reconcileUntilDone(name)
  expect(zones.get(name)?.active).toBe(true)
})
