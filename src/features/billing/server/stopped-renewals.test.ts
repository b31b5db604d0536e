import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { holdCommands } from '#apps/operator/hold-commands.ts'
import { subscriptions } from '#base/db/schema/index.ts'
import { closeCustomer } from '#features/customers/server/close-customer.ts'
import { setCustomerAccess } from '#features/customers/server/customer-access.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { dueBilling, syncBilling } from './sync-billing.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { paidOrder } = manageOrders(world, { beside: 'customer' })
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

interface HeldInvoice {
  id: string
  customer: string
  metadata: Record<string, string>
}

/** What waits at Stripe for a hold to end has waited for its hour. */
async function holdsRunOut(order: ManagedOrder): Promise<void> {
  const { customer } = await payments(order)
  const invoices = sandbox.store.collection<HeldInvoice>('stripe.invoices')
  for (const invoice of invoices.list())
    if (invoice.customer === customer && invoice.metadata.held_until)
      invoices.put(invoice.id, { ...invoice, metadata: { ...invoice.metadata, held_until: '1' } })
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

/** A paid order whose renewal is drawn up and not charged yet, and what was charged before it. */
async function withDraft(options: Parameters<typeof paidOrder>[0] = {}) {
  const order = await paidOrder(options, false)
  await processEvents()
  const { customer, subscription } = await payments(order)
  const charged = chargesOf(customer)
  await atStripe('/subscriptions/advance', { id: subscription, days: 30, leavesDraft: true })
  await processEvents()
  return { order, customer, subscription, charged }
}

test.each(Object.entries(stops))(
  'a renewal that is not charged yet when %s is charged to nobody',
  async (_when, stop) => {
    const { order, customer, subscription, charged } = await withDraft()
    expect(await renewalsOf(order)).toEqual(['draft'])
    await stop(order)
    await processEvents()
    await holdsRunOut(order)
    await processEvents()
    expect(await renewalsOf(order)).toEqual(['void'])
    await passDays(subscription, 1)
    expect(chargesOf(customer)).toEqual(charged)
  },
)

const command = (name: string, { groupId }: ManagedOrder) =>
  holdCommands
    .find((each) => each.name === name)
    ?.run(
      deps,
      { order: groupId },
      () => {},
      () => {},
    )

test('a hold of a minute gives no period away: what waited for it is charged, once', async () => {
  const { order, customer, subscription, charged } = await withDraft()
  await command('order hold', order)
  await syncBilling(deps, subscription)
  // Kept in the row: a worker that begins after a restart finds it there when it is due, and not before.
  const [row] = await deps.db.select().from(subscriptions).where(eq(subscriptions.stripeId, subscription))
  expect(row?.billingDueAt?.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000)
  expect(await dueBilling(deps.db)).not.toContainEqual({ subscriptionId: subscription })
  await passDays(subscription, 1)
  expect(await renewalsOf(order)).toEqual(['draft'])
  await command('order release', order)
  await processEvents()
  await passDays(subscription, 1)
  await processEvents()
  expect(await renewalsOf(order)).toEqual(['paid'])
  expect(chargesOf(customer)).toEqual([...charged, 50_00])
})

test.each([
  ['is released within the hour is charged for with the other', true, 100_00],
  ['is still on hold after its hour is not charged for, and the other is', false, 50_00],
])('of two groups, one that is held while the renewal is a draft and %s', async (_, isReleased, cents) => {
  const { order, customer, subscription, charged } = await withDraft({ orderCount: 2 })
  await command('order hold', order)
  await processEvents()
  // Beyond the minutes that were left of the draft's own hour.
  await passDays(subscription, 1)
  expect(await renewalsOf(order)).toEqual(['draft'])
  if (isReleased) await command('order release', order)
  else await holdsRunOut(order)
  await processEvents()
  await passDays(subscription, 1)
  await processEvents()
  expect(await renewalsOf(order)).toEqual(['paid'])
  expect(chargesOf(customer)).toEqual([...charged, cents])
})

test('of two groups, one that is cancelled while the renewal is a draft is not charged for', async () => {
  const { order, customer, subscription, charged } = await withDraft({ orderCount: 2 })
  await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
  await processEvents()
  await passDays(subscription, 1)
  await processEvents()
  expect(await renewalsOf(order)).toEqual(['paid'])
  expect(chargesOf(customer)).toEqual([...charged, 50_00])
})

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
