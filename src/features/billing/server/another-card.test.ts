import { beforeEach, expect, test } from 'vitest'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { paymentPages } from '#tests/server/payment-pages.ts'
import { freshName } from '#tests/server/place-order.ts'
import { reinstateCheckoutOf, reinstatementOf } from '#tests/server/reinstatement.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, payments, chargesOf, passDays } = stripeActs(world)
const { pay } = paymentPages(world)

beforeEach(() => processEvents())

const group = async ({ person, groupId }: Pick<ManagedOrder, 'person' | 'groupId'>) =>
  (await person.get(`/api/orders/groups/${groupId}`)).body

/** An order whose renewal of $50 its card was refused for. */
async function refusedOrder() {
  const order = await paidOrder({}, false)
  await processEvents()
  const ids = await payments(order)
  await atStripe('/cards', { customer: ids.customer, behaviour: 'declines' })
  await processEvents()
  await passDays(ids.subscription, 31)
  await processEvents()
  expect(await group(order)).toMatchObject({ owed: [{ cents: 50_00 }] })
  return { ...order, ...ids }
}

const cardOf = (subscription: string) =>
  sandbox.store
    .collection<{ default_payment_method: string | null }>('stripe.subscriptions')
    .get(subscription)?.default_payment_method

/** What a card is typed for, each on a payment page of its own. */
const purchases = {
  'another order': ({ person }: ManagedOrder) => paidOrder({}, false, person),
  spares: ({ person }: ManagedOrder) => paidOrder({ isReserve: true }, false, person),
  'a domain that replaces one': async ({ person, names }: ManagedOrder) => {
    const { body } = await person.post('/api/domains/replace', [
      { originalDomain: names[0], newDomain: freshName(), isUserAdded: false },
    ])
    return pay(person, body.checkoutUrl)
  },
  'an order that comes back': async ({ person }: ManagedOrder) => {
    const { groupId, names } = await paidOrder({}, false, person)
    await processEvents()
    await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
    await processEvents()
    const asked = await person.post('/api/orders/reinstate', reinstatementOf(names, groupId))
    const page = await person.post(
      '/api/payments/create-checkout-session',
      reinstateCheckoutOf(person, asked),
    )
    return pay(person, page.body.url)
  },
}

test.each(Object.entries(purchases))(
  'a card typed to pay for %s pays for nothing else: a refused renewal stays as it is',
  { tags: ['fault-62'] },
  async (_what, purchase) => {
    const refused = await refusedOrder()
    const [paid, card] = [chargesOf(refused.customer).length, cardOf(refused.subscription)]
    await purchase(refused)
    await processEvents('reversed')
    expect(chargesOf(refused.customer).length).toBeGreaterThan(paid)
    expect(chargesOf(refused.customer).slice(paid)).not.toContain(50_00)
    expect(await group(refused)).toMatchObject({ owed: [{ cents: 50_00 }] })
    expect(cardOf(refused.subscription)).toBe(card)
  },
)

/** What someone changes about a customer at Stripe. */
const change = (customer: string, fields: Record<string, string>) =>
  sandbox.fetch(`http://sandbox.invalid/v1/customers/${customer}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${deps.config.vendors.stripe.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  })
const choose = (customer: string, card: string) =>
  change(customer, { 'invoice_settings[default_payment_method]': card })

/** A card that is given in the portal, which is chosen for invoices from then on. */
async function giveCard({ person, customer }: Awaited<ReturnType<typeof refusedOrder>>, card: string) {
  const { url } = (await person.post('/api/payments/create-customer-portal', {})).body.data
  await sandbox.fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'card', card }),
    redirect: 'manual',
  })
  await processEvents()
  return sandbox.store
    .collection<{ invoice_settings: { default_payment_method: string } }>('stripe.customers')
    .get(customer)?.invoice_settings.default_payment_method as string
}

/** Tries that Stripe has seen, the oldest first: the last digits of each card, and whether it was paid. */
const triesOf = (customer: string): string[] =>
  sandbox.store
    .collection<{
      customer: string
      paid: boolean
      payment_method_details: { card: { last4: string } } | null
    }>('stripe.charges')
    .list()
    .filter((charge) => charge.customer === customer)
    .map(({ payment_method_details: details, paid }) => `${details?.card.last4} ${paid ? 'paid' : 'refused'}`)

/** A day later: https://docs.stripe.com/api/idempotent_requests */
function forgetKeys(): void {
  const keys = sandbox.store.collection<object>('stripe.idempotency')
  for (const { id } of keys.entries()) keys.delete(id)
}

const refusals = async (order: ManagedOrder): Promise<string[]> =>
  (await group(order)).activity
    .map(({ sentence }: { sentence: string }) => sentence.replace(/ \(invoice .*/, ''))
    .filter((sentence: string) => sentence.includes('was refused'))

test('a card that was refused is not tried again because something else about its customer changes', async () => {
  const order = await refusedOrder()
  const tries = triesOf(order.customer)
  for (const [field, value] of [
    ['name', 'Acme, Inc.'],
    ['metadata[note]', 'called'],
    ['phone', '+1 555 0100'],
  ] as const) {
    await change(order.customer, { [field]: value })
    forgetKeys()
    await processEvents()
  }
  expect(triesOf(order.customer)).toEqual(tries)
})

test('each card is tried once when it is chosen, and every try is listed on the order', async () => {
  const order = await refusedOrder()
  const before = triesOf(order.customer).length
  const first = await giveCard(order, 'declines')
  forgetKeys()
  await choose(order.customer, first)
  await processEvents()
  expect(triesOf(order.customer).slice(before)).toEqual(['0341 refused'])
  await giveCard(order, 'works')
  expect(triesOf(order.customer).slice(before)).toEqual(['0341 refused', '4242 paid'])
  expect(await group(order)).toMatchObject({ owed: [] })
  expect(await refusals(order)).toEqual([
    'The renewal of $50.00 was refused by the card ending in 0341',
    'The renewal of $50.00 was refused by the card ending in 0341',
  ])
})

test('a card that its bank has refused for good is never tried again, whatever is chosen in between', async () => {
  const order = await refusedOrder()
  const before = triesOf(order.customer).length
  const stolen = await giveCard(order, 'stolen')
  await giveCard(order, 'declines')
  forgetKeys()
  await choose(order.customer, stolen)
  await processEvents()
  await passDays(order.subscription, 31)
  await processEvents()
  expect(
    triesOf(order.customer)
      .slice(before)
      .filter((made) => made.startsWith('9979')),
  ).toEqual(['9979 refused'])
  // Its customer is told of it as of any other refusal.
  expect(JSON.stringify(await refusals(order))).not.toContain('stolen')
})

test('a card that was chosen before the renewal pays for it when the card of the order is refused', async () => {
  const order = await paidOrder({}, false)
  await processEvents()
  const ids = await payments(order)
  await atStripe('/cards', { customer: ids.customer, behaviour: 'declines' })
  await processEvents()
  const card = await giveCard({ ...order, ...ids }, 'works')
  const before = triesOf(ids.customer).length
  await passDays(ids.subscription, 31)
  await processEvents()
  expect(triesOf(ids.customer).slice(before)).toEqual(['0341 refused', '4242 paid'])
  expect(await group(order)).toMatchObject({ owed: [], graceUntil: null })
  expect(cardOf(ids.subscription)).toBe(card)
})
