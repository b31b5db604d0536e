import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, domains, orders, outbox } from '#base/db/schema/index.ts'
import { readDesired } from '#delivery/provisioning/read-desired.ts'
import { detailsBasisOf } from '#tests/server/based-on.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { payReinstatement, reinstatementOf } from '#tests/server/reinstatement.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps } = world
const { db, vendors } = deps
const { reconcileUntilDone, paidOrder, domainRow, agree } = manageOrders(world, {
  beside: 'customer and order',
})
const welcome = 'https://example.com'

/** A delivered order of two groups. */
async function pairOfGroups() {
  const { person, names } = await paidOrder({ orderCount: 2 })
  const [held] = await db
    .select()
    .from(domains)
    .where(eq(domains.name, names[0] as string))
  const [bundle] = await db
    .select()
    .from(bundles)
    .where(eq(bundles.id, held?.bundleId ?? ''))
  const orderId = bundle?.orderId ?? ''
  const rows = await db
    .select()
    .from(bundles)
    .where(eq(bundles.orderId, orderId))
    .orderBy(asc(bundles.orderIndex))
  const groups = await Promise.all(
    rows.map(async ({ id }) => {
      const own = await db.select().from(domains).where(eq(domains.bundleId, id)).orderBy(domains.slot)
      for (const { name } of own) await reconcileUntilDone(name)
      return { groupId: id, names: own.map(({ name }) => name) }
    }),
  )
  const [first, second] = groups as [(typeof groups)[0], (typeof groups)[0]]
  const details = async (groupId: string) => (await person.get(`/api/orders/groups/${groupId}`)).body
  return { person, orderId, first, second, details }
}
type Group = Awaited<ReturnType<typeof pairOfGroups>>['first']

const redirects = async (name: string) =>
  (await vendors.zones.records(name)).flatMap(({ type, content }) => (type === 'URL' ? [content] : []))

/** Cancels a group and brings it back with another address, company name and people. */
async function bringBack(person: Awaited<ReturnType<typeof pairOfGroups>>['person'], group: Group) {
  await person.post('/api/orders/cancel', { groupId: group.groupId, reason: 'pricing' })
  for (const name of group.names) await reconcileUntilDone(name)
  const asked = await person.post('/api/orders/reinstate', reinstatementOf(group.names, group.groupId))
  expect(asked.status).toBe(200)
  expect((await payReinstatement(world, person, asked)).body).toMatchObject({ status: 'paid' })
  for (const name of group.names) await reconcileUntilDone(name)
}

test('bringing one group of an order back with other settings leaves the one that runs as it was', async () => {
  const { person, orderId, first, second, details } = await pairOfGroups()
  const before = await details(first.groupId)
  await bringBack(person, second)

  // In the order's details, at the database, and at the DNS host.
  expect(await details(first.groupId)).toMatchObject({
    forwardingDomain: before.forwardingDomain,
    companyName: before.companyName,
    profilePictureLink: before.profilePictureLink,
  })
  expect(before).toMatchObject({ forwardingDomain: welcome, companyName: 'Acme 42' })
  for (const name of first.names) {
    expect((await domainRow(name))?.forwardingUrl).toBe(welcome)
    expect(await redirects(name)).toEqual([welcome, welcome])
    await agree(name)
  }
  expect(await details(second.groupId)).toMatchObject({
    forwardingDomain: 'https://example.com/back',
    companyName: 'Acme Again',
  })
  for (const name of second.names) {
    expect(await redirects(name)).toEqual(['https://example.com/back', 'https://example.com/back'])
    await agree(name)
  }
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  expect(order).toMatchObject({ companyName: 'Acme 42', forwardingUrl: welcome })

  // The list keeps the order where it was, and says of the others that they lead elsewhere.
  const { body } = await person.get('/api/orders')
  const listed = body.orders[0]
  expect(listed.forwardingDomain).toBe(welcome)
  for (const { domain, currentForwardingDomain } of listed.domains)
    expect(currentForwardingDomain).toBe(
      second.names.includes(domain) ? 'https://example.com/back' : undefined,
    )
})

test('once all of its domains lead to one address again, an order is listed under it', async () => {
  const { person, first, second } = await pairOfGroups()
  await person.post('/api/orders/cancel', { groupId: first.groupId, reason: 'pricing' })
  await bringBack(person, second)
  expect((await person.get('/api/orders')).body.orders[0].forwardingDomain).toBe('https://example.com/back')
})

test('a group is offered back with its own company name and picture, not with those of another of its order', async () => {
  const { person, first, second } = await pairOfGroups()
  await db
    .update(bundles)
    .set({ profilePictureLink: 'https://drive.google.com/own' })
    .where(eq(bundles.id, second.groupId))
  await person.patch(`/api/orders/groups/${second.groupId}`, {
    companyName: 'Second Inc',
    basedOn: await detailsBasisOf(person, second.groupId),
  })
  for (const { groupId } of [first, second])
    await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  const { body } = await person.post('/api/orders/reinstate-prefill', {
    domains: [first.names[0], second.names[0]],
  })
  expect(body.ordersByDomain[first.names[0] as string][0]).toMatchObject({
    organizationName: 'Acme 42',
    profilePictureLink: '',
  })
  expect(body.ordersByDomain[second.names[0] as string][0]).toMatchObject({
    organizationName: 'Second Inc',
    profilePictureLink: 'https://drive.google.com/own',
  })
  const mails = await db.select().from(outbox).where(eq(outbox.recipient, person.email))
  const subjects = mails.map(({ subject }) => subject)
  expect(subjects).toContain('Your order for Second Inc is cancelled')
  expect(subjects).toContain('Your order for Acme 42 is cancelled')
})

test('correcting the company name of one group leaves the others of its order alone', async () => {
  const { person, first, second, details } = await pairOfGroups()
  await person.patch(`/api/orders/groups/${first.groupId}`, {
    companyName: 'First Inc',
    basedOn: await detailsBasisOf(person, first.groupId),
  })
  expect((await details(first.groupId)).companyName).toBe('First Inc')
  expect((await details(second.groupId)).companyName).toBe('Acme 42')
})

test('a group has the picture it was brought back with, and the others of its order the one they were ordered with', async () => {
  const { orderId, first, second } = await pairOfGroups()
  await db
    .update(orders)
    .set({ profilePictureLink: 'https://drive.google.com/ordered' })
    .where(eq(orders.id, orderId))
  await db.update(bundles).set({ profilePictureLink: '' }).where(eq(bundles.id, second.groupId))
  const pictureOf = async ({ names }: Group) =>
    (await readDesired(db, names[0] as string)).holding?.profilePictureLink
  expect(await pictureOf(first)).toBe('https://drive.google.com/ordered')
  expect(await pictureOf(second)).toBeNull()
})
