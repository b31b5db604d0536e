import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domains, orders, outbox, refunds } from '#base/db/schema/index.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { checkoutFor, completeDraft, freshName, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const { paidOrder, domainRow, reconcileUntilDone } = manageOrders(world)
type Person = ManagedOrder['person']

const claim = async (person: Person, domain: string) =>
  (await person.post('/api/domains/claim', { domain })).body.state as string
/** Someone registers the name elsewhere, and publishes the record that they were shown. */
async function ownerOf(name: string): Promise<Person> {
  const person = await customer()
  const { body } = await person.post('/api/domains/ownership-record', { domain: name })
  publishRecords(sandbox, name, [{ name: '_inboxyard-verify', type: 'TXT', content: body.value }])
  return person
}
const mailsTo = (recipient: string, key: string) =>
  db.$count(outbox, and(eq(outbox.recipient, recipient), eq(outbox.dedupeKey, key)))
const owedFor = (domainId: string) => db.select().from(refunds).where(eq(refunds.domainId, domainId))

test('an unpaid order to buy a name ends when its registrant shows up', async () => {
  const holder = await customer()
  const draft = completeDraft()
  const [name = ''] = draft.domains.purchase.azure
  const taken = await takeOrder(holder, draft)
  const page = await holder.post('/api/payments/create-checkout-session', checkoutFor(holder, draft, taken))
  const owner = await ownerOf(name)
  expect(await claim(owner, name)).toBe('yours')
  const orderId = taken.body.orderIds[0] as string
  expect((await db.select().from(orders).where(eq(orders.id, orderId)))[0]?.status).toBe('expired')
  expect((await deps.vendors.payments.readCheckout(sessionOf(page.body.url))).status).toBe('expired')
  expect(await mailsTo(holder.email, `taken-unpaid:${orderId}`)).toBe(1)
  expect((await owner.post('/api/domains', { domain: name })).body.success).toBe(true)
})

test('a paid name that could not be registered is taken by its owner; its fee is owed back once, and another is paid for', async () => {
  const { person: holder, groupId, names } = await paidOrder({}, false)
  const [name = ''] = names
  const owner = await ownerOf(name)
  await world.reconcile(name)
  expect(await domainRow(name)).toMatchObject({ want: 'run', status: 'error' })
  const held = await domainRow(name)
  expect(await claim(owner, name)).toBe('freeing')
  const fee = [expect.objectContaining({ domainId: held?.id, cents: 15_50, reason: 'not registered' })]
  expect(await owedFor(held?.id ?? '')).toEqual(fee)
  for (let round = 0; round < 20 && (await domainRow(name)); round++) await world.reconcile(name)
  expect(await claim(owner, name)).toBe('yours')
  expect(await owedFor(held?.id ?? '')).toEqual(fee)

  const { body } = await holder.get(`/api/orders/groups/${groupId}`)
  const shown = body.domains.find(({ domain }: { domain: string }) => domain === name)
  expect(shown).toMatchObject({ status: 'error', anotherDomain: 'priced' })
  expect(shown.note).toBe(
    `${name} is registered by someone else, who has shown it by a DNS record. What you paid for registering it is paid back, and the monthly price stays the same until you cancel. Please choose another domain.`,
  )
  expect(await mailsTo(holder.email, `taken:${held?.id}`)).toBe(1)
  const another = await holder.post('/api/domains/replace', [
    { originalDomain: name, newDomain: freshName(), isUserAdded: false },
  ])
  expect(another.body).toMatchObject({ success: true, requiresPayment: true })
})

test('an unpaid replacement by a name that is someone else’s ends when they show up', async () => {
  const { person: holder, names } = await paidOrder()
  const newName = freshName()
  const { body } = await holder.post('/api/domains/replace', [
    { originalDomain: names[0], newDomain: newName, isUserAdded: false },
  ])
  const held = await domainRow(newName)
  const owner = await ownerOf(newName)
  expect(await claim(owner, newName)).toBe('yours')
  expect(await domainRow(newName)).toBeUndefined()
  expect((await deps.vendors.payments.readCheckout(sessionOf(body.checkoutUrl))).status).toBe('expired')
  expect(await mailsTo(holder.email, `taken-unpaid:${held?.id}`)).toBe(1)
  expect(await domainRow(names[0] as string)).toMatchObject({ want: 'run', status: 'done' })
})

test('a name that could not be registered is free as soon as its order is cancelled; one that was is kept', async () => {
  const { person, groupId, names } = await paidOrder({}, false)
  const [failed = '', registered = ''] = names
  publishRecords(sandbox, failed, [])
  await world.reconcile(failed)
  expect(await domainRow(failed)).toMatchObject({ status: 'error' })
  await reconcileUntilDone(registered)
  await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  for (const name of names) await reconcileUntilDone(name)
  expect(await domainRow(failed)).toBeUndefined()
  expect(await domainRow(registered)).toMatchObject({ want: 'retire' })
  const [gone] = await db
    .select()
    .from(domains)
    .where(and(eq(domains.name, failed), eq(domains.customerId, person.id)))
  expect(await owedFor(gone?.id ?? '')).toHaveLength(1)
})
