import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { leftToPeople } from '#apps/demo/demo-accounts.ts'
import { answerOpenWorkItems } from '#apps/demo/robot.ts'
import { createSandboxControl } from '#apps/demo/sandbox-control.ts'
import {
  accountListings,
  accountVendors,
  bundles,
  customers,
  domainNames,
  domains,
  mailboxes,
  toolConnections,
  workItems,
} from '#base/db/schema/index.ts'
import { sweepListings } from '#delivery/provisioning/drift/sweep-listings.ts'
import { plan } from '#delivery/provisioning/plan.ts'
import { readDesired } from '#delivery/provisioning/read-desired.ts'
import { listProviderAccounts } from '#features/capacity/server/hosts/list-accounts.ts'
import { listOrders } from '#features/orders/api/orders.ts'
import { indexOrders } from '#features/orders/rules/order-index.ts'
import { createTestWorld, type TestWorld } from '#tests/server/test-world.ts'
import { bundleStates, orderKinds } from './account-plan.ts'
import { makeFleet } from './fleet.ts'
import { makeLargeAccount } from './large-account.ts'
import { makeOriginals } from './order-originals.ts'
import type { SandboxAtHand } from './sandbox-at-hand.ts'

/** In-process a customer's Email Bison is known by its name instead of its port. */
const controlOf = ({ deps, sandbox }: TestWorld, bisonUrl: string): SandboxAtHand => ({
  ...createSandboxControl(deps.config, (url, init) => sandbox.fetch(url, init)),
  bisonUrl,
  store: sandbox.store,
  signInUrl: `http://127.0.0.1:${sandbox.ports.signIn}`,
})
const scratch = await createTestWorld()
const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const control = controlOf(world, 'https://bison.harborline.test')

/** Every plan, every tool, every state, bought names and own ones; all of them would make ten times the mailboxes. */
const kinds = orderKinds.filter(
  ({ plan, option, tool }) =>
    (plan === 'google' && option === 'purchase') ||
    (plan === 'azure' && option === 'own' && tool === 'instantly') ||
    (plan === 'premium' && tool === 'bison'),
)
const count = kinds.length + 1
const originals = await makeOriginals(scratch.deps, controlOf(scratch, 'https://bison.scratch.test'), kinds)
const person = await world.customer()
const made = await makeLargeAccount(deps, control, originals, person.id, count)

const names = async () =>
  (
    await db
      .select({ name: domains.name })
      .from(domains)
      .where(eq(domains.customerId, person.id))
      .orderBy(asc(domains.name))
  ).map(({ name }) => name)

/** Everything the third parties hold, but for tokens and counters of calls. */
const held = () =>
  sandbox.store
    .collections()
    .filter(({ name }) => !/^(sandbox|mail|stripe)\.|token/i.test(name))
    .flatMap(({ name }) =>
      sandbox.store
        .collection(name)
        .entries()
        .map((entry) => [name, entry] as const),
    )

test('it has ten domains for every order, all of which are shown with their people and sending tool', async () => {
  expect(made).toMatchObject({ orders: count, domains: count * 10 })
  const answer = await person.get('/api/orders')
  const { orders, summary } = listOrders.response.parse(answer.body)
  expect(orders).toHaveLength(count)
  const listed = orders.flatMap((order) => order.domains)
  expect(listed).toHaveLength(made.domains)
  expect(new Set(orders.map(({ sendingTool }) => sendingTool)).size).toBe(4)
  expect(new Set(indexOrders(orders).flatMap(({ groups }) => groups.map(({ badge }) => badge)))).toEqual(
    new Set(['done', 'on hold', 'cancelled']),
  )
  expect(summary?.totalDomains).toBe(listed.filter(({ status }) => status !== 'cancelled').length)
  for (const { groupId } of orders.flatMap(({ groups }) => groups)) {
    const details = await person.get(`/api/orders/groups/${groupId}`)
    expect(details.status).toBe(200)
    expect(details.body.userConfiguration.length).toBeGreaterThan(0)
    for (const domain of details.body.domains)
      if (domain.status === 'done') expect(domain.inboxes).toMatchObject({ delivered: domain.inboxes.sold })
  }
})

test('nothing is missing for any of its names, and a look at every third party finds all of it and changes nothing', async () => {
  const all = await names()
  expect(all).toHaveLength(made.domains)
  for (const name of all) {
    const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    const missing = plan(await readDesired(db, name), row?.facts ?? {}, {
      now: new Date(),
      recheckBefore: null,
    })
    expect([name, missing]).toEqual([name, []])
  }
  const before = held()
  await db.update(domainNames).set({ recheckBefore: sql`now()` })
  const outcomes = await Promise.all(all.map((name) => world.reconcile(name)))
  expect(outcomes).toEqual(all.map(() => 'done'))
  expect(held()).toEqual(before)
  expect(JSON.stringify(before)).not.toContain('original')
})

test('one listing of each account finds every mailbox of every running name where it should be', async () => {
  for (const fact of ['mailboxes', 'tool'])
    await db.execute(sql`
      update domain_names set facts = jsonb_set(facts, array[${fact}, 'at'], to_jsonb(now() - interval '2 hours'))
      where facts ? ${fact}`)
  await db.update(accountListings).set({ nextAt: sql`now()` })
  expect(await sweepListings(deps)).toBeGreaterThan(kinds.length)
  const running = await db
    .select({ name: domains.name, listed: domainNames.listed, tool: toolConnections.kind })
    .from(domains)
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .where(and(eq(domains.customerId, person.id), eq(domains.want, 'run')))
  expect(running.length).toBeGreaterThan(kinds.length)
  for (const { name, listed, tool } of running) {
    expect([name, listed.mailboxes?.agrees]).toEqual([name, true])
    expect([name, listed.tool?.agrees]).toEqual([name, tool === 'other' ? undefined : true])
  }
})

test('every bundle has come to rest in one of the states that it was planned in', async () => {
  const statuses = await db
    .selectDistinct({ status: domains.status })
    .from(domains)
    .where(eq(domains.customerId, person.id))
  expect(statuses).toHaveLength(bundleStates.length)
})

test('made again, it stays as it is; another one, gone on with, never meets its names', async () => {
  const before = await names()
  expect(await makeLargeAccount(deps, control, originals, person.id, count)).toEqual(made)
  expect(await names()).toEqual(before)
  const other = await world.customer()
  expect((await makeLargeAccount(deps, control, originals, other.id, 1)).domains).toBe(10)
  expect((await makeLargeAccount(deps, control, originals, other.id, 3)).domains).toBe(30)
  const addresses = await db
    .selectDistinct({ address: sql`${mailboxes.localPart} || '@' || ${mailboxes.name}` })
    .from(mailboxes)
  expect(addresses).toHaveLength(await db.$count(mailboxes))
})

test('a fleet has customers of every kind, work that the robot leaves to people, and accounts near their limits', async () => {
  const size = 5
  expect(await makeFleet(deps, control, originals, size)).toBe(size)
  expect(await makeFleet(deps, control, originals, size)).toBe(0)
  const fleet = await db
    .select()
    .from(customers)
    .where(sql`right(${customers.email}, ${leftToPeople.length}) = ${leftToPeople}`)
  expect(fleet).toHaveLength(size)
  expect(fleet.filter(({ suspendedAt }) => suspendedAt)).toHaveLength(1)
  expect(fleet.every(({ createdAt }) => createdAt < new Date())).toBe(true)

  const waiting = await db
    .select({ name: domains.name })
    .from(domains)
    .where(
      and(
        inArray(
          domains.customerId,
          fleet.map(({ id }) => id),
        ),
        eq(domains.want, 'run'),
        ne(domains.status, 'done'),
      ),
    )
  expect(waiting.length).toBeGreaterThanOrEqual(15)
  for (let round = 0; round < 4; round++) for (const { name } of waiting) await world.reconcile(name)
  await answerOpenWorkItems(deps, control)
  const open = await db.select().from(workItems).where(isNull(workItems.closedAt))
  expect(open.filter(({ kind, answeredAt }) => kind === 'dkim_key' && !answeredAt)).toHaveLength(15)

  for (const vendor of accountVendors)
    for (const { use, capacity } of await listProviderAccounts(deps, vendor))
      expect(use.mailboxes / capacity.mailboxes).toBeGreaterThan(0.85)
})
