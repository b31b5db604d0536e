import { eq, like, or } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  bundles,
  customers,
  defaultDnsAccountId,
  dnsAccounts,
  domainNames,
  outbox,
  vendorLimits,
} from '#base/db/schema/index.ts'
import type { Facts } from '#delivery/provisioning/facts.ts'
import { expireName } from '#delivery/provisioning/testing/expire-name.ts'
import { addDnsAccount } from '#features/capacity/server/registrars/add-dns-account.ts'
import type { groupHolds } from '#features/orders/rules/order-status.ts'
import { changeDnsimple } from '#tests/server/change-dnsimple.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { secondDnsimple } from '#vendors/dnsimple/simulator/demo.ts'
import type { StoredDomain } from '#vendors/dnsimple/simulator/stored.ts'
import type { FaultKind } from '#vendors/sandbox/faults.ts'
import { watchRenewals } from './watch-renewals.ts'

/** What DNSimple answers, where a test says so. */
let answer: ((path: string) => Response | undefined) | undefined
const world = await createTestWorld({
  fetch: (sandbox) => async (url, init) => answer?.(new URL(url).pathname) ?? sandbox.fetch(url, init),
})
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, reconcileUntilDone } = manageOrders(world)

const isAlert = like(outbox.dedupeKey, 'alert:not-renewed:%')
const isUnread = like(outbox.dedupeKey, 'alert:renewals-unread:%')
const alerts = () => db.select().from(outbox).where(isAlert).orderBy(outbox.createdAt)
const body = async () => (await alerts())[0]?.body ?? ''
const unread = async () => (await db.select().from(outbox).where(isUnread))[0]
const anotherDay = () => db.delete(outbox).where(or(isAlert, isUnread))
beforeEach(async () => {
  answer = undefined
  await anotherDay()
  // Only the test's own names are near their end.
  await db.update(domainNames).set({ expiresAt: new Date(Date.now() + 300 * 24 * 3600_000) })
  await changeDnsimple(sandbox, { unpaid: false, renewals: 'by_tld' })
  sandbox.faults.clear()
  await db.delete(vendorLimits)
})

const row = async (name: string) => (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]
const record = (name: string, expiresAt: Date | null) =>
  db.update(domainNames).set({ expiresAt }).where(eq(domainNames.name, name))

/** A delivered name that ends in so many days at the registrar, as our record says too. */
async function endsIn(days: number, renewal: { autoRenew?: boolean } = { autoRenew: true }) {
  const { names, groupId, person } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  const until = expireName(sandbox, name, -days, renewal)
  await record(name, until)
  return { name, groupId, until, person }
}

test('the operator is told, once a day, of running names that a refused card keeps from renewing themselves', async () => {
  const { name, until } = await endsIn(1)
  await changeDnsimple(sandbox, { unpaid: true })
  for (let round = 0; round < 2; round++) await watchRenewals(deps)
  const [alert, ...others] = await alerts()
  expect(others).toEqual([])
  expect(alert?.recipient).toBe(deps.config.operatorEmail)
  expect(alert?.body).toContain(`${name}: ends on ${until.toISOString().slice(0, 10)}, renews itself`)
})

test('a running name that has ended is renewed by us, and told of', async () => {
  const { name } = await endsIn(-2, { autoRenew: false })
  await watchRenewals(deps)
  expect(await body()).toMatch(
    new RegExp(`renewed by us; do not renew them there.*\\n\\n  ${name}: ended on`),
  )
  expect(await body()).not.toContain('refused, and renew there')
  await reconcileUntilDone(name)
  expect(await deps.vendors.registrar.findRegistration(name)).toMatchObject({
    state: 'registered',
    autoRenew: true,
  })
})

test('while our own renewal is under way nobody is told to do anything', async () => {
  const { name } = await endsIn(-2, { autoRenew: false })
  await changeDnsimple(sandbox, { renewals: 'pending' })
  await watchRenewals(deps)
  expect(await world.reconcile(name)).toBe('again')
  expect((await row(name))?.facts).toHaveProperty('renewal')
  await anotherDay()
  await watchRenewals(deps)
  expect(await alerts()).toEqual([])
})

test.each([
  ['lost', 25, null, 'look at DNSimple whether a renewal is pending or charged'],
  ['slow', 49, 'ren_1', 'do not renew it there beside it'],
])(
  'of a renewal that may have been paid (%s) it is said to look first, also where its order is past due',
  async (_, hours, externalId, words) => {
    const { name, until, groupId } = await endsIn(-2, { autoRenew: false })
    await db.update(bundles).set(heldFor('past_due')).where(eq(bundles.id, groupId))
    const renewal = {
      at: new Date(Date.now() - hours * 3_600_000).toISOString(),
      of: until.toISOString(),
      externalId,
    }
    const facts = { ...((await row(name))?.facts as Facts), renewal }
    await db.update(domainNames).set({ facts }).where(eq(domainNames.name, name))
    await watchRenewals(deps)
    expect(await body()).toMatch(
      new RegExp(`before you have looked there:\\n\\n  ${name}: ended on \\S+: .*${words}`),
    )
    expect(await body()).not.toContain('We do not renew')
  },
)

test('one that DNSimple refused at once is the operator’s, with its word, whatever else the name waits for', async () => {
  const { name, until } = await endsIn(-2, { autoRenew: false })
  const renewal = {
    at: new Date().toISOString(),
    of: until.toISOString(),
    externalId: null,
    failed: true,
    reason: 'The contact is not verified',
  }
  await db
    .update(domainNames)
    .set({ facts: { ...((await row(name))?.facts as Facts), renewal }, step: 'tool' })
    .where(eq(domainNames.name, name))
  await watchRenewals(deps)
  expect(await body()).toMatch(
    new RegExp(`Not both.*\\n\\n  ${name}: ended on \\S+: The contact is not verified`),
  )
})

test('one that was not set to renew itself is switched on, and nobody is told to renew it there today', async () => {
  const { name } = await endsIn(1, { autoRenew: false })
  await watchRenewals(deps)
  expect(await body()).toMatch(
    new RegExp(`We switch it on; look at DNSimple tomorrow.*\\n\\n  ${name}: ends`),
  )
  expect(await body()).not.toContain('should have renewed themselves')
  await reconcileUntilDone(name)
  expect((await deps.vendors.registrar.findRegistration(name))?.autoRenew).toBe(true)
})

test('what the operator was told to renew there is not renewed by us on the day it is seen to have ended', async () => {
  const { name } = await endsIn(1)
  await changeDnsimple(sandbox, { unpaid: true })
  await watchRenewals(deps)
  expect(await body()).toContain('or a renewal is under way there')
  await changeDnsimple(sandbox, { unpaid: false })
  expireName(sandbox, name, 1, { autoRenew: false })
  await watchRenewals(deps)
  await world.reconcile(name)
  expect((await row(name))?.facts).toMatchObject({ lapsed: { at: expect.any(String) } })
  expect((await row(name))?.facts).not.toHaveProperty('renewal')
})

test('a running name that is only hosted any more, with its registrant, is told of as gone', async () => {
  const { name } = await endsIn(1)
  const held = sandbox.store.collection<StoredDomain>('dnsimple.domains')
  held.put(name, { ...(held.get(name) as StoredDomain), state: 'hosted', expiresAt: null })
  await watchRenewals(deps)
  expect(await body()).toMatch(new RegExp(`not in the account at DNSimple any more.*\\n\\n  ${name}: ended`))
})

test('names near their end come before those that were never asked about', async () => {
  const late = await endsIn(1)
  const never = await endsIn(29.5)
  const expiryAsked = { at: new Date().toISOString() }
  await db
    .update(domainNames)
    .set({ facts: { ...((await row(late.name))?.facts as Facts), expiryAsked } })
    .where(eq(domainNames.name, late.name))
  await changeDnsimple(sandbox, { unpaid: true })
  await watchRenewals(deps, 1)
  expect(await body()).toContain(late.name)
  expect((await row(never.name))?.facts).not.toHaveProperty('expiryAsked')
})

test('an account that is refused keeps no other account’s names from being asked about', async () => {
  const refused: string[] = []
  for (let at = 0; at < 6; at++) refused.push((await endsIn(0.5)).name)
  const { token, registrantId } = secondDnsimple
  const secondId = await addDnsAccount(deps, { label: 'second', credentials: { token, registrantId } })
  const take = (account: string, state: 'open' | 'draining') =>
    db.update(dnsAccounts).set({ state }).where(eq(dnsAccounts.id, account))
  await take(defaultDnsAccountId, 'draining')
  const other = await endsIn(1)
  await take(defaultDnsAccountId, 'open')
  await take(secondId, 'draining')
  expect((await row(other.name))?.dnsAccountId).toBe(secondId)
  await changeDnsimple(sandbox, { unpaid: true })
  for (const path of refused) sandbox.faults.add({ kind: '429', vendor: 'dnsimple', path, retryAfter: 60 })
  await watchRenewals(deps)
  expect(await body()).toContain(other.name)
  const asked = await Promise.all(
    refused.map(async (name) => 'expiryAsked' in ((await row(name))?.facts ?? {})),
  )
  expect(asked.filter(Boolean)).toHaveLength(5)
})

test('what we cannot renew is the operator’s, with the reason', async () => {
  const { name } = await endsIn(-35, { autoRenew: false })
  await watchRenewals(deps)
  await world.reconcile(name)
  await anotherDay()
  await watchRenewals(deps)
  expect(await body()).toMatch(new RegExp(`Not both.*\\n\\n  ${name}: ended on \\S+: .*have to be restored`))
  expect(await body()).not.toContain('renewed by us')
})

test('what waits for a bill to be paid is renewed by us all the same', async () => {
  const { name } = await endsIn(-2, { autoRenew: false })
  await changeDnsimple(sandbox, { unpaid: true })
  await watchRenewals(deps)
  await world.reconcile(name)
  // Another step's refusal may be the worse one, of which alone the row tells.
  await db.update(domainNames).set({ step: 'tool' }).where(eq(domainNames.name, name))
  await anotherDay()
  await watchRenewals(deps)
  expect(await body()).toMatch(
    new RegExp(`renewed by us; .*\\n\\n  ${name}: ended on \\S+: the account has an unpaid bill`),
  )
})

test('what stops for another reason after a bill was unpaid is told with that, and is the operator’s', async () => {
  const { name } = await endsIn(-2, { autoRenew: false })
  await changeDnsimple(sandbox, { unpaid: true })
  await watchRenewals(deps)
  await world.reconcile(name)
  expect((await row(name))?.facts).toHaveProperty('lapsed.refusal')
  await changeDnsimple(sandbox, { unpaid: false })
  // Its price is asked first, and refused.
  await db.update(domainNames).set({ nextRunAt: new Date() }).where(eq(domainNames.name, name))
  answer = (path) =>
    path.endsWith('/prices')
      ? Response.json({ data: { domain: name, premium: true, registration_price: 20, renewal_price: 20 } })
      : undefined
  await world.reconcile(name)
  expect((await row(name))?.facts).not.toHaveProperty('lapsed.refusal')
  await anotherDay()
  await watchRenewals(deps)
  expect(await body()).toMatch(new RegExp(`Not both.*\\n\\n  ${name}: ended on \\S+: .*premium price`))
})

test('a refusal of the name counts before what the account waited for', async () => {
  const { name } = await endsIn(-2, { autoRenew: false })
  const lapsed = { at: new Date().toISOString(), refusal: 'the account has an unpaid bill' }
  await db
    .update(domainNames)
    .set({
      facts: { ...((await row(name))?.facts as Facts), lapsed },
      step: 'register',
      problem: {
        kind: 'rejected',
        vendor: 'dnsimple',
        operation: 'renew',
        reason: 'It is too dear',
        at: lapsed.at,
      },
    })
    .where(eq(domainNames.name, name))
  await watchRenewals(deps)
  expect(await body()).toMatch(new RegExp(`Not both.*\\n\\n  ${name}: ended on \\S+: It is too dear`))
})

test.each(['past due', 'suspended'])('what is %s is not renewed by us, which is said', async (why) => {
  const { name, groupId, person } = await endsIn(-2, { autoRenew: false })
  if (why === 'suspended')
    await db.update(customers).set({ suspendedAt: new Date() }).where(eq(customers.id, person.id))
  else await db.update(bundles).set(heldFor('past_due')).where(eq(bundles.id, groupId))
  await watchRenewals(deps)
  expect(await body()).toMatch(new RegExp(`We do not renew.*\\n\\n  ${name}: ended on`))
  expect(await body()).not.toContain('renewed by us')
  await world.reconcile(name)
  expect((await deps.vendors.registrar.findRegistration(name))?.state).toBe('expired')
})

test('that a name was registered is not forgotten when it has ended, only that it is', async () => {
  const { name } = await endsIn(-40, { autoRenew: false })
  const before = (await row(name))?.facts as Facts
  await watchRenewals(deps)
  const after = (await row(name))?.facts as Facts
  expect(after.registration).toEqual({ at: before.registration?.at, ended: true })
  // Once, not with every round.
  await db.update(domainNames).set({ nextRunAt: null }).where(eq(domainNames.name, name))
  await watchRenewals(deps)
  expect((await row(name))?.nextRunAt).toBeNull()
})

test.each(['past_due', 'suspended'] as const)(
  'what has ended and is not served (%s) is told, and left as it is: nothing renews it',
  async (why) => {
    const { name, groupId, person } = await endsIn(-2, { autoRenew: false })
    if (why === 'past_due') await db.update(bundles).set(heldFor(why)).where(eq(bundles.id, groupId))
    else await db.update(customers).set({ suspendedAt: new Date() }).where(eq(customers.id, person.id))
    await watchRenewals(deps)
    expect((await alerts())[0]?.body).toContain(name)
    expect((await row(name))?.facts).toMatchObject({ registration: { at: expect.any(String) } })
    expect((await row(name))?.facts).not.toHaveProperty('registration.ended')
  },
)

test('a renewal that somebody has switched off is switched on again a month before the end', async () => {
  const { name } = await endsIn(29.5, { autoRenew: false })
  await watchRenewals(deps)
  expect(await alerts()).toEqual([])
  await reconcileUntilDone(name)
  expect((await deps.vendors.registrar.findRegistration(name))?.autoRenew).toBe(true)
})

test('what has renewed itself since our record was written is recorded, and nobody is told', async () => {
  const { name } = await endsIn(1)
  const renewed = expireName(sandbox, name, -366, { autoRenew: true })
  await watchRenewals(deps)
  expect(await alerts()).toEqual([])
  expect((await row(name))?.expiresAt).toEqual(renewed)
  await record(name, null)
  await watchRenewals(deps)
  expect((await row(name))?.expiresAt).toEqual(renewed)
})

test.each<[(typeof groupHolds)[number]]>([['refund'], ['operator']])(
  'of a name on hold is told elsewhere: %s',
  async (hold) => {
    const { groupId } = await endsIn(1, { autoRenew: false })
    await db.update(bundles).set(heldFor(hold)).where(eq(bundles.id, groupId))
    await watchRenewals(deps)
    expect(await alerts()).toEqual([])
  },
)

test('one whose registrar does not answer twice is told of, and asked about by the next round', async () => {
  const { name } = await endsIn(1)
  await changeDnsimple(sandbox, { unpaid: true })
  const fail = () =>
    sandbox.faults.add({ kind: '500', vendor: 'dnsimple', path: `/domains/${name}`, times: 1 })
  fail()
  await watchRenewals(deps)
  expect(await unread()).toBeUndefined()
  fail()
  await watchRenewals(deps)
  expect(await alerts()).toEqual([])
  expect(await unread()).toMatchObject({
    recipient: deps.config.operatorEmail,
    subject: expect.stringContaining('1 running domain could not be asked about'),
    body: expect.stringContaining(`${name}: `),
  })
  await watchRenewals(deps)
  expect(await body()).toContain(name)
})

test('a strange answer about one name keeps no other from being asked about', async () => {
  const strange = await endsIn(0.5)
  const late = await endsIn(1)
  await changeDnsimple(sandbox, { unpaid: true })
  sandbox.faults.add({ kind: 'wrong_types', vendor: 'dnsimple', path: `/domains/${strange.name}`, times: 9 })
  for (let round = 0; round < 2; round++) await watchRenewals(deps)
  expect(await body()).toContain(late.name)
  expect(await body()).not.toContain(strange.name)
  expect((await unread())?.body).toContain(`${strange.name}: the answer has an unexpected form`)
})

test.each<FaultKind>(['503', 'drop'])(
  'while the registrar is away the others wait for the next round: %s',
  async (kind) => {
    const first = await endsIn(0.5)
    const second = await endsIn(1)
    sandbox.faults.add({ kind, vendor: 'dnsimple', times: 2 })
    const before = sandbox.answered()
    await watchRenewals(deps)
    expect(sandbox.answered()).toBe(before + 1)
    expect(await alerts()).toEqual([])
    expect(await unread()).toBeUndefined()
    expect((await row(first.name))?.facts).toHaveProperty('expiryAsked')
    expect((await row(second.name))?.facts).not.toHaveProperty('expiryAsked')
    // It is away still, whichever name is asked about by now.
    await watchRenewals(deps)
    expect((await unread())?.body).toMatch(new RegExp(`${second.name}: [^]*not asked about this time`))
  },
)

test('that it is away is told also where more names are due than a round asks about', async () => {
  const names = [await endsIn(0.5), await endsIn(1), await endsIn(1.5)]
  sandbox.faults.add({ kind: '503', vendor: 'dnsimple', times: 2 })
  await watchRenewals(deps, 1)
  expect(await unread()).toBeUndefined()
  await watchRenewals(deps, 1)
  expect((await unread())?.body).toContain(names[1]?.name)
})

test('an account at its limit keeps no other name from its turn, and is told of by nobody', async () => {
  const [first, second] = [await endsIn(0.5), await endsIn(1)]
  await changeDnsimple(sandbox, { unpaid: true })
  sandbox.faults.add({ kind: '429', vendor: 'dnsimple', times: 1 })
  await watchRenewals(deps)
  expect(await body()).toContain(second.name)
  expect(await body()).not.toContain(first.name)
  expect(await unread()).toBeUndefined()
  expect((await row(first.name))?.facts).toHaveProperty('expiryAsked')
})

test('of more than one round asks about, those that stay late take turns, and all are told of', async () => {
  const [first, second] = [await endsIn(0.5), await endsIn(1)]
  await changeDnsimple(sandbox, { unpaid: true })
  for (let round = 0; round < 4; round++) await watchRenewals(deps, 1)
  const told = await alerts()
  expect(told.map(({ subject }) => subject)).toEqual(
    Array(2).fill(expect.stringContaining('At least 1 running domain was not renewed')),
  )
  expect(told[0]?.body).toContain(first.name)
  expect(told[1]?.body).toContain(second.name)
  expect(told[1]?.body).not.toContain(first.name)
})
