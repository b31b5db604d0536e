import { and, asc, eq, inArray, like, lte, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainNames, domains, outbox } from '#base/db/schema/index.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { reconcileUntilDone, paidOrder, domainRow } = manageOrders(world)

const tell = (path: string, body: object) =>
  sandbox.fetch(`http://sandbox.invalid${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const mailsOf = async (email: string) =>
  deps.db
    .select()
    .from(outbox)
    .where(and(like(outbox.dedupeKey, 'ownership:%'), eq(outbox.recipient, email)))
    .orderBy(asc(outbox.createdAt))

test('where the DNS provider wants other name servers first, those are the values to copy, and one mail of the order has them all', async () => {
  await tell('/_dnsimple/settings', { ownershipProof: 'always' })
  const order = await paidOrder({ plan: 'google', orderCount: 3, domainOption: 'own' }, false)
  const { person, groupId, draft } = order
  const names = draft.domains.own.google
  const [name = '', second = ''] = names
  const shown = async () =>
    (await person.get(`/api/orders/groups/${groupId}`)).body.domains.find(
      ({ domain }: { domain: string }) => domain === name,
    )
  await world.reconcile(name)
  await world.reconcile(name)
  const { status, wanted, expectedAt } = await shown()
  expect({ status, expectedAt }).toEqual({ status: 'pending', expectedAt: null })
  expect(wanted).toHaveLength(2)
  const proof = wanted.map(({ value }: { value: string }) => value)
  for (const server of proof) expect(server).toMatch(/^ns-\w+\.dnsimple-verify\.com$/)

  // The others of the order have not been asked for yet.
  expect(await mailsOf(person.email)).toEqual([])
  for (const each of names) await world.reconcile(each)
  for (const each of names) await world.reconcile(each)
  const [told, ...more] = await mailsOf(person.email)
  expect(more).toEqual([])
  expect(told?.subject).toBe(`Action needed: add name servers to ${names.length} domains`)
  for (const each of names) expect(told?.body).toContain(`  ${each}  ns-`)
  for (const server of proof) expect(told?.body).toContain(server)

  await tell('/_dns/delegation', { name, nameServers: [...deps.config.nameServers, ...proof] })
  const due = () =>
    deps.db
      .select({ name: domainNames.name })
      .from(domainNames)
      .where(and(inArray(domainNames.name, order.names), lte(domainNames.nextRunAt, sql`now()`)))
  expect(await due()).toEqual([])
  const { body } = await person.post('/api/domains/check-all-now', { groupId })
  expect(body.message).toBe(`Checking ${order.names.length} domains now.`)
  expect(await due()).toHaveLength(order.names.length)
  await reconcileUntilDone(name)
  expect(await domainRow(name)).toMatchObject({ status: 'done' })
  await world.reconcile(second)
  expect(await mailsOf(person.email)).toHaveLength(1)
})

test('a name that the DNS provider asks about long after its order’s mail gets a mail of its own', async () => {
  await tell('/_dnsimple/settings', { ownershipProof: 'always' })
  const { person, names } = await paidOrder({ domainOption: 'own' }, false)
  const [first = '', late = ''] = names
  await deps.db
    .update(domains)
    .set({ setupStartedAt: sql`now() - interval '31 minutes'` })
    .where(inArray(domains.name, names))
  for (let run = 0; run < 2; run++) await world.reconcile(first)
  const subjects = async () => (await mailsOf(person.email)).map(({ subject }) => subject)
  expect(await subjects()).toEqual(['Action needed: add name servers to 1 domain'])
  for (const each of [late, first, late, late]) await world.reconcile(each)
  expect(await subjects()).toEqual(Array(2).fill('Action needed: add name servers to 1 domain'))
  const [, own] = await mailsOf(person.email)
  expect(own?.body).toContain(`  ${late}  ns-`)
  expect(own?.body).not.toContain(first)
})

test('a day’s name servers that have run out are told of once for the whole order', async () => {
  await tell('/_dnsimple/settings', { ownershipProof: 'always' })
  const { person, names } = await paidOrder({ domainOption: 'own' }, false)
  for (const each of [...names, ...names]) await world.reconcile(each)
  for (const name of names) sandbox.store.collection('dnsimple.verifications').delete(name)
  for (const each of [...names, ...names]) await world.reconcile(each)
  const [, again, ...more] = await mailsOf(person.email)
  expect(more).toEqual([])
  expect(again?.subject).toBe(`New name servers for ${names.length} domains`)
  for (const each of names) expect(again?.body).toContain(each)
  expect(again?.body).not.toContain('dnsimple-verify')
})
