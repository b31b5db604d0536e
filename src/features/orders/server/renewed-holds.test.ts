import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkouts } from '#base/db/schema/index.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { checkoutFor, completeDraft, freshName, takeOrder } from '#tests/server/place-order.ts'
import { reinstateCheckoutOf, reinstatementOf } from '#tests/server/reinstatement.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { unpaidMessages } from '../rules/unpaid.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps
const { paidOrder, reconcileUntilDone, domainRow } = manageOrders(world, { beside: 'customer and order' })

/** As if all of it had been done so long ago. */
async function age(customerId: string, minutes: number): Promise<void> {
  for (const table of ['orders', 'domains', 'checkouts'])
    await db.execute(
      sql`update ${sql.identifier(table)} set created_at = created_at - make_interval(mins => ${minutes}) where customer_id = ${customerId}`,
    )
}
const sentence = (name: string) => unpaidMessages.heldTooOften.replace('{d}', name)

test('a name to be bought is held three times a day for one customer without being paid for, then left to others', async () => {
  const person = await customer()
  const draft = completeDraft()
  for (let time = 0; time < 3; time++) {
    expect((await takeOrder(person, draft)).status).toBe(200)
    // Changing what is ordered with it is the same hold.
    expect((await takeOrder(person, { ...draft, companyName: 'Acme 43' })).status).toBe(200)
    await age(person.id, 31)
    await sweepPayments(deps)
  }
  const [name = '', other = ''] = draft.domains.purchase.azure
  const refused = await takeOrder(person, draft)
  expect(refused.status).toBe(409)
  expect([sentence(name), sentence(other)]).toContain(refused.body.message)
  expect((await takeOrder(await customer(), draft)).status).toBe(200)
})

test('a day later it may be held again', async () => {
  const person = await customer()
  const draft = completeDraft()
  for (let time = 0; time < 3; time++) {
    await takeOrder(person, draft)
    await age(person.id, 31)
    await sweepPayments(deps)
  }
  await age(person.id, 24 * 60)
  expect((await takeOrder(person, draft)).status).toBe(200)
})

test('payment pages of an own domain, and of a replacement, are counted the same', async () => {
  const person = await customer()
  const draft = completeDraft({ domainOption: 'own' })
  const page = async () =>
    person.post(
      '/api/payments/create-checkout-session',
      checkoutFor(person, draft, await takeOrder(person, draft)),
    )
  for (let time = 0; time < 3; time++) {
    const { status, body } = await page()
    expect(status).toBe(200)
    await deps.vendors.payments.expireCheckout(sessionOf(body.url))
    await person.get(`/api/payments/confirmation?session_id=${sessionOf(body.url)}`)
    await age(person.id, 121)
  }
  expect(await page()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('held for you 3 times') },
  })

  const order = await paidOrder({}, 'few mailboxes')
  const newName = freshName()
  const replace = () =>
    order.person.post('/api/domains/replace', [
      { originalDomain: order.names[0], newDomain: newName, isUserAdded: false },
    ])
  for (let time = 0; time < 3; time++) {
    const { status, body } = await replace()
    expect(status).toBe(200)
    await deps.vendors.payments.expireCheckout(sessionOf(body.checkoutUrl))
    await order.person.get(`/api/payments/confirmation?session_id=${sessionOf(body.checkoutUrl)}`)
    await age(order.person.id, 121)
  }
  expect(await replace()).toMatchObject({ status: 409, body: { message: sentence(newName) } })
})

test('parts of one domain count as one name, so nobody keeps its owner from the whole with ever new ones', async () => {
  const person = await customer()
  const draft = completeDraft({ domainOption: 'own' })
  const [whole = ''] = draft.domains.own.azure
  const page = async (part: string) => {
    const azure = [`${part}.${whole}`, freshName('dev')]
    const parts = { ...draft, domains: { ...draft.domains, own: { azure, google: [] } } }
    const taken = await takeOrder(person, parts)
    return person.post('/api/payments/create-checkout-session', checkoutFor(person, parts, taken))
  }
  for (const part of ['aa', 'bb', 'cc']) {
    const { status, body } = await page(part)
    expect(status).toBe(200)
    await deps.vendors.payments.expireCheckout(sessionOf(body.url))
    await person.get(`/api/payments/confirmation?session_id=${sessionOf(body.url)}`)
    await age(person.id, 121)
  }
  expect(await page('dd')).toMatchObject({
    status: 409,
    body: { message: sentence(`${whole} or a part of it`) },
  })
})

test('asking for a reinstatement holds nothing that is free; its page does, three times a day', async () => {
  const { person, groupId, names } = await paidOrder({ domainOption: 'own' }, false)
  const [name = ''] = names
  await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  await db.execute(sql`update domains set retire_at = now() where bundle_id = ${groupId}`)
  for (const each of names) await reconcileUntilDone(each)
  expect(await domainRow(name)).toBeUndefined()
  const ask = () => person.post('/api/orders/reinstate', reinstatementOf(names, groupId))
  const page = async () =>
    person.post('/api/payments/create-checkout-session', reinstateCheckoutOf(person, await ask()))
  for (let time = 0; time < 3; time++) {
    expect((await ask()).status).toBe(200)
    expect(await domainRow(name)).toBeUndefined()
    const { status, body } = await page()
    expect(status).toBe(200)
    expect(await domainRow(name)).toMatchObject({ want: 'retire' })
    await deps.vendors.payments.expireCheckout(sessionOf(body.url))
    await db.update(checkouts).set({ syncedAt: null }).where(eq(checkouts.customerId, person.id))
    await sweepPayments(deps)
    for (const each of names) await reconcileUntilDone(each)
    expect(await domainRow(name)).toBeUndefined()
    await age(person.id, 121)
  }
  expect(await page()).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('held for you 3 times') },
  })
  expect(await domainRow(name)).toBeUndefined()
})
