import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bundles, checkouts, refunds } from '#base/db/schema/index.ts'
import { payOwedRefunds } from '#features/refunds/server/pay-refunds.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { press } from '#tests/server/place-order.ts'
import {
  payReinstatement,
  reinstateCheckoutOf,
  reinstatementOf,
  reinstatementOfGroups,
} from '#tests/server/reinstatement.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder, domainRow } = manageOrders(world, { beside: 'customer' })
const { atStripe, processEvents, payments, chargesOf } = stripeActs(world)

beforeEach(() => processEvents())

const cancel = ({ person }: ManagedOrder, groupId: string) =>
  person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
const ask = ({ person, names, groupId }: ManagedOrder) =>
  person.post('/api/orders/reinstate', reinstatementOf(names, groupId))
const bundleOf = async (groupId: string) =>
  (await db.select().from(bundles).where(eq(bundles.id, groupId)))[0]
const checkoutOf = async ({ person }: ManagedOrder) =>
  (
    await db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.customerId, person.id), eq(checkouts.kind, 'reinstate')))
  )[0]
const costAgain = async ({ person, names }: ManagedOrder) => {
  const { body } = await person.post('/api/orders/reinstate-prefill', { domains: names })
  return names.map((name) => body.ordersByDomain[name][0].costsAgain)
}

/** An order that is set up, and the payment for it. */
async function running(by?: ManagedOrder['person']): Promise<ManagedOrder & { paymentIntent: string }> {
  const order = await paidOrder({}, true, by)
  await processEvents()
  return { ...order, paymentIntent: (await payments(order)).paymentIntent }
}
type Running = Awaited<ReturnType<typeof running>>

async function disputed({ paymentIntent }: Running): Promise<string> {
  const { id } = await atStripe('/disputes', { paymentIntent })
  await processEvents()
  return id
}
async function decide(id: string, outcome: 'won' | 'lost'): Promise<void> {
  await atStripe('/disputes/close', { id, outcome })
  await processEvents()
}
const wentBack = {
  refund: async ({ paymentIntent }: Running) => {
    await atStripe('/refunds', { paymentIntent })
    await processEvents()
  },
  'lost dispute': async (order: Running) => decide(await disputed(order), 'lost'),
}

test.each(Object.entries(wentBack))(
  'after a %s reinstating costs what paying again does: shown, charged and stored',
  async (_, happen) => {
    const order = await running()
    await happen(order)
    const { release } = (await order.person.get(`/api/orders/groups/${order.groupId}`)).body
    expect(release.totalCents).toBe(81_00)
    await cancel(order, order.groupId)
    expect(await costAgain(order)).toEqual([true, true])
    const asked = await ask(order)
    expect(asked.body.quote).toMatchObject({ totalCents: 81_00, oneTimeCents: 31_00, monthlyCents: 50_00 })
    expect((await payReinstatement(world, order.person, asked)).body).toMatchObject({
      status: 'paid',
      totalCents: 81_00,
    })
    const { customer } = await payments(order)
    expect(chargesOf(customer).at(-1)).toBe(81_00)
    expect(await checkoutOf(order)).toMatchObject({ amountCents: 81_00, paidCents: 81_00 })
    expect(await bundleOf(order.groupId)).toMatchObject({ status: 'live', hold: null })
    // They are paid for by now.
    await cancel(order, order.groupId)
    expect(await costAgain(order)).toEqual([false, false])
    expect((await ask(order)).body.quote.totalCents).toBe(50_00)
  },
)

test('an order of which a payment is disputed cannot be reinstated until that is decided', async () => {
  const order = await running()
  const dispute = await disputed(order)
  await cancel(order, order.groupId)
  const message = `A payment for the order of ${order.names[0]} is disputed at the bank, so it can be reinstated when that is decided. If the dispute was a mistake, withdraw it at your bank.`
  expect(await ask(order)).toMatchObject({ status: 409, body: { message } })
  expect((await bundleOf(order.groupId))?.reinstateWish).toBeNull()
  await decide(dispute, 'won')
  const asked = await ask(order)
  expect(asked.body.quote.totalCents).toBe(50_00)
  // Disputed again, before there is a page.
  await disputed(order)
  expect(
    await order.person.post(
      '/api/payments/create-checkout-session',
      reinstateCheckoutOf(order.person, asked),
    ),
  ).toMatchObject({ status: 409, body: { message } })
})

test('a payment that was made under an earlier subscription counts as well', async () => {
  const order = await running()
  await cancel(order, order.groupId)
  await payReinstatement(world, order.person, await ask(order))
  await processEvents()
  await cancel(order, order.groupId)
  await processEvents()
  await disputed(order)
  expect((await ask(order)).status).toBe(409)
})

test('what is paid for an order that is disputed since its page was opened goes back, and other orders come back', async () => {
  const order = await running()
  const other = await running(order.person)
  for (const { groupId } of [order, other]) await cancel(order, groupId)
  const asked = await order.person.post(
    '/api/orders/reinstate',
    reinstatementOfGroups([
      { domains: order.names, groupId: order.groupId },
      { domains: other.names, groupId: other.groupId },
    ]),
  )
  const page = await order.person.post(
    '/api/payments/create-checkout-session',
    reinstateCheckoutOf(order.person, asked),
  )
  expect(page.status).toBe(200)
  await disputed(order)
  await press(world, page.body.url, 'pay')
  const confirmed = await order.person.get(
    `/api/payments/confirmation?session_id=${sessionOf(page.body.url)}`,
  )
  expect(confirmed.body).toMatchObject({
    status: 'paid',
    totalCents: 100_00,
    backCents: 50_00,
    notNeeded: { cause: 'disputed', whole: false },
  })
  await processEvents()
  await payOwedRefunds(deps)
  expect(await bundleOf(order.groupId)).toMatchObject({ status: 'cancelled', reinstateWish: null })
  expect(await domainRow(order.names[0] as string)).toMatchObject({ want: 'retire', statusNote: null })
  expect(await bundleOf(other.groupId)).toMatchObject({ status: 'live', hold: null })
  const checkout = await checkoutOf(order)
  expect(
    await db
      .select()
      .from(refunds)
      .where(eq(refunds.checkoutId, checkout?.id ?? '')),
  ).toMatchObject([{ cents: 50_00, stripeRefundId: expect.any(String) }])
  expect(await deps.vendors.payments.readSubscription(checkout?.subscriptionId ?? '')).toMatchObject({
    quantities: { azure: 1 },
  })
})
