import { beforeEach, expect, test } from 'vitest'
import { holdCommands } from '../../operator/hold-commands.ts'
import { type ManagedOrder, manageOrders } from '../../testing/managed-orders.ts'
import { stripeActs } from '../../testing/stripe-acts.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { closeCustomer } from '../customers/close-customer.ts'
import { setCustomerAccess } from '../customers/customer-access.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { paidOrder } = manageOrders(world)
const { atStripe, news, act, processEvents, payments, chargesOf, passDays } = stripeActs(world)

beforeEach(() => processEvents())

/** Two renewals were refused, and both can still be paid. */
async function refusedTwice(): Promise<ManagedOrder> {
  const order = await paidOrder({}, false)
  await processEvents()
  const { customer, subscription } = await payments(order)
  await atStripe('/cards', { customer, behaviour: 'declines' })
  for (let month = 0; month < 2; month++) {
    await passDays(subscription, 31)
    await processEvents()
  }
  expect(await renewalsOf(order)).toEqual(['open', 'open'])
  return order
}

const renewalsOf = async (order: ManagedOrder) => {
  const { customer } = await payments(order)
  return sandbox.store
    .collection<{ customer: string; billing_reason: string; status: string }>('stripe.invoices')
    .list()
    .filter((each) => each.customer === customer && each.billing_reason === 'subscription_cycle')
    .map(({ status }) => status)
}

/** Another card, given on a page of the payment provider's that was open all the time. */
const giveCard = async (order: ManagedOrder) =>
  atStripe('/cards', { customer: (await payments(order)).customer, behaviour: 'works' })

const stops = {
  'its order is cancelled': ({ person, groupId }: ManagedOrder) =>
    person.post('/api/orders/cancel', { groupId, reason: 'pricing' }),
  'its order is taken on hold': async ({ groupId }: ManagedOrder) =>
    holdCommands
      .find(({ name }) => name === 'order hold')
      ?.run(
        deps,
        { order: groupId },
        () => {},
        () => {},
      ),
  'its customer is not billed any more': ({ person }: ManagedOrder) =>
    setCustomerAccess(deps, person.email, 'suspended', { withBilling: true }),
  'the account is closed': ({ person }: ManagedOrder) => closeCustomer(deps, person.email),
}

test.each(Object.entries(stops))(
  'a refused renewal is charged to no other card when %s, and can be paid by nobody',
  { tags: ['fault-62'] },
  async (_when, stop) => {
    const order = await refusedTwice()
    const { customer } = await payments(order)
    const charged = chargesOf(customer)
    await stop(order)
    await processEvents()
    await giveCard(order)
    await processEvents()
    expect(chargesOf(customer)).toEqual(charged)
    expect(await renewalsOf(order)).toEqual(['void', 'void'])
  },
)

test.each(Object.entries(stops))(
  'a card that is given when %s is not charged, even before Stripe was told',
  { tags: ['fault-62'] },
  async (_when, stop) => {
    const order = await refusedTwice()
    const { customer } = await payments(order)
    const charged = chargesOf(customer)
    await stop(order)
    await giveCard(order)
    await act(await news())
    expect(chargesOf(customer)).toEqual(charged)
  },
)

test.each(Object.entries(stops))(
  'a renewal that is not charged yet when %s is charged to nobody',
  async (_when, stop) => {
    const order = await paidOrder({}, false)
    await processEvents()
    const { customer, subscription } = await payments(order)
    const charged = chargesOf(customer)
    await atStripe('/subscriptions/advance', { id: subscription, days: 30, leavesDraft: true })
    await processEvents()
    expect(await renewalsOf(order)).toEqual(['draft'])
    await stop(order)
    await processEvents()
    expect(await renewalsOf(order)).toEqual(['void'])
    await passDays(subscription, 1)
    expect(chargesOf(customer)).toEqual(charged)
  },
)

test('a refused renewal of a subscription that someone ended at Stripe is given up', {
  tags: ['fault-62'],
}, async () => {
  const order = await refusedTwice()
  const { customer, subscription } = await payments(order)
  const charged = chargesOf(customer)
  await sandbox.fetch(`http://sandbox.invalid/v1/subscriptions/${subscription}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${deps.config.vendors.stripe.secretKey}` },
  })
  await processEvents()
  expect(await renewalsOf(order)).toEqual(['void', 'void'])
  await giveCard(order)
  await processEvents()
  expect(chargesOf(customer)).toEqual(charged)
})

test('what continues is charged to the other card for every month that was refused', async () => {
  const order = await refusedTwice()
  const { customer } = await payments(order)
  const charged = chargesOf(customer)
  await giveCard(order)
  await processEvents()
  expect(chargesOf(customer)).toEqual([...charged, 50_00, 50_00])
  expect(await renewalsOf(order)).toEqual(['paid', 'paid'])
})
