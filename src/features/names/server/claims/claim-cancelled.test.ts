import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mailboxes, outbox } from '#base/db/schema/index.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { ownNames } from '#tests/server/own-names.ts'
import { checkoutFor, completeDraft, takeOrder } from '#tests/server/place-order.ts'
import { payReinstatement, reinstateCheckoutOf, reinstatementOf } from '#tests/server/reinstatement.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const { paidOrder, domainRow, reconcileUntilDone } = manageOrders(world, { beside: 'customer and order' })
type Person = ManagedOrder['person']

const claim = async (person: Person, domain: string) =>
  (await person.post('/api/domains/claim', { domain })).body.state as string
async function showOwner(person: Person, name: string): Promise<Person> {
  const { body } = await person.post('/api/domains/ownership-record', { domain: name })
  publishRecords(sandbox, name, [{ name: '_inboxyard-verify', type: 'TXT', content: body.value }])
  return person
}
const ownerOf = async (name: string) => showOwner(await customer(), name)
const { point } = ownNames(world)
const elsewhere = ['ns1.other-host.net', 'ns2.other-host.net']
const mailsTo = (recipient: string, key: string) =>
  db.$count(outbox, and(eq(outbox.recipient, recipient), eq(outbox.dedupeKey, key)))
/** An order of own domains that was cancelled, delivered before that or never pointed here. */
async function cancelled(deliver: boolean) {
  const order = await paidOrder({ domainOption: 'own' }, false)
  for (const name of order.names) {
    publishRecords(sandbox, name, [])
    await world.reconcile(name)
    if (!deliver) continue
    await point(name, deps.config.nameServers)
    await reconcileUntilDone(name)
  }
  await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
  for (const name of order.names) await reconcileUntilDone(name)
  const [name = '', other = ''] = order.names
  return { ...order, name, other }
}
const free = async (name: string) => {
  for (let round = 0; round < 20 && (await domainRow(name)); round++) await world.reconcile(name)
}
const ask = (person: Person, groupId: string, names: readonly string[]) =>
  person.post('/api/orders/reinstate', reinstatementOf(names, groupId))

test('a delivered name of a cancelled order is its owner’s once it points elsewhere: taken down, and never back', async () => {
  const { person: former, groupId, names, name, other } = await cancelled(true)
  const owner = await ownerOf(name)
  // As long as it points here, no record of theirs is served.
  expect(await claim(owner, name)).toBe('not_seen')
  await point(name, elsewhere)
  const held = await domainRow(name)
  expect(await claim(owner, name)).toBe('freeing')
  await free(name)
  expect(await claim(owner, name)).toBe('yours')
  const left = await db
    .select({ state: mailboxes.hostState })
    .from(mailboxes)
    .where(eq(mailboxes.domainId, held?.id ?? ''))
  expect(new Set(left.map(({ state }) => state))).toEqual(new Set(['purged']))
  expect(await mailsTo(former.email, `taken:${held?.id}`)).toBe(1)

  expect(await ask(former, groupId, names)).toMatchObject({
    status: 409,
    body: {
      message: `${name} belongs to someone else, who has shown it by a DNS record. Please reinstate the other domains of the order without it.`,
    },
  })
  const list = (await former.get('/api/orders')).body.orders[0].domains
  expect(list.find(({ domain }: { domain: string }) => domain === name)).toMatchObject({ taken: true })
  const back = await payReinstatement(world, former, await ask(former, groupId, [other]))
  expect(back.body).toMatchObject({ status: 'paid' })
  expect(await domainRow(other)).toMatchObject({ want: 'run' })
  const group = (await former.get(`/api/orders/groups/${groupId}`)).body
  expect(group.domains.find(({ domain }: { domain: string }) => domain === name)).toMatchObject({
    anotherDomain: 'priced',
    note: `${name} belongs to someone else, who has shown it by a DNS record. It does not come back with this order.`,
  })
})

test('a reinstatement that is being paid gives way to the owner of one of its names', async () => {
  const { person: former, groupId, names, name } = await cancelled(false)
  const asked = await ask(former, groupId, names)
  const page = await former.post('/api/payments/create-checkout-session', reinstateCheckoutOf(former, asked))
  const owner = await ownerOf(name)
  expect(await claim(owner, name)).toBe('freeing')
  expect((await deps.vendors.payments.readCheckout(sessionOf(page.body.url))).status).toBe('expired')
  await free(name)
  expect(await claim(owner, name)).toBe('yours')
})

test('a name that was given free is not kept from its owner by asking for it back', async () => {
  const { person: former, groupId, names, name } = await cancelled(false)
  await db.execute(sql`update domains set retire_at = now() where bundle_id = ${groupId}`)
  for (const each of names) await free(each)
  const asked = await ask(former, groupId, names)
  expect(asked.status).toBe(200)
  const owner = await customer()
  expect(await claim(owner, name)).toBe('yours')
  const draft = completeDraft({ domainOption: 'own' })
  const wanted = {
    ...draft,
    domains: { ...draft.domains, own: { azure: [name, draft.domains.own.azure[1] ?? ''], google: [] } },
  }
  const page = await owner.post(
    '/api/payments/create-checkout-session',
    checkoutFor(owner, wanted, await takeOrder(owner, wanted)),
  )
  expect(page.status).toBe(200)
  const late = await former.post('/api/payments/create-checkout-session', reinstateCheckoutOf(former, asked))
  expect(late).toMatchObject({ status: 409, body: { details: { domains: [name] } } })
})

test('what an owner has shown while no order held the name keeps a former holder from having it back', async () => {
  const { person: former, groupId, names, name, other } = await cancelled(false)
  const held = await domainRow(name)
  await db.execute(sql`update domains set retire_at = now() where bundle_id = ${groupId}`)
  for (const each of names) await free(each)
  const owner = await ownerOf(name)
  expect(await claim(owner, name)).toBe('yours')
  expect(await mailsTo(former.email, `taken:${held?.id}`)).toBe(1)
  expect((await ask(former, groupId, names)).status).toBe(409)
  expect((await ask(former, groupId, [other])).status).toBe(200)
})

test('an owner who shows a name that no order holds keeps it in the cancelled order that they had it in', async () => {
  const { person: owner, groupId, names, name } = await cancelled(false)
  const held = await domainRow(name)
  await db.execute(sql`update domains set retire_at = now() where bundle_id = ${groupId}`)
  for (const each of names) await free(each)
  await showOwner(owner, name)
  expect(await claim(owner, name)).toBe('yours')
  expect(await mailsTo(owner.email, `taken:${held?.id}`)).toBe(0)
  expect((await ask(owner, groupId, names)).status).toBe(200)
})
