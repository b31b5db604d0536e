import { beforeAll, expect, test } from 'vitest'
import type { CustomerPayment } from '#shared/api/console/customer-payments.ts'
import { manageOrders } from '../../../testing/managed-orders.ts'
import { joinedStaff, type TestStaff } from '../../../testing/staff.ts'
import { stripeActs } from '../../../testing/stripe-acts.ts'
import { createTestWorld } from '../../../testing/test-world.ts'
import { bookEvents } from '../../books/book-events.ts'

const world = await createTestWorld()
const { deps } = world
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, payments: paymentsOf, passDays } = stripeActs(world)
let finance: TestStaff
beforeAll(async () => {
  finance = await joinedStaff(world, 'finance')
})

const at = (id: string, part = '') => `/api/operator/customers/${id}${part}`

/** A customer whose order was renewed once. */
async function renewed() {
  const order = await paidOrder({}, false)
  const { subscription } = await paymentsOf(order)
  await passDays(subscription, 31)
  const told = async () => {
    await processEvents()
    await bookEvents(deps)
  }
  await told()
  const list = async (after?: string) =>
    (await finance.get(at(order.person.id, `/payments${after ? `?after=${after}` : ''}`))).body
      .rows as unknown as CustomerPayment[]
  const renewal = async () => (await list())[0] as CustomerPayment
  return { ...order, subscription, told, list, renewal }
}

test('a renewal is among the payments, before what was paid earlier, page by page', async () => {
  const { list, subscription } = await renewed()
  const all = await list()
  expect(all.map(({ kind, status, paidCents }) => [kind, status, paidCents])).toEqual([
    ['renewal', 'paid', 50_00],
    ['order', 'paid', all[1]?.amountCents],
  ])
  expect(all[0]).toMatchObject({ subscriptionId: subscription, refunds: [], disputes: [] })
  expect(all[0]?.paymentIntentId).toMatch(/^pi_/)
  expect(await list(all[0]?.id)).toEqual(all.slice(1))
  expect(await list(all[1]?.id)).toEqual([])
})

test('what went back of a renewal at Stripe, and a dispute of it, stand beside it', async () => {
  const { told, renewal } = await renewed()
  const { paymentIntentId: paymentIntent } = await renewal()
  await atStripe('/refunds', { paymentIntent, cents: 7_00 })
  const dispute = await atStripe('/disputes', { paymentIntent })
  await told()
  expect(await renewal()).toMatchObject({
    refunds: [{ cents: 7_00, outcome: 'succeeded', stripeRefundId: expect.stringMatching(/^re_/) }],
    disputes: [{ id: dispute.id, outcome: 'open' }],
  })
  await atStripe('/disputes/close', { id: dispute.id, outcome: 'lost' })
  await told()
  expect((await renewal()).disputes).toMatchObject([{ id: dispute.id, outcome: 'lost' }])
})
