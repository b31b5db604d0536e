import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkouts, domains } from '#base/db/schema/index.ts'
import { cancelledCheckout } from '#features/ordering/rules/checkout-request.ts'
import { manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { checkoutFor, completeDraft, freshName, press, takeOrder } from '#tests/server/place-order.ts'
import { reinstateCheckoutOf, reinstatementAsShown } from '#tests/server/reinstatement.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { findSession } from './find-session.ts'

/** What happens while Stripe makes a payment page. */
let meanwhile: (() => Promise<unknown>) | undefined
const world = await createTestWorld({
  fetch: (sandbox) => async (url, init) => {
    if (init?.method === 'POST' && new URL(url).pathname.endsWith('/checkout/sessions')) {
      const happen = meanwhile
      meanwhile = undefined
      await happen?.()
    }
    return sandbox.fetch(url, init)
  },
})
const { deps, customer } = world
const { db } = deps
const { paidOrder, domainRow } = manageOrders(world, { beside: 'customer' })
type Managed = Awaited<ReturnType<typeof paidOrder>>

async function replacing({ person, names }: Managed, newName = freshName()) {
  const { body } = await person.post('/api/domains/replace', [
    { originalDomain: names[0], newDomain: newName, isUserAdded: false },
  ])
  const [row] = await db
    .select()
    .from(checkouts)
    .where(eq(checkouts.sessionId, sessionOf(body.checkoutUrl)))
  return { newName, url: body.checkoutUrl as string, checkoutId: row?.id as string, row }
}
const listOf = async ({ person }: Managed) => (await person.get('/api/orders')).body
const detailsOf = async ({ person, groupId }: Managed) =>
  (await person.get(`/api/orders/groups/${groupId}`)).body

test('a replacement that waits for its payment counts nowhere and is shown as what it is', async () => {
  const order = await paidOrder({}, 'few mailboxes')
  const [listBefore, detailsBefore] = [await listOf(order), await detailsOf(order)]
  const { newName, url, checkoutId } = await replacing(order)
  const list = await listOf(order)
  expect(list.summary).toEqual(listBefore.summary)
  expect(list.orders[0].domains).toEqual(listBefore.orders[0].domains)
  expect(list.orders[0].groups[0].unpaid).toEqual({
    checkoutId,
    kind: 'replace',
    domains: 1,
    cents: 15_50,
    url,
    until: expect.any(String),
  })
  const details = await detailsOf(order)
  expect(details.unpaid).toMatchObject({ checkoutId, kind: 'replace' })
  expect(details.domains).toEqual(detailsBefore.domains)
  expect(details.userConfiguration).toEqual(detailsBefore.userConfiguration)
  expect((await order.person.get('/api/domains')).body.domains).toHaveLength(order.names.length)
  expect(details.activity[0].sentence).toBe(
    `Chose ${newName} for the place of ${order.names[0]}, to be paid first`,
  )
})

test('a customer who turns back from the payment page has given the replacement up, and its name is free at once', {
  tags: ['fault-52'],
}, async () => {
  const order = await paidOrder({}, 'few mailboxes')
  const { newName, url, checkoutId, row } = await replacing(order)
  expect(JSON.stringify(row?.params)).toMatch(
    new RegExp(`/replacement-cancelled\\?checkout=${checkoutId}&order=ord_\\w+"`),
  )
  const etag = (await order.person.get('/api/orders')).headers.etag as string
  const discard = () => order.person.post('/api/payments/discard', { checkoutId })
  expect(await discard()).toMatchObject({ status: 200, body: { status: 'discarded' } })
  expect(await discard()).toMatchObject({ status: 200, body: { status: 'discarded' } })
  expect((await deps.vendors.payments.readCheckout(sessionOf(url))).status).toBe('expired')
  expect(await domainRow(newName)).toBeUndefined()
  expect((await order.person.get('/api/orders', { 'if-none-match': etag })).status).toBe(200)
  expect((await listOf(order)).orders[0].groups[0].unpaid).toBeUndefined()
  const { activity } = await detailsOf(order)
  const givenUp = activity.filter(
    ({ sentence }: { sentence: string }) => sentence === 'Gave up a replacement that was not paid',
  )
  expect(givenUp).toHaveLength(1)
  expect((await replacing(order, newName)).url).not.toBe(url)
})

test('a payment in another tab wins over giving up', { tags: ['fault-52'] }, async () => {
  const order = await paidOrder({}, 'few mailboxes')
  const { newName, url, checkoutId } = await replacing(order)
  await press(world, url, 'pay')
  expect((await order.person.post('/api/payments/discard', { checkoutId })).body).toEqual({ status: 'paid' })
  expect(await domainRow(newName)).toMatchObject({ want: 'run' })
  const { domains: shown } = (await listOf(order)).orders[0]
  expect(shown.map(({ domain }: { domain: string }) => domain)).toContain(newName)
})

test('a reinstatement that waits for its payment leaves the order cancelled, and can be given up', async () => {
  const order = await paidOrder({}, 'few mailboxes')
  await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
  const before = await listOf(order)
  const asked = await order.person.post(
    '/api/orders/reinstate',
    await reinstatementAsShown(order.person, order.names, order.groupId),
  )
  const open = await order.person.post(
    '/api/payments/create-checkout-session',
    reinstateCheckoutOf(order.person, asked),
  )
  const { orders, summary } = await listOf(order)
  expect(summary).toEqual(before.summary)
  expect(orders[0].domains).toEqual(before.orders[0].domains)
  const { unpaid } = orders[0].groups[0]
  expect(unpaid).toMatchObject({ kind: 'reinstate', domains: order.names.length, url: open.body.url })
  const answer = await order.person.post('/api/payments/discard', { checkoutId: unpaid.checkoutId })
  expect(answer.body).toEqual({ status: 'discarded' })
  const after = (await listOf(order)).orders[0]
  expect(after.groups[0].unpaid).toBeUndefined()
  expect(after.domains).toEqual(before.orders[0].domains)
  const again = await order.person.post(
    '/api/orders/reinstate',
    await reinstatementAsShown(order.person, order.names, order.groupId),
  )
  expect(again.status).toBe(200)
})

test('what is someone else’s is not given up', async () => {
  const order = await paidOrder({}, 'few mailboxes')
  const { newName, checkoutId } = await replacing(order)
  const stranger = await customer()
  expect((await stranger.post('/api/payments/discard', { checkoutId })).status).toBe(404)
  expect(await db.$count(domains, eq(domains.name, newName))).toBe(1)
  expect(await domainRow(newName)).toMatchObject({ want: 'hold' })
})

test('who turns back from the payment of an order leaves its names to whoever was refused them', async () => {
  const [winner, refused] = [await customer(), await customer()]
  const draft = completeDraft()
  const open = async () => {
    const taken = await takeOrder(winner, draft)
    return (await winner.post('/api/payments/create-checkout-session', checkoutFor(winner, draft, taken)))
      .body.url
  }
  const url = await open()
  expect(await takeOrder(refused, draft)).toMatchObject({ status: 409 })

  const back = new URL((await press(world, url, 'cancel')).headers.get('location') ?? '')
  expect(back.pathname).toBe('/payment-cancel')
  const checkoutId = back.searchParams.get(cancelledCheckout)
  expect((await refused.post('/api/payments/discard', { checkoutId })).status).toBe(404)
  expect((await winner.post('/api/payments/discard', { checkoutId })).body).toEqual({ status: 'discarded' })
  expect((await takeOrder(refused, draft)).status).toBe(200)
  // The page that was left is closed.
  expect((await press(world, url, 'pay')).headers.get('location') ?? '').not.toContain('/payment-success')
})

test('an order that was turned back from can be placed again while nobody else wants its names', async () => {
  const person = await customer()
  const draft = completeDraft()
  const open = async () =>
    (
      await person.post(
        '/api/payments/create-checkout-session',
        checkoutFor(person, draft, await takeOrder(person, draft)),
      )
    ).body.url as string
  const back = new URL((await press(world, await open(), 'cancel')).headers.get('location') ?? '')
  await person.post('/api/payments/discard', { checkoutId: back.searchParams.get(cancelledCheckout) })
  const again = await open()
  await press(world, again, 'pay')
  expect((await person.get(`/api/payments/confirmation?session_id=${sessionOf(again)}`)).body).toMatchObject({
    status: 'paid',
  })
})

test('a payment page that is given up while it is made cannot be paid on', async () => {
  const order = await paidOrder({}, 'few mailboxes')
  const newName = freshName()
  const attempt = async () => {
    const [row] = await db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.customerId, order.person.id), eq(checkouts.kind, 'replace')))
    if (!row) throw new Error('There is no replacement to pay for.')
    return row
  }
  meanwhile = async () => {
    const { id: checkoutId } = await attempt()
    const answer = await order.person.post('/api/payments/discard', { checkoutId })
    expect(answer.body).toEqual({ status: 'discarded' })
  }
  const refused = await order.person.post('/api/domains/replace', [
    { originalDomain: order.names[0], newDomain: newName, isUserAdded: false },
  ])
  expect(refused.status).toBe(409)
  expect(await findSession(deps.vendors.payments, await attempt())).toMatchObject({ status: 'expired' })
  expect(await domainRow(newName)).toBeUndefined()
})
