import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkouts, domains } from '#base/db/schema/index.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { paymentPages } from '#tests/server/payment-pages.ts'
import { checkoutFor, completeDraft, freshName, takeOrder } from '#tests/server/place-order.ts'
import { reinstateCheckoutOf, reinstatementOfGroups } from '#tests/server/reinstatement.ts'
import type { TestAnswer } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const pages = paymentPages(world)
type Person = ManagedOrder['person']

const urlOf = ({ status, body }: TestAnswer): string => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body.url ?? body.checkoutUrl
}
const pageOf = async (url: string) =>
  (
    await db
      .select()
      .from(checkouts)
      .where(eq(checkouts.sessionId, sessionOf(url)))
  )[0]?.id as string
const droppedOf = async (person: Person) => (await person.get('/api/orders')).body.dropped
const dismiss = (person: Person, checkoutId: string) =>
  person.post('/api/payments/dismiss-dropped', { checkoutId })

/** Three delivered domains, whose replacements wait to be paid for on one page. */
async function replacing() {
  const { person, draft } = await paidOrder({ orderCount: 2 }, false)
  const names = draft.domains.purchase.azure
  await db
    .update(domains)
    .set({ status: 'done', deliveredAt: new Date() })
    .where(eq(domains.customerId, person.id))
  const chosen = names.slice(0, 3).map((originalDomain) => ({ originalDomain, newDomain: freshName() }))
  const replace = (some: typeof chosen, ends = '') =>
    person.post(
      `/api/domains/replace${ends}`,
      some.map((each) => ({ ...each, isUserAdded: false })),
    )
  const url = urlOf(await replace(chosen))
  return { person, names, chosen, replace, url, checkoutId: await pageOf(url) }
}

test('a payment page for some of the same domains asks before it ends one for more, and does so once', {
  tags: ['fault-74'],
}, async () => {
  const { person, chosen, replace, url, checkoutId } = await replacing()
  const [first, ...others] = chosen
  const smaller = [{ originalDomain: first?.originalDomain as string, newDomain: freshName() }]
  const asked = await replace(smaller)
  const payments = [
    {
      checkoutId,
      kind: 'replace',
      cents: 46_50,
      names: chosen.map(({ newDomain }) => newDomain).sort(),
      domains: 3,
    },
  ]
  expect(asked).toMatchObject({ status: 409, body: { code: 'ends_payment', details: { payments } } })
  expect(await pages.isOpen(url)).toBe(true)
  expect(await droppedOf(person)).toBeUndefined()

  const pressed = await Promise.all([
    replace(smaller, `?ends=${checkoutId}`),
    replace(smaller, `?ends=${checkoutId}`),
  ])
  const opened = pressed.filter(({ status }) => status === 200).map(urlOf)
  expect(new Set(opened).size, JSON.stringify(pressed.map(({ body }) => body))).toBe(1)
  expect(urlOf(await replace(smaller))).toBe(opened[0])
  expect([await pages.isOpen(url), await pages.isOpen(opened[0] as string)]).toEqual([false, true])

  const dropped = await droppedOf(person)
  expect(dropped).toMatchObject([
    {
      checkoutId,
      kind: 'replace',
      cents: 46_50,
      names: others.map(({ originalDomain }) => originalDomain).sort(),
      domains: 2,
      orderId: expect.any(String),
    },
  ])
  expect(dropped[0].replacements).toHaveLength(2)
  expect(dropped[0].replacements).toEqual(expect.arrayContaining(others))
})

test('what was dropped is told until it is dismissed by its customer, or ordered again', async () => {
  const { person, chosen, replace, checkoutId } = await replacing()
  const [first, second, third] = chosen
  if (!first || !second || !third) throw new Error('three were chosen')
  urlOf(await replace([first], `?ends=${checkoutId}`))
  expect((await droppedOf(person))[0].domains).toBe(2)
  urlOf(await replace([second]))
  expect((await droppedOf(person))[0].names).toEqual([third.originalDomain])

  const stranger = await customer()
  expect((await dismiss(stranger, checkoutId)).status).toBe(404)
  expect(await droppedOf(person)).toHaveLength(1)
  expect((await dismiss(person, checkoutId)).status).toBe(200)
  expect((await dismiss(person, checkoutId)).status).toBe(200)
  expect(await droppedOf(person)).toBeUndefined()
})

test('the same domains by other names, or with more beside them, are not asked about', async () => {
  const { person, chosen, replace, url, names } = await replacing()
  const renamed = names.map((originalDomain) => ({ originalDomain, newDomain: freshName() }))
  expect(renamed.length).toBeGreaterThan(chosen.length)
  const again = urlOf(await replace(renamed))
  expect([await pages.isOpen(url), await pages.isOpen(again)]).toEqual([false, true])
  expect(await droppedOf(person)).toBeUndefined()
})

test('a reinstatement of one order asks before it ends the page of two', async () => {
  const person = await customer()
  const draft = completeDraft({ orderCount: 2 })
  const taken = await takeOrder(person, draft)
  const opened = await person.post('/api/payments/create-checkout-session', checkoutFor(person, draft, taken))
  await pages.pay(person, urlOf(opened))
  const groups = taken.body.data.domainGroups as { groupId: string; domains: string[] }[]
  for (const { groupId } of groups)
    expect((await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })).status).toBe(200)
  await pages.work()
  const askBack = async (some: typeof groups, ends = '') => {
    const asked = await person.post('/api/orders/reinstate', reinstatementOfGroups(some))
    expect(asked.status, JSON.stringify(asked.body)).toBe(200)
    return person.post(`/api/payments/create-checkout-session${ends}`, reinstateCheckoutOf(person, asked))
  }
  const both = urlOf(await askBack(groups))
  const checkoutId = await pageOf(both)
  const one = groups.slice(0, 1)
  expect(await askBack(one)).toMatchObject({
    status: 409,
    body: { code: 'ends_payment', details: { payments: [{ checkoutId, kind: 'reinstate' }] } },
  })
  expect(await pages.isOpen(both)).toBe(true)
  const alone = urlOf(await askBack(one, `?ends=${checkoutId}`))
  expect([await pages.isOpen(both), await pages.isOpen(alone)]).toEqual([false, true])
  expect(await droppedOf(person)).toMatchObject([
    { checkoutId, kind: 'reinstate', names: groups[1]?.domains, orderId: taken.body.orderIds[0] },
  ])
})

test('an order with some names of one that is being paid asks before it ends that', async () => {
  const person = await customer()
  const larger = completeDraft({ orderCount: 2 })
  const taken = await takeOrder(person, larger)
  const url = urlOf(
    await person.post('/api/payments/create-checkout-session', checkoutFor(person, larger, taken)),
  )
  const checkoutId = await pageOf(url)
  const names = larger.domains.purchase.azure
  const smaller = completeDraft()
  smaller.domains.purchase.azure = names.slice(0, smaller.domains.purchase.azure.length)
  const asked = await takeOrder(person, smaller)
  expect(asked).toMatchObject({
    status: 409,
    body: {
      code: 'ends_payment',
      details: { payments: [{ checkoutId, kind: 'order', domains: names.length }] },
    },
  })
  expect(await pages.isOpen(url)).toBe(true)
  const again = await takeOrder(person, smaller, {}, `?ends=${checkoutId}`)
  expect(again.status, JSON.stringify(again.body)).toBe(200)
  expect(await pages.isOpen(url)).toBe(false)
  const [dropped] = await droppedOf(person)
  expect(dropped).toMatchObject({ checkoutId, kind: 'order', orderId: null })
  expect(dropped.names).toEqual(names.slice(smaller.domains.purchase.azure.length).sort())
})
