import { and, arrayContains, asc, eq, like, or, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  bundles,
  checkoutItems,
  checkouts,
  domainEvents,
  domainNames,
  domains,
  mailboxes,
  outbox,
  refunds,
} from '#base/db/schema/index.ts'
import { retryDomain, retryDomains } from '#features/orders/server/retry-domain.ts'
import { changeDnsimple } from '#tests/server/change-dnsimple.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { StoredDomain, StoredRegistration, StoredRenewal } from '#vendors/dnsimple/simulator/stored.ts'
import { findRegistered, putRegistered, releaseName } from '#vendors/sandbox/names/registered-names.ts'
import { checkNow } from './check-now.ts'
import type { Facts } from './facts.ts'
import { retire } from './retire.ts'
import { expireName } from './testing/expire-name.ts'
import { answerWorkItems } from './testing/operator-robot.ts'

/** What DNSimple answers, or does meanwhile, where a test says so. */
let instead: ((path: string, method: string) => Promise<Response | undefined>) | undefined
const world = await createTestWorld({
  fetch: (sandbox) => async (url, init) =>
    (await instead?.(new URL(url).pathname, init?.method ?? 'GET')) ?? sandbox.fetch(url, init),
})
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, domainRow, reconcileUntilDone } = manageOrders(world)

const hour = 3_600_000
beforeEach(async () => {
  instead = undefined
  await changeDnsimple(sandbox, { renewals: 'by_tld' })
})

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
    .where(
      and(
        eq(outbox.recipient, deps.config.operatorEmail ?? ''),
        // One that was gathered with others names them in its text alone.
        or(like(outbox.subject, `%${name}%`), arrayContains(outbox.about, [name])),
      ),
    )

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
const pressCheckNow = async (name: string) =>
  checkNow(deps, (await domainRow(name))?.customerId as string, name)
const factsOf = async (name: string) => (await rowOf(name))?.facts as Facts
/** What its customer reads of it, in order. */
const eventsOf = async (name: string) =>
  (
    await db
      .select({ sentence: domainEvents.sentence })
      .from(domainEvents)
      .where(eq(domainEvents.name, name))
      .orderBy(asc(domainEvents.id))
  ).map(({ sentence }) => sentence)
const cancel = (name: string) => db.transaction((tx) => retire(deps, tx, eq(domains.name, name)))
/** Runs on, with people doing their part, so often at most. */
async function goOn(name: string, runs = 6): Promise<void> {
  for (let run = 0; run < runs; run++) {
    await world.reconcile(name)
    await answerWorkItems(deps, sandbox)
  }
}
/** The name renews itself at the registrar, although it has expired. */
async function letRenewItself(name: string): Promise<void> {
  await deps.vendors.registrar.findRegistration(name)
  const held = sandbox.store.collection<StoredDomain>('dnsimple.domains')
  const domain = held.get(name)
  if (domain) held.put(name, { ...domain, autoRenew: true })
}
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
  // The operator may have renewed it there: nobody else's press is one.
  await pressCheckNow(name)
  await world.reconcile(name)
  expect(renewals(name)).toHaveLength(1)
  await retryDomain(deps, name)
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([2, 1])
})

test('nor is one that is refused at once, by time or by its customer', async () => {
  const name = await expired()
  let asked = 0
  instead = async (path, method) => {
    if (method !== 'POST' || !path.endsWith('/renewals')) return undefined
    asked++
    return Response.json({ message: 'The contact of this domain is not verified' }, { status: 400 })
  }
  await world.reconcile(name)
  await age(name, 25 * hour)
  await world.reconcile(name)
  await pressCheckNow(name)
  await world.reconcile(name)
  expect(asked).toBe(1)
  expect((await rowOf(name))?.problem).toMatchObject({
    kind: 'rejected',
    reason: 'The contact of this domain is not verified',
  })
  instead = undefined
  await retryDomain(deps, name)
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
})

test('one that was refused while it could be renewed says so once it may have to be restored', async () => {
  const name = await expired()
  instead = async (path, method) =>
    method === 'POST' && path.endsWith('/renewals')
      ? Response.json({ message: 'The contact of this domain is not verified' }, { status: 400 })
      : undefined
  await world.reconcile(name)
  expect((await rowOf(name))?.problem?.reason).not.toContain('restored')
  expireName(sandbox, name, 31)
  for (let run = 0; run < 2; run++) {
    await lookAnew(name)
    await world.reconcile(name)
    expect((await rowOf(name))?.problem?.reason).toBe(
      'The contact of this domain is not verified. It ended more than 29 days ago: by now it may have to be restored, for a fee',
    )
  }
})

test.each([400, 401, 402, 403, 408, 429])(
  'one that something in between refuses (%s) may have been taken, and is not asked for again',
  async (status) => {
    const name = await expired()
    let asked = 0
    instead = async (path, method) => {
      if (method !== 'POST' || !path.endsWith('/renewals')) return undefined
      asked++
      return new Response('Bad gateway', { status })
    }
    for (let run = 0; run < 2; run++) {
      await lookAnew(name)
      await world.reconcile(name)
    }
    expect(asked).toBe(1)
    expect((await factsOf(name)).renewal).toMatchObject({ externalId: null })
  },
)

test('one that DNSimple does not know any more counts as lost: the operator looks before it is asked for again', async () => {
  const name = await expired()
  await changeDnsimple(sandbox, { renewals: 'pending' })
  await world.reconcile(name)
  delay(name, 1_000 * hour)
  await age(name, 25 * hour)
  instead = async (path, method) =>
    method === 'GET' && path.includes('/renewals/')
      ? Response.json({ message: 'Domain renewal not found' }, { status: 404 })
      : undefined
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({ waitsFor: 'vendor' })
  expect(renewals(name)).toHaveLength(1)
  const { renewal, ...facts } = await factsOf(name)
  const unknownSince = new Date(Date.now() - 25 * hour).toISOString()
  await db
    .update(domainNames)
    .set({ facts: { ...facts, renewal: { ...renewal, unknownSince } } })
    .where(eq(domainNames.name, name))
  await pressCheckNow(name)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({ operation: 'renew', waitsFor: 'operator' })
  expect(await alertsOf(name)).toMatchObject([{ body: expect.stringContaining('look at DNSimple') }])
  expect(renewals(name)).toHaveLength(1)
  await retryDomain(deps, name)
  await world.reconcile(name)
  expect(renewals(name)).toHaveLength(2)
})

test('one is followed whatever its end is said to have been since', async () => {
  const name = await expired()
  await changeDnsimple(sandbox, { renewals: 'pending' })
  await world.reconcile(name)
  delay(name, hour)
  const held = sandbox.store.collection<StoredDomain>('dnsimple.domains')
  const domain = held.get(name) as StoredDomain
  held.put(name, { ...domain, expiresAt: (domain.expiresAt ?? 0) + 37_000 })
  await lookAnew(name)
  await world.reconcile(name)
  expect(renewals(name)).toHaveLength(1)
})

test('a year later another is asked for, although the last one stayed noted', async () => {
  const name = await expired()
  const renewal = { at: new Date(Date.now() - 365 * 24 * hour).toISOString(), of: null, externalId: null }
  await db
    .update(domainNames)
    .set({ facts: { ...(await factsOf(name)), renewal } })
    .where(eq(domainNames.name, name))
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
})

test('one that is done while the record of the name lags is not asked for again', async () => {
  const name = await expired()
  await changeDnsimple(sandbox, { renewals: 'at_once' })
  const held = sandbox.store.collection<StoredDomain>('dnsimple.domains')
  const before = (held.get(name) as StoredDomain).expiresAt
  const say = (expiresAt: number | null, state: StoredDomain['state']) =>
    held.put(name, { ...(held.get(name) as StoredDomain), expiresAt, state })
  instead = async (path, method) => {
    if (method === 'GET' && path.endsWith(`/domains/${name}`)) say(before, 'expired')
    return undefined
  }
  for (let run = 0; run < 3; run++) {
    await lookAnew(name)
    expect(await world.reconcile(name)).toBe('again')
  }
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
  instead = undefined
  say((before ?? 0) + 365 * 24 * hour, 'registered')
  await reconcileUntilDone(name)
  expect(paid(name)).toBe(1)
})

test('a name that was to renew itself has not, and is renewed at once', async () => {
  const name = await expired()
  await letRenewItself(name)
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
})

/** The operator was told, so many hours ago, to see to its renewal. */
const tell = (name: string, hoursAgo = 0) =>
  db
    .update(domainNames)
    .set({
      facts: sql`jsonb_set(facts, '{expiryAsked}', ${JSON.stringify({
        at: new Date().toISOString(),
        told: new Date(Date.now() - hoursAgo * hour).toISOString(),
      })}::jsonb)`,
    })
    .where(eq(domainNames.name, name))

test('a name that the operator was told of has a day from then to be renewed there', async () => {
  const name = await expired()
  await tell(name)
  for (let run = 0; run < 2; run++) {
    await lookAnew(name)
    await world.reconcile(name)
    expect((await rowOf(name))?.problem).toMatchObject({
      waitsFor: 'vendor',
      reason: expect.stringContaining('begun elsewhere'),
    })
    expect(renewals(name)).toHaveLength(0)
    // It ended long ago, and they are told of it, or again, only now.
    await age(name, 25 * hour)
    await tell(name)
  }
  await tell(name, 25)
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
  expect(await factsOf(name)).not.toHaveProperty('lapsed')
})

test('that they were told is kept where that is noted while a run has the name', async () => {
  const name = await expired()
  instead = async (path) => {
    if (!path.endsWith('/prices')) return undefined
    instead = undefined
    await tell(name)
    return undefined
  }
  await changeDnsimple(sandbox, { renewals: 'pending' })
  await world.reconcile(name)
  expect(renewals(name)).toHaveLength(1)
  expect(instead).toBeUndefined()
  expect((await factsOf(name)).expiryAsked?.told).toEqual(expect.any(String))
})

/** A delivered name of that ending that has expired, as long as DNSimple asks no more for it than for others. */
async function expiredOf(ending: string): Promise<string> {
  const name = freshName(ending)
  instead = async (path) =>
    path.endsWith('/prices')
      ? Response.json({ data: { domain: name, premium: false, registration_price: 20, renewal_price: 20 } })
      : undefined
  const { id } = await world.customer()
  await createPaidOrder(deps, {
    customerId: id,
    tool: 'other',
    mailboxesPerDomain: 2,
    names: { azure: [name] },
  })
  await goOn(name)
  expireName(sandbox, name, 2)
  await letRenewItself(name)
  await lookAnew(name)
  return name
}

test('of a country nothing is waited for: its registry may have no time of grace', async () => {
  const name = await expiredOf('co')
  await tell(name)
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
})

test('one that was taken over, whose registry may renew it itself, is the operator’s to look at', async () => {
  const name = await expiredOf('io')
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    operation: 'renew',
    waitsFor: 'operator',
    reason: expect.stringContaining('look at DNSimple'),
  })
  expect(renewals(name)).toHaveLength(0)
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

test('one that was never seen is handed to the operator after a day, and asked for again when they want that', async () => {
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
  expect(await alertsOf(name)).toMatchObject([
    {
      subject: `[Inboxyard] The renewal of ${name} waits for you`,
      body: expect.stringContaining('look at DNSimple'),
    },
  ])
  expect(renewals(name)).toHaveLength(0)
  // It may be a second payment: no press of the customer's is one, nor a new look.
  await pressCheckNow(name)
  await retryDomains(deps, eq(domains.name, name), { looksAnew: true })
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({ waitsFor: 'operator' })
  expect(renewals(name)).toHaveLength(0)
  // Nor who tries again what else it waits for: they have not looked.
  const problem = { ...(await rowOf(name))?.problem, vendor: 'instantly', operation: 'list' } as never
  await db.update(domainNames).set({ problem }).where(eq(domainNames.name, name))
  await retryDomain(deps, name)
  await world.reconcile(name)
  expect(renewals(name)).toHaveLength(0)
  await retryDomain(deps, name)
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
  expect(await alertsOf(name)).toHaveLength(1)
})

test('one that the registry takes days for is told of once, and not asked for again', async () => {
  const name = await expired()
  await changeDnsimple(sandbox, { renewals: 'pending' })
  await world.reconcile(name)
  delay(name, 1_000 * hour)
  await age(name, 49 * hour)
  for (let run = 0; run < 2; run++) {
    await lookAnew(name)
    await world.reconcile(name)
  }
  expect((await rowOf(name))?.problem).toMatchObject({ operation: 'renew', waitsFor: 'operator' })
  expect(await alertsOf(name)).toMatchObject([{ body: expect.stringContaining('do not renew it there') }])
  expect([renewals(name).length, paid(name)]).toEqual([1, 0])
})

test('that it is tried again while it may still be under way asks for nothing', async () => {
  const name = await expired()
  sandbox.faults.add({ kind: 'drop', vendor: 'dnsimple', method: 'POST', path: '/renewals', times: 1 })
  await world.reconcile(name)
  await retryDomain(deps, name)
  await world.reconcile(name)
  expect(renewals(name)).toHaveLength(0)
})

test('a lost one stays noted when another is refused, and waits for the operator again', async () => {
  const name = await expired()
  sandbox.faults.add({ kind: 'drop', vendor: 'dnsimple', method: 'POST', path: '/renewals', times: 1 })
  await world.reconcile(name)
  await age(name, 25 * hour)
  const lost = (await factsOf(name)).renewal
  await retryDomain(deps, name)
  instead = async (path, method) =>
    method === 'POST' && path.endsWith('/renewals')
      ? Response.json({ message: 'A renewal of this domain is pending' }, { status: 400 })
      : undefined
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    kind: 'rejected',
    reason: 'A renewal of this domain is pending',
  })
  expect((await factsOf(name)).renewal).toEqual(lost)
  instead = undefined
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({ waitsFor: 'operator' })
  expect(renewals(name)).toHaveLength(0)
})

test('that it is to be tried again is kept where it was pressed while a run had the name, which notes something else', async () => {
  const name = await expired()
  sandbox.faults.add({ kind: 'drop', vendor: 'dnsimple', method: 'POST', path: '/renewals', times: 1 })
  await world.reconcile(name)
  await age(name, 25 * hour)
  await world.reconcile(name)
  await retryDomain(deps, name)
  const first = (await factsOf(name)).renewal?.againAt
  instead = async (path, method) => {
    if (method !== 'POST' || !path.endsWith('/renewals')) return undefined
    instead = undefined
    await retryDomain(deps, name)
    return Response.json({ message: 'A renewal of this domain is pending' }, { status: 400 })
  }
  await world.reconcile(name)
  const kept = (await factsOf(name)).renewal?.againAt
  expect([typeof first, typeof kept, kept === first]).toEqual(['string', 'string', false])
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
})

test('a wish that changes while the price is looked up delays a renewal by no more than a run', async () => {
  const name = await expired()
  instead = async (path) => {
    if (!path.endsWith('/prices')) return undefined
    instead = undefined
    await db
      .update(domainNames)
      .set({ wantedRev: sql`${domainNames.wantedRev} + 1` })
      .where(eq(domainNames.name, name))
    return undefined
  }
  expect(await world.reconcile(name)).toBe('again')
  expect(await factsOf(name)).not.toHaveProperty('renewal')
  await reconcileUntilDone(name)
  expect([renewals(name).length, paid(name)]).toEqual([1, 1])
})

test('mailboxes of a name that has ended are kept for their time of grace once it is cancelled, and its fee is not', async () => {
  const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  expireName(sandbox, name, 40)
  // As a day later, when it is looked at for drift; it was paid for before it was registered.
  await age(name, 25 * hour)
  await db.update(checkouts).set({ paidAt: new Date(Date.now() - 26 * hour) })
  await goOn(name, 2)
  expect((await factsOf(name)).registration).toMatchObject({ ended: true })
  await cancel(name)
  await goOn(name)
  const facts = await factsOf(name)
  expect(facts).toHaveProperty('unregistered')
  expect(facts).not.toHaveProperty('purged')
  const ofName = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
  expect(new Set(ofName.map(({ hostState }) => hostState))).toEqual(new Set(['disabled']))
  expect((await domainRow(name))?.releasedAt).toBeNull()
  const owed = await db
    .select()
    .from(refunds)
    .innerJoin(domains, eq(domains.id, refunds.domainId))
    .where(eq(domains.name, name))
  expect(owed).toEqual([])
})

test('a name that has ended and is only hosted at the registrar is released all the same', async () => {
  const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  expireName(sandbox, name, 40)
  await age(name, 25 * hour)
  await goOn(name, 2)
  expect((await factsOf(name)).registration).toMatchObject({ ended: true })
  const held = sandbox.store.collection<StoredDomain>('dnsimple.domains')
  const domain = held.get(name)
  if (domain) held.put(name, { ...domain, state: 'hosted', registrantId: null, expiresAt: null })
  await db.transaction((tx) => retire(deps, tx, eq(domains.name, name), sql`now()`))
  await goOn(name, 10)
  expect(await domainRow(name)).toBeUndefined()
})

test('a name that is cancelled while its renewal is under way does not renew itself in the end', async () => {
  const name = await expired()
  await changeDnsimple(sandbox, { renewals: 'pending' })
  await world.reconcile(name)
  delay(name, hour)
  await letRenewItself(name)
  await cancel(name)
  await goOn(name, 3)
  expect(await factsOf(name)).not.toHaveProperty('unregistered')
  expect((await rowOf(name))?.problem).toMatchObject({ waitsFor: 'vendor' })
  delay(name, 0)
  await goOn(name)
  expect(await deps.vendors.registrar.findRegistration(name)).toMatchObject({
    state: 'registered',
    autoRenew: false,
  })
})

test('nor does one whose order is not paid any more meanwhile', async () => {
  const name = await expired()
  await changeDnsimple(sandbox, { renewals: 'pending' })
  await world.reconcile(name)
  delay(name, hour)
  await letRenewItself(name)
  const bundleId = (await domainRow(name))?.bundleId as string
  const longAgo = new Date(Date.now() - 60 * 24 * hour)
  await db.update(bundles).set(heldFor('refund', longAgo)).where(eq(bundles.id, bundleId))
  await goOn(name, 3)
  expect((await factsOf(name)).autoRenew?.on).not.toBe(false)
  delay(name, 0)
  await goOn(name)
  expect(await deps.vendors.registrar.findRegistration(name)).toMatchObject({
    state: 'registered',
    autoRenew: false,
  })
})

test('a name that is cancelled while it is being registered does not renew itself in the end, and is paid', async () => {
  const { names } = await paidOrder({ tool: 'other' }, false)
  const [name] = names as [string]
  await changeDnsimple(sandbox, { registrations: 'pending' })
  await world.reconcile(name)
  await changeDnsimple(sandbox, { registrations: 'by_tld' })
  const ordered = sandbox.store.collection<StoredRegistration>('dnsimple.registrations')
  const [order] = ordered.list({ parent: name }) as [StoredRegistration]
  const take = (ms: number, registrantId: number | null) => {
    ordered.put(String(order.id), { ...order, decidedAt: order.createdAt + ms }, name)
    const held = sandbox.store.collection<StoredDomain>('dnsimple.domains')
    const domain = held.get(name)
    // That a domain says so itself while its registration is pending is documented nowhere.
    if (domain) held.put(name, { ...domain, registrantId })
  }
  take(hour, null)
  await cancel(name)
  await goOn(name, 3)
  expect(await factsOf(name)).not.toHaveProperty('unregistered')
  take(0, order.registrantId)
  await goOn(name)
  expect(await deps.vendors.registrar.findRegistration(name)).toMatchObject({
    state: 'registered',
    autoRenew: false,
  })
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

test('a name that may have to be restored is told with that, and nothing is paid', async () => {
  const name = await expired(35)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    kind: 'rejected',
    reason: expect.stringContaining('restored'),
  })
  // What it takes is the operator's: its customer reads who acts.
  expect(await domainRow(name)).toMatchObject({
    status: 'error',
    statusNote: expect.stringMatching(/has ended.+Our team is working to restore it\.$/),
  })
  expect(await alertsOf(name)).toHaveLength(1)
  expect(paid(name)).toBe(0)
})

test('a registration that the registry refuses in the end is told, and not ordered again before somebody wants that', async () => {
  const { names } = await paidOrder({ tool: 'other' }, false)
  const [name] = names as [string]
  await changeDnsimple(sandbox, { registrations: 'pending' })
  await world.reconcile(name)
  const ordered = sandbox.store.collection<{ state: string; id: number }>('dnsimple.registrations')
  const orders = () => ordered.list({ parent: name })
  const [first] = orders() as [{ state: string; id: number }]
  ordered.put(String(first.id), { ...first, state: 'failed' }, name)
  releaseName(sandbox.world, name)
  for (let run = 0; run < 3; run++) await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    kind: 'rejected',
    reason: expect.stringContaining('refused the registration'),
  })
  expect((await domainRow(name))?.status).toBe('error')
  expect(orders()).toHaveLength(1)
  // It is hosted as while it was pending, with its registrant, and refused at first when it is ordered anew.
  await changeDnsimple(sandbox, { registrations: 'by_tld', unpaid: true })
  await lookAnew(name)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({ kind: 'unauthorised' })
  expect(orders()).toHaveLength(1)
  await changeDnsimple(sandbox, { unpaid: false })
  await reconcileUntilDone(name)
  expect(orders()).toHaveLength(2)
})

test('a registration that is pending for days, of which nothing says that it failed, is the operator’s to look at', async () => {
  const { names } = await paidOrder({ tool: 'other' }, false)
  const [name] = names as [string]
  await changeDnsimple(sandbox, { registrations: 'pending' })
  sandbox.faults.add({ kind: 'lost_answer', vendor: 'dnsimple', method: 'POST', path: '/registrations' })
  await world.reconcile(name)
  const ordered = sandbox.store.collection<{ state: string; id: number }>('dnsimple.registrations')
  const [first] = ordered.list({ parent: name }) as [{ state: string; id: number }]
  ordered.put(String(first.id), { ...first, state: 'failed' }, name)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({ waitsFor: 'vendor' })
  await age(name, 49 * hour)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({ operation: 'register', waitsFor: 'operator' })
  await changeDnsimple(sandbox, { registrations: 'by_tld' })
})

test('nor does a cancelled order wait for one unheard: once it is removed at DNSimple the name is released', async () => {
  const { names } = await paidOrder({ tool: 'other' }, false)
  const [name] = names as [string]
  await changeDnsimple(sandbox, { registrations: 'pending' })
  sandbox.faults.add({ kind: 'lost_answer', vendor: 'dnsimple', method: 'POST', path: '/registrations' })
  await world.reconcile(name)
  await changeDnsimple(sandbox, { registrations: 'by_tld' })
  const ordered = sandbox.store.collection<{ state: string; id: number }>('dnsimple.registrations')
  const [first] = ordered.list({ parent: name }) as [{ state: string; id: number }]
  ordered.put(String(first.id), { ...first, state: 'failed' }, name)
  await cancel(name)
  await goOn(name, 2)
  expect((await rowOf(name))?.problem).toMatchObject({ operation: 'register', waitsFor: 'vendor' })
  await age(name, 49 * hour)
  await goOn(name, 2)
  expect((await rowOf(name))?.problem).toMatchObject({
    operation: 'register',
    waitsFor: 'operator',
    reason: expect.stringMatching(/remove the domain there$/),
  })
  sandbox.store.collection<StoredDomain>('dnsimple.domains').delete(name)
  await goOn(name, 8)
  expect(await domainRow(name)).toBeUndefined()
})

test('a running name that is only hosted any more is not told of as a registration to remove, nor ordered anew', async () => {
  const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  const orders = () =>
    sandbox.store.collection<StoredRegistration>('dnsimple.registrations').list({ parent: name })
  const held = sandbox.store.collection<StoredDomain>('dnsimple.domains')
  held.put(name, { ...(held.get(name) as StoredDomain), state: 'hosted', expiresAt: null })
  await lookAnew(name)
  await world.reconcile(name)
  await age(name, 49 * hour)
  // It was ordered and paid for before it was registered.
  const before = new Date(Date.now() - 50 * hour)
  await db.update(checkouts).set({ paidAt: before })
  await db.update(domains).set({ createdAt: before }).where(eq(domains.name, name))
  await world.reconcile(name)
  const { reason } = (await rowOf(name))?.problem ?? {}
  expect(reason).toContain('transferred away, and do not remove it')
  held.delete(name)
  releaseName(sandbox.world, name)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    waitsFor: 'operator',
    reason: expect.stringContaining('none of the accounts at DNSimple any more'),
  })
  expect(orders()).toHaveLength(1)
  await retryDomain(deps, name)
  await world.reconcile(name)
  expect(orders()).toHaveLength(2)
})

test('a name that an earlier customer had is registered for whoever orders it since, whatever that paid', async () => {
  const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  const orders = () =>
    sandbox.store.collection<StoredRegistration>('dnsimple.registrations').list({ parent: name })
  await db.update(domains).set({ releasedAt: new Date() }).where(eq(domains.name, name))
  await db.update(mailboxes).set({ want: 'purged' }).where(eq(mailboxes.name, name))
  sandbox.store.collection<StoredDomain>('dnsimple.domains').delete(name)
  releaseName(sandbox.world, name)
  const { id } = await world.customer()
  await createPaidOrder(deps, { customerId: id, names: { azure: [name], google: [] }, tool: 'other' })
  await db.update(checkoutItems).set({ netCents: 0 })
  // What is left of the first one, once the name was given free.
  const longAgo = sql`jsonb_build_object('registration', jsonb_build_object('at', now() - interval '400 days'))`
  await db
    .update(domainNames)
    .set({ facts: longAgo, recheckBefore: sql`now() - interval '1 day'` })
    .where(eq(domainNames.name, name))
  await world.reconcile(name)
  expect(orders()).toHaveLength(2)
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
  const told = await eventsOf(name)
  expect(told.filter((sentence) => sentence === 'Domain registered')).toHaveLength(1)
  expect(told.filter((sentence) => sentence === 'Domain renewed')).toHaveLength(1)
})

test('what was in doubt and is found as it was is no news to its customer', async () => {
  const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  const before = await eventsOf(name)
  const { registration, zone, ...facts } = await factsOf(name)
  await db
    .update(domainNames)
    .set({
      facts: {
        ...facts,
        registration: { ...registration, ended: true },
        zone: { ...zone, doubted: true },
      },
    })
    .where(eq(domainNames.name, name))
  await reconcileUntilDone(name)
  expect((await factsOf(name)).registration).not.toHaveProperty('ended')
  expect((await factsOf(name)).zone).not.toHaveProperty('doubted')
  expect(await eventsOf(name)).toEqual(before)
})

test.each([
  ['client hold', 'confirm the e-mail address of the contact at DNSimple'],
  ['server hold', 'ask DNSimple for the registry’s reason'],
])('a name with “%s” waits for the operator, with what to do about it', async (stopped, what) => {
  const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  const entry = findRegistered(sandbox.world, name)
  if (entry) putRegistered(sandbox.world, { ...entry, stopped: [stopped] })
  await age(name, 25 * hour)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    waitsFor: 'operator',
    reason: expect.stringContaining(what),
  })
  if (entry) putRegistered(sandbox.world, entry)
  await reconcileUntilDone(name)
  expect((await rowOf(name))?.problem).toBeNull()
})

test.each([
  ['ns1.emailverification.info', 'confirm that of the contact at DNSimple'],
  ['dns1.failed-whois-verification.namecheap.com', 'confirm that of the contact at DNSimple'],
  ['dns1.name-services.com', 'leads it to its own name servers (dns1.name-services.com)'],
])('a name that is led to %s waits for the operator, who has a contact to confirm', async (host, what) => {
  const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  const entry = findRegistered(sandbox.world, name)
  if (entry) putRegistered(sandbox.world, { ...entry, ledTo: [host] })
  await age(name, 25 * hour)
  await world.reconcile(name)
  expect((await rowOf(name))?.problem).toMatchObject({
    waitsFor: 'operator',
    reason: expect.stringContaining(what),
  })
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
  const told = await eventsOf(name)
  expect(told.filter((sentence) => sentence === 'DNS zone created')).toHaveLength(1)
  expect(told).toContain('DNS zone restored')
})
