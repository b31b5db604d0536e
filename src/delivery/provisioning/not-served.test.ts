import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { bundles, domainNames, domains, mailboxes } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { setCustomerAccess } from '#features/customers/server/customer-access.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { microsoftState, putUser } from '#vendors/microsoft/simulator/state.ts'
import type { Desired, Holding } from './desired.ts'
import type { Facts } from './facts.ts'
import { plan } from './plan.ts'
import { readDesired } from './read-desired.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, reconcileUntilDone, agree } = manageOrders(world)
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)

const chargesFor = (name: string) => sandbox.store.collection('dnsimple.charges').list({ parent: name })
const factsOf = async (name: string) =>
  (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]?.facts as Facts

/** Ways in which a customer is not served, each with what ends it. */
const ways = [
  [
    'a whole refund',
    async (orderId: string) => operator('refund', '--order', orderId, '--reason', 'fraud', '--yes'),
    async (orderId: string) => operator('order', 'release', '--order', orderId),
  ],
  [
    'a hold of the operator',
    async (orderId: string) => operator('order', 'hold', '--order', orderId),
    async (orderId: string) => operator('order', 'release', '--order', orderId),
  ],
  [
    'a suspended customer',
    async (_: string, email: string) => setCustomerAccess(deps, email, 'suspended'),
    async (_: string, email: string) => setCustomerAccess(deps, email, 'open'),
  ],
] as const

test.each(ways)('nothing is bought or made before it is served again: %s', async (_way, stop, goOn) => {
  const order = await paidOrder({ tool: 'other' }, false)
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, order.groupId))
  const orderId = bundle?.orderId as string
  await stop(orderId, order.person.email)
  for (const name of order.names) {
    await operator('order', 'retry', '--domain', name)
    expect(await world.reconcile(name)).toBe('done')
    expect(chargesFor(name)).toEqual([])
    expect(await deps.vendors.zones.hasZone(name)).toBe(false)
    const facts = await factsOf(name)
    expect([facts.host, facts.zone, facts.verification]).toEqual([undefined, undefined, undefined])
  }
  const held = await db.select().from(domains).where(eq(domains.bundleId, order.groupId))
  expect(held.map(({ status }) => status)).toEqual(held.map(() => 'pending'))

  await goOn(orderId, order.person.email)
  for (const name of order.names) {
    await reconcileUntilDone(name)
    await agree(name)
    expect(chargesFor(name)).toHaveLength(1)
  }
})

test.each([
  ['dnsimple', '/zones'],
  ['microsoft', '/verify'],
] as const)(
  'a set-up that is half done stands still on hold and continues afterwards: %s %s',
  async (vendor, path) => {
    const order = await paidOrder({}, false)
    const name = order.names[0] as string
    const fault = { kind: '503', vendor, path, times: 1000 } as const
    sandbox.faults.add(fault)
    await world.reconcile(name)
    await operator('order', 'hold', '--order', order.groupId)
    sandbox.faults.clear()
    // That it is paused in the tool, where there is nothing of it, is known besides.
    const known = async () => Object.keys(await factsOf(name)).filter((fact) => fact !== 'tool')
    const before = (await known()).toSorted()
    expect(before).toContain('registration')
    await operator('order', 'retry', '--domain', name)
    await world.reconcile(name)
    expect((await known()).toSorted()).toEqual(before)
    await operator('order', 'release', '--order', order.groupId)
    await reconcileUntilDone(name)
    await agree(name)
    expect(chargesFor(name)).toHaveLength(1)
  },
)

test('what stands is kept while it is on hold, also when someone changes it', async () => {
  const order = await paidOrder()
  const name = order.names[0] as string
  await operator('order', 'hold', '--order', order.groupId)
  await reconcileUntilDone(name)
  const [record] = (await deps.vendors.zones.records(name)).filter(({ type }) => type === 'MX')
  await deps.vendors.zones.deleteRecord(name, record?.id as string)
  await operator('order', 'retry', '--domain', name)
  await reconcileUntilDone(name)
  expect((await deps.vendors.zones.records(name)).some(({ type }) => type === 'MX')).toBe(true)
})

test('no mailbox is removed however long the order is on hold; one that has left is, once it is served again', async () => {
  const order = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const name = order.names[0] as string
  const ofName = eq(mailboxes.name, name)
  const all = await db.select().from(mailboxes).where(ofName)
  await operator('order', 'hold', '--order', order.groupId)
  await db
    .update(mailboxes)
    .set({ want: 'disabled' })
    .where(eq(mailboxes.id, all[0]?.id as string))
  await reconcileUntilDone(name)
  await db.update(mailboxes).set({ disabledAt: sql`now() - interval '31 days'` }).where(ofName)
  await operator('order', 'retry', '--domain', name)
  await reconcileUntilDone(name)
  const kept = await db.select().from(mailboxes).where(ofName)
  expect(kept.map(({ hostState }) => hostState)).toEqual(all.map(() => 'disabled'))
  const host = await deps.vendors.mailboxHost((await factsOf(name)).host?.accountId as string)
  expect(await host.mailboxes(name)).toHaveLength(all.length)

  await operator('order', 'release', '--order', order.groupId)
  await reconcileUntilDone(name)
  const after = await db.select().from(mailboxes).where(ofName)
  expect(after.filter(({ hostState }) => hostState === 'purged').map(({ id }) => id)).toEqual([all[0]?.id])
  expect(after.filter(({ hostState }) => hostState === 'active')).toHaveLength(all.length - 1)
  await agree(name)
})

const factNames = [
  'registration',
  'zone',
  'host',
  'verification',
  'verified',
  'delegation',
  'records',
  'dns',
  'mailRecords',
  'dkim',
] as const

test('of a name that is not served no step begins anything that is not there', async () => {
  const order = await paidOrder({}, false)
  const desired = await readDesired(db, order.names[0] as string)
  const holding = { ...(desired.holding as Holding), isServed: false, unpaidSince: new Date() }
  const stopped: Desired = { ...desired, holding }
  const at = new Date(0).toISOString()
  const values: Facts = {
    registration: { at },
    zone: { at },
    host: { at, accountId: 'a' },
    verification: { at, record: { name: '', type: 'TXT', content: 'x', ttl: 60 } },
    verified: { at },
    delegation: { at, seen: [], ok: true },
    records: { at, digest: 'x' },
    dns: { at, digest: 'x' },
    mailRecords: { at, records: [] },
    dkim: { at, state: 'on', records: [{ name: 'k', type: 'TXT', content: 'x', ttl: 60 }] },
  }
  const needed: Partial<Record<ReturnType<typeof plan>[number], readonly (keyof Facts)[]>> = {
    renewal_on: ['registration'],
    zone: ['zone'],
    add_to_host: ['verification'],
    verify: ['verified'],
    delegation: ['delegation'],
    records: ['records', 'dns'],
    dns_seen: ['dns'],
    mail_records: ['mailRecords'],
    dkim_keys: ['dkim'],
    dkim_on: ['dkim'],
    disable: ['host'],
    pause_tool: [],
  }
  fc.assert(
    fc.property(fc.subarray([...factNames]), fc.boolean(), (known, looksAnew) => {
      const facts = Object.fromEntries(known.map((fact) => [fact, values[fact]])) as Facts
      const now = new Date()
      for (const step of plan(stopped, facts, { now, recheckBefore: looksAnew ? now : null })) {
        const standing = needed[step]
        expect([step, standing]).not.toEqual([step, undefined])
        if (standing && standing.length > 0)
          expect([step, standing.some((fact) => known.includes(fact as (typeof known)[number]))]).toEqual([
            step,
            true,
          ])
      }
    }),
  )
})

test('a mailbox that Microsoft does not let us disable is named, and leaves no other one open', async () => {
  const order = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const name = order.names[0] as string
  const made = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
  const state = microsoftState(sandbox.store)
  const guarded = required(made[0], 'a mailbox')
  putUser(state, { ...required(state.users.get(guarded.externalId ?? ''), 'its user'), isProtected: true })
  await setCustomerAccess(deps, order.person.email, 'suspended')
  for (const _ of ['at first', 'again']) {
    await operator('order', 'retry', '--domain', name)
    await world.reconcile(name)
    const open = made.filter(({ externalId }) => state.users.get(externalId ?? '')?.accountEnabled)
    expect(open.map(({ localPart }) => localPart)).toEqual([guarded.localPart])
    const [{ problem } = { problem: null }] = await db
      .select()
      .from(domainNames)
      .where(eq(domainNames.name, name))
    expect(problem).toMatchObject({
      kind: 'unauthorised',
      waitsFor: 'operator',
      reason: expect.stringContaining(
        `${guarded.localPart}@${name}: the app registration lacks a permission, or`,
      ),
    })
  }
})
