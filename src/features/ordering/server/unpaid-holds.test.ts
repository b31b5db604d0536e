import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkouts, domains, orders } from '#base/db/schema/index.ts'
import { unpaidMessages } from '#features/orders/rules/unpaid.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { heldNamesMax, unpaidOrdersMax } from '#features/plans/rules/catalog.ts'
import { manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { checkoutFor, completeDraft, freshName, press, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer and order' })
type Person = Awaited<ReturnType<typeof customer>>
type Draft = ReturnType<typeof completeDraft>

const statusOf = async (orderId: string) =>
  (await db.select().from(orders).where(eq(orders.id, orderId)))[0]?.status
/** As if the order had been taken so long ago. */
const age = (orderId: string, minutes: number) =>
  db.execute(
    sql`update orders set created_at = created_at - make_interval(mins => ${minutes}) where id = ${orderId}`,
  )
const take = async (person: Person, draft: Draft) => {
  const taken = await takeOrder(person, draft)
  expect(taken.status, JSON.stringify(taken.body)).toBe(200)
  return { taken, orderId: taken.body.orderIds[0] as string }
}
const openPage = (person: Person, draft: Draft, taken: Awaited<ReturnType<typeof take>>['taken']) =>
  person.post('/api/payments/create-checkout-session', checkoutFor(person, draft, taken))
const ownNames = (draft: Draft) => draft.domains.own.azure

test('an order whose payment page is never opened gives its names free after 30 minutes, not before', {
  tags: ['fault-51'],
}, async () => {
  const person = await customer()
  const draft = completeDraft()
  const { orderId } = await take(person, draft)
  await age(orderId, 29)
  await sweepPayments(deps)
  expect(await statusOf(orderId)).toBe('awaiting_payment')
  await age(orderId, 2)
  await sweepPayments(deps)
  expect(await statusOf(orderId)).toBe('expired')
  expect((await takeOrder(await customer(), draft)).status).toBe(200)
})

test('an order that is looked at again after it expired is taken again from its draft', async () => {
  const person = await customer()
  const draft = completeDraft()
  const { orderId } = await take(person, draft)
  await age(orderId, 31)
  await sweepPayments(deps)
  const again = await take(person, draft)
  expect(again.orderId).not.toBe(orderId)
  expect((await openPage(person, draft, again.taken)).status).toBe(200)
})

test('an order with a payment page is held as long as the page, and freed once Stripe says that it is over', {
  tags: ['fault-51'],
}, async () => {
  const person = await customer()
  const draft = completeDraft()
  const { taken, orderId } = await take(person, draft)
  const { body } = await openPage(person, draft, taken)
  await age(orderId, 119)
  await db.update(checkouts).set({ syncedAt: null }).where(eq(checkouts.orderId, orderId))
  await sweepPayments(deps)
  expect(await statusOf(orderId)).toBe('awaiting_payment')
  await deps.vendors.payments.expireCheckout(sessionOf(body.url))
  await db.update(checkouts).set({ syncedAt: null }).where(eq(checkouts.orderId, orderId))
  await sweepPayments(deps)
  expect(await statusOf(orderId)).toBe('expired')
})

test('while a second payment page of an order is open, the end of the first frees nothing', {
  tags: ['fault-51'],
}, async () => {
  const person = await customer()
  const draft = completeDraft()
  const { taken, orderId } = await take(person, draft)
  const first = await openPage(person, draft, taken)
  const quoted = await person.post(
    '/api/payments/create-checkout-session',
    checkoutFor(person, draft, taken, { promotionCode: 'LAUNCH60' }),
  )
  const second = await person.post(
    '/api/payments/create-checkout-session',
    checkoutFor(person, draft, taken, { promotionCode: 'LAUNCH60', quote: quoted.body.details }),
  )
  expect(second.body.url).not.toBe(first.body.url)
  const confirmation = ({ url }: { url: string }) =>
    person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)
  await deps.vendors.payments.expireCheckout(sessionOf(first.body.url))
  expect((await confirmation(first.body)).body.status).toBe('expired')
  expect(await statusOf(orderId)).toBe('awaiting_payment')
  await press(world, second.body.url, 'pay')
  expect((await confirmation(second.body)).body.status).toBe('paid')
  expect(await statusOf(orderId)).toBe('active')
})

test('a customer has at most 20 unpaid orders, however many are sent at once', {
  tags: ['fault-51'],
}, async () => {
  const person = await customer()
  const answers = await Promise.all(
    Array.from({ length: unpaidOrdersMax + 5 }, () => takeOrder(person, completeDraft())),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(unpaidOrdersMax)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused.map(({ body }) => body.message)).toEqual(Array(5).fill(unpaidMessages.tooManyOrders))
  expect((await takeOrder(await customer(), completeDraft())).status).toBe(200)
})

test('a customer has at most 200 names in what is not paid, however many are sent at once', {
  tags: ['fault-51'],
}, async () => {
  const person = await customer()
  const draft = () => completeDraft({ plan: 'premium', orderCount: 10 })
  const perOrder = 60
  const answers = await Promise.all(Array.from({ length: 6 }, () => takeOrder(person, draft())))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(Math.floor(heldNamesMax / perOrder))
  const [refused] = answers.filter(({ status }) => status === 409)
  expect(refused?.body.message).toBe(unpaidMessages.tooManyNames)
  expect(await db.$count(domains, eq(domains.customerId, person.id))).toBeLessThanOrEqual(heldNamesMax)
})

test('an own domain may stand in two unpaid orders; the first payment page holds it', async () => {
  const [one, two] = [await customer(), await customer()]
  const draft = completeDraft({ domainOption: 'own' })
  const first = await take(one, draft)
  const second = await take(two, { ...draft, companyName: 'Another 7' })
  const exists = async () =>
    (await one.get(`/api/orders/validate-domain?domain=${ownNames(draft)[0]}`)).body.exists
  expect(await exists()).toBe(false)

  const page = await openPage(two, { ...draft, companyName: 'Another 7' }, second.taken)
  expect(page.status).toBe(200)
  expect(await exists()).toBe(true)
  const late = await openPage(one, draft, first.taken)
  expect(late).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(late.body.details.domains.sort()).toEqual([...ownNames(draft)].sort())

  await deps.vendors.payments.expireCheckout(sessionOf(page.body.url))
  await two.get(`/api/payments/confirmation?session_id=${sessionOf(page.body.url)}`)
  expect(await exists()).toBe(false)
  const paid = await openPage(one, draft, first.taken)
  await press(world, paid.body.url, 'pay')
  await one.get(`/api/payments/confirmation?session_id=${sessionOf(paid.body.url)}`)
  const held = await db
    .select()
    .from(domains)
    .where(inArray(domains.name, [...ownNames(draft)]))
  expect(held.filter(({ want, releasedAt }) => want === 'run' && releasedAt === null)).toHaveLength(2)
})

test('a replacement whose payment page could not be opened gives its name free after 30 minutes', {
  tags: ['fault-51'],
}, async () => {
  const { person, names } = await paidOrder()
  const newName = freshName()
  sandbox.faults.add({ kind: 'drop', vendor: 'stripe', times: 1_000 })
  await db.execute(sql`update customers set stripe_customer_id = null where id = ${person.id}`)
  const answer = await person.post('/api/domains/replace', [
    { originalDomain: names[0], newDomain: newName, isUserAdded: false },
  ])
  sandbox.faults.clear()
  expect(answer.status).toBeGreaterThanOrEqual(500)
  const held = async () => (await person.get(`/api/orders/validate-domain?domain=${newName}`)).body.exists
  expect(await held()).toBe(true)
  await db.execute(
    sql`update domains set created_at = created_at - interval '31 minutes' where name = ${newName}`,
  )
  await sweepPayments(deps)
  expect(await held()).toBe(false)
})
