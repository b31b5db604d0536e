import { and, asc, eq, inArray } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { domainNames, domains, toolConnections } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { listOrders, OrderListItem } from '#features/orders/api/orders.ts'
import { changePeople } from '#features/people/server/change-people.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld, type TestWorld } from '#tests/server/test-world.ts'
import { reconcileUntilDone } from './testing/reconcile-until-done.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps

afterEach(() => sandbox.faults.clear())

/** A customer whose domains are all delivered. */
async function delivered(count: number) {
  const person = await world.customer()
  const names = Array.from({ length: count }, freshName)
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    names: { azure: names },
    mailboxesPerDomain: 4,
  })
  for (const name of names) await reconcileUntilDone(world, name)
  return { person, names, order }
}
type Person = Awaited<ReturnType<TestWorld['customer']>>

const rowsOf = (names: readonly string[]) =>
  db
    .select()
    .from(domains)
    .where(and(inArray(domains.name, [...names])))
    .orderBy(asc(domains.name))
const listed = async (person: Person) =>
  (await person.get('/api/orders')).body as z.output<typeof listOrders.response>
const listedDomains = (orders: OrderListItem[]) => orders.flatMap((order) => order.domains)
const detailsOf = async (person: Person, groupId: string) =>
  (await person.get(`/api/orders/groups/${groupId}`)).body.domains as {
    note: string | null
    status: string
    changing: object | null
    canCheckNow: boolean
  }[]

test('23 delivered domains stay so while their forwarding waits for a used-up limit, and then say nothing more', async () => {
  const { person, names, order } = await delivered(23)
  const before = await listed(person)
  sandbox.faults.add({ vendor: 'dnsimple', kind: '429', times: 10_000 })
  const sent = await person.post('/api/domains/update-forwarding', {
    domains: names,
    forwardingDomain: 'elsewhere.test',
    basedOn: Object.fromEntries(
      (await rowsOf(names)).map(({ name, forwardingUrl }) => [name, forwardingUrl]),
    ),
  })
  expect(sent.status).toBe(200)
  for (const name of names) expect(await world.reconcile(name)).toBe('again')
  const waiting = await rowsOf(names)
  expect(waiting.map(({ status }) => status)).toEqual(names.map(() => 'done'))
  expect(waiting[0]?.changing).toMatchObject({ what: 'forwarding', why: 'limit', by: 'our DNS provider' })
  const during = await listed(person)
  expect(during.summary).toEqual(before.summary)
  expect(listedDomains(during.orders).map(({ status, changing }) => [status, changing])).toEqual(
    names.map(() => ['done', 'forwarding']),
  )
  for (const details of await detailsOf(person, order.bundleId))
    expect(details).toMatchObject({
      status: 'done',
      note: expect.stringMatching(
        /^Forwarding is being changed, about \d+ minutes?: our DNS provider's limit\.$/,
      ),
      changing: { what: 'forwarding', why: 'limit' },
      canCheckNow: true,
    })

  sandbox.faults.clear()
  for (const name of names) await reconcileUntilDone(world, name)
  expect((await rowsOf(names)).map(({ status, changing }) => [status, changing])).toEqual(
    names.map(() => ['done', null]),
  )
  expect((await listed(person)).orders[0]?.domains[0]?.changing).toBeUndefined()
})

test('a change of people leaves delivered domains so, though the host is slow with the new mailboxes', async () => {
  const { person, names, order } = await delivered(2)
  const before = await listed(person)
  sandbox.faults.add({ vendor: 'microsoft', kind: '503', times: 10_000 })
  await db.transaction((tx) =>
    changePeople(
      deps,
      tx,
      order.bundleId,
      [
        { firstName: 'Jane', lastName: 'Doe' },
        { firstName: 'Grace', lastName: 'Hopper' },
      ],
      'orders',
    ),
  )
  for (const name of names) expect(await world.reconcile(name)).toBe('again')
  expect((await rowsOf(names)).map(({ status, changing }) => [status, changing?.what])).toEqual([
    ['done', 'people'],
    ['done', 'people'],
  ])
  expect((await listed(person)).summary).toEqual(before.summary)
  sandbox.faults.clear()
  for (const name of names) await reconcileUntilDone(world, name)
  expect((await rowsOf(names)).map(({ changing }) => changing)).toEqual([null, null])
})

test('what was sold and is not there any more lowers the status: mailboxes gone, or a tool that refuses the credentials', async () => {
  const { names, order } = await delivered(1)
  const name = names[0] as string
  const [placed] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  const host = await deps.vendors.mailboxHost(placed?.providerAccountId as string)
  await host.deleteMailboxes((await host.mailboxes(name)).map(({ externalId }) => externalId))
  /** As an account's listing that does not agree leaves it. */
  const again = () => {
    const said = { at: new Date(Date.now() + 1_000).toISOString(), agrees: false }
    return db
      .update(domainNames)
      .set({ listed: { mailboxes: said, tool: said } })
      .where(eq(domainNames.name, name))
  }
  await again()
  sandbox.faults.add({ vendor: 'microsoft', kind: '503', path: 'InvokeCommand', times: 10_000 })
  await world.reconcile(name)
  expect((await rowsOf(names))[0]).toMatchObject({ status: 'in progress', changing: null })
  sandbox.faults.clear()
  await db.update(domainNames).set({ listed: {} }).where(eq(domainNames.name, name))
  await reconcileUntilDone(world, name)
  expect((await rowsOf(names))[0]).toMatchObject({ status: 'done', changing: null })

  await db
    .update(toolConnections)
    .set({
      secrets: deps.secrets.seal(
        JSON.stringify({ apiKey: 'revoked-0123456789abcdef' }),
        placeOf.connection(order.connectionId),
      ),
    })
    .where(eq(toolConnections.id, order.connectionId))
  await again()
  await world.reconcile(name)
  expect((await rowsOf(names))[0]).toMatchObject({ status: 'pending', changing: null })
})

test('a change that was refused for good is told apart from one under way in the list of orders', async () => {
  const { person, names } = await delivered(2)
  const [refused = '', underWay = ''] = names
  const since = new Date().toISOString()
  for (const [name, why] of [
    [refused, 'failed'],
    [underWay, 'limit'],
  ] as const)
    await db
      .update(domains)
      .set({ changing: { what: 'forwarding', since, why } })
      .where(eq(domains.name, name))
  const shown = listedDomains((await listed(person)).orders)
  expect(shown.find(({ domain }) => domain === refused)).toMatchObject({
    status: 'done',
    changing: 'forwarding',
    changeFailed: true,
  })
  expect(shown.find(({ domain }) => domain === underWay)).toMatchObject({ changing: 'forwarding' })
  expect(shown.find(({ domain }) => domain === underWay)).not.toHaveProperty('changeFailed')
})
