import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainNames, domains, orders, outbox } from '#base/db/schema/index.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { ownNames } from '#tests/server/own-names.ts'
import { checkoutFor, completeDraft, freshName, press, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const { paidOrder, domainRow, reconcileUntilDone, agree } = manageOrders(world, {
  beside: 'customer and order',
})
type Person = ManagedOrder['person']

const claim = (person: Person, domain: string) => person.post('/api/domains/claim', { domain })
/** The owner publishes the record that this customer was shown. */
async function publish(person: Person, domain: string): Promise<void> {
  const { body } = await person.post('/api/domains/ownership-record', { domain })
  expect(body).toMatchObject({ type: 'TXT', name: `_inboxyard-verify.${domain}` })
  publishRecords(sandbox, domain, [{ name: '_inboxyard-verify', type: 'TXT', content: body.value }])
}
const mailsTo = (recipient: string, key: string) =>
  db.$count(outbox, and(eq(outbox.recipient, recipient), eq(outbox.dedupeKey, key)))
const { point } = ownNames(world)
const pointHere = (name: string) => point(name, deps.config.nameServers)
/** A paid order of own domains that nobody has pointed here. */
async function waitingOrder() {
  const order = await paidOrder({ domainOption: 'own' }, false)
  const [name = ''] = order.names
  publishRecords(sandbox, name, [])
  await world.reconcile(name)
  expect(await domainRow(name)).toMatchObject({ want: 'run', status: 'pending' })
  return { ...order, name }
}

test('an owner takes their name out of an order that was never pointed here; the order is told and chooses again', {
  tags: ['fault-53'],
}, async () => {
  const { person: holder, groupId, name } = await waitingOrder()
  const [owner, other] = [await customer(), await customer()]
  const held = await owner.post('/api/domains', { domain: name })
  expect(held.body).toMatchObject({ success: false, domainAlreadyExists: true })
  expect((await claim(owner, name)).body).toEqual({ state: 'not_seen' })
  // A record that another customer was shown proves nothing for this one.
  await publish(other, name)
  expect((await claim(owner, name)).body).toEqual({ state: 'not_seen' })

  await publish(owner, name)
  expect((await claim(owner, name)).body).toEqual({ state: 'freeing' })
  const taken = await domainRow(name)
  for (let round = 0; round < 20 && (await domainRow(name)); round++) await world.reconcile(name)
  expect((await claim(owner, name)).body).toEqual({ state: 'yours' })
  expect((await owner.post('/api/domains', { domain: name })).body.success).toBe(true)

  const lost = (await holder.get(`/api/orders/groups/${groupId}`)).body
  const shown = lost.domains.find(({ domain }: { domain: string }) => domain === name)
  expect(shown).toMatchObject({ status: 'error', anotherDomain: 'priced' })
  expect(shown.note).toContain('belongs to someone else')
  expect(lost.activity[0].sentence).toBe(`Took ${name} out: someone else has shown that it is theirs`)
  expect(await mailsTo(holder.email, `taken:${taken?.id}`)).toBe(1)
  expect(await db.$count(outbox, eq(outbox.dedupeKey, `alert:taken:${taken?.id}`))).toBe(1)

  const newName = freshName('dev')
  const chosen = await holder.post('/api/domains/replace', [
    { originalDomain: name, newDomain: newName, isUserAdded: true },
  ])
  expect(chosen.body).toMatchObject({ success: true, requiresPayment: false })
  expect(await domainRow(newName)).toMatchObject({ want: 'run' })
  const [old] = await db
    .select()
    .from(domains)
    .where(eq(domains.id, taken?.id ?? ''))
  expect(old).toMatchObject({ status: 'cancelled', want: 'retire' })
})

test('a name that was taken is set up for its owner as if it had never been anywhere else', async () => {
  const { person: holder, name } = await waitingOrder()
  const owner = await customer()
  await publish(owner, name)
  await claim(owner, name)
  for (let round = 0; round < 20 && (await domainRow(name)); round++) await world.reconcile(name)
  const draft = completeDraft({ domainOption: 'own', plan: 'google' })
  const google = [name, ...draft.domains.own.google.slice(1)]
  const bought = { ...draft, domains: { ...draft.domains, own: { azure: [], google } } }
  const { body } = await owner.post(
    '/api/payments/create-checkout-session',
    checkoutFor(owner, bought, await takeOrder(owner, bought)),
  )
  await press(world, body.url, 'pay')
  await owner.get(`/api/payments/confirmation?session_id=${sessionOf(body.url)}`)
  await pointHere(name)
  await reconcileUntilDone(name)
  expect(await domainRow(name)).toMatchObject({ customerId: owner.id, status: 'done', platform: 'google' })
  await agree(name)
  expect((await claim(holder, name)).body).toEqual({ state: 'impossible' })
})

test('a name that is delegated here, or was registered by us, is nobody’s to take', {
  tags: ['fault-53'],
}, async () => {
  const { name } = await waitingOrder()
  const owner = await customer()
  await publish(owner, name)
  await pointHere(name)
  await reconcileUntilDone(name)
  expect((await claim(owner, name)).body).toEqual({ state: 'impossible' })
  const bought = await paidOrder({}, false)
  const [first = ''] = bought.names
  await reconcileUntilDone(first)
  expect((await claim(owner, first)).body).toEqual({ state: 'impossible' })
  expect((await claim(bought.person, first)).body).toEqual({ state: 'own_order' })
  // The registrar decides, whatever we have noted.
  await point(first, ['ns1.other-host.net', 'ns2.other-host.net'])
  await publish(owner, first)
  await db.update(domainNames).set({ registration: 'none' }).where(eq(domainNames.name, first))
  expect((await claim(owner, first)).body).toEqual({ state: 'impossible' })
  sandbox.faults.add({ kind: '503', vendor: 'dnsimple', times: 100 })
  expect((await claim(owner, first)).body).toEqual({ state: 'unknown' })
  sandbox.faults.clear()
  expect((await claim(owner, freshName())).body).toEqual({ state: 'yours' })
})

test('an unpaid order ends when the owner of one of its names shows up, and its payment page is closed', {
  tags: ['fault-53'],
}, async () => {
  const holder = await customer()
  const draft = completeDraft({ domainOption: 'own' })
  const [name = ''] = draft.domains.own.azure
  const taken = await takeOrder(holder, draft)
  const { body } = await holder.post(
    '/api/payments/create-checkout-session',
    checkoutFor(holder, draft, taken),
  )
  const owner = await customer()
  await publish(owner, name)
  expect((await claim(owner, name)).body).toEqual({ state: 'yours' })
  expect((await deps.vendors.payments.readCheckout(sessionOf(body.url))).status).toBe('expired')
  const orderId = taken.body.orderIds[0] as string
  expect((await db.select().from(orders).where(eq(orders.id, orderId)))[0]?.status).toBe('expired')
  expect(await mailsTo(holder.email, `taken-unpaid:${orderId}`)).toBe(1)
  expect((await owner.post('/api/domains', { domain: name })).body.success).toBe(true)
})

test('looking for the record is limited', async () => {
  const { name } = await waitingOrder()
  const person = await customer()
  const answers = await Promise.all(Array.from({ length: 14 }, () => claim(person, name)))
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})
