import { and, eq, inArray, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { holdCommands } from '#apps/operator/hold-commands.ts'
import {
  bundles,
  checkouts,
  customers,
  domainNames,
  outbox,
  providerAccounts,
  refunds,
} from '#base/db/schema/index.ts'
import { priceChangedMessage } from '#features/checkout/rules/pricing.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { plans } from '#features/plans/rules/catalog.ts'
import { firstPriceList } from '#features/plans/rules/price-list.ts'
import { savePrices } from '#features/plans/server/save-prices.ts'
import { payOwedRefunds } from '#features/refunds/server/pay-refunds.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { press } from '#tests/server/place-order.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, reconcileUntilDone, agree, domainRow } = manageOrders(world, {
  beside: 'customer and order',
})
const { atStripe, news, act, processEvents, payments, chargesOf, passDays } = stripeActs(world)

const details = async ({ person, groupId }: Pick<ManagedOrder, 'person' | 'groupId'>) =>
  (await person.get(`/api/orders/groups/${groupId}`)).body
const sentences = async (order: ManagedOrder): Promise<string[]> =>
  (await details(order)).activity.map(({ sentence }: { sentence: string }) => sentence)
const mailsTo = (email: string) => db.select().from(outbox).where(eq(outbox.recipient, email))
const bundlesOf = ({ groupId }: ManagedOrder) =>
  db
    .select()
    .from(bundles)
    .where(
      inArray(
        bundles.orderId,
        db.select({ id: bundles.orderId }).from(bundles).where(eq(bundles.id, groupId)),
      ),
    )
    .orderBy(bundles.orderIndex)
const alarms = () => db.$count(outbox, like(outbox.dedupeKey, 'alert:quantity:%'))
const readSubscription = (id: string | null | undefined) => deps.vendors.payments.readSubscription(id ?? '')
const operate = async (commands: typeof holdCommands, name: string, options: Record<string, string>) =>
  commands
    .find((command) => command.name === name)
    ?.run(
      deps,
      options,
      () => {},
      () => {},
    )

const askFor = ({ person, groupId }: ManagedOrder, totalCents: number) =>
  person.post('/api/payments/release', { groupId, totalCents })
/** The page that the button of the alert leads to. */
async function openPage(order: ManagedOrder): Promise<string> {
  const { release } = await details(order)
  const answer = await askFor(order, release.totalCents)
  expect(answer.status).toBe(200)
  return answer.body.url
}
async function pay(order: ManagedOrder, url: string): Promise<void> {
  await press(world, url, 'pay')
  await order.person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)
}

/** An order whose first payment went back, in either way. */
async function wentBack(
  how: 'refund' | 'lost dispute',
  options: Parameters<typeof paidOrder>[0] = {},
  deliver = false,
): Promise<ManagedOrder> {
  const order = await paidOrder(options, deliver)
  await processEvents()
  const { paymentIntent } = await payments(order)
  if (how === 'refund') await atStripe('/refunds', { paymentIntent })
  else {
    const { id } = await atStripe('/disputes', { paymentIntent })
    await processEvents()
    await atStripe('/disputes/close', { id, outcome: 'lost' })
  }
  await processEvents()
  expect((await bundlesOf(order)).map(({ hold }) => hold)).not.toContain(null)
  return order
}

beforeEach(() => processEvents())

const { plans: firstPlans } = firstPriceList
const list = {
  ...firstPriceList,
  plans: { ...firstPlans, azure: { ...firstPlans.azure, spareCents: 30_00 } },
}
await savePrices(deps, { basedOn: deps.prices.version, list }, { id: null, name: 'a test' })

test.each([
  ['refund', 'azure', 'spares', 60_00],
  ['lost dispute', 'google', 'domains that send', 100_00],
  ['refund', 'premium', 'domains that send', 250_00],
] as const)(
  'after a %s a new payment lets an order go on by itself, at the price that was shown: %s, %s',
  async (how, plan, what, monthlyCents) => {
    const isReserve = what === 'spares'
    const order = await wentBack(how, { plan, orderCount: 2, isReserve }, true)
    for (const name of order.names) await reconcileUntilDone(name)
    const before = await alarms()
    const old = await payments(order)
    const { release } = await details(order)
    // What was paid for registering the names went back as well.
    expect(release).toEqual({
      groups: 2,
      monthlyCents,
      totalCents: monthlyCents + release.domains.length * 15_50,
      domains: expect.arrayContaining(order.names),
      // Of the two groups the first was delivered.
      places: { needed: plans[plan].domains, areSomeKept: true },
      isWithBank: false,
    })
    expect(await readSubscription(old.subscription)).toMatchObject({ isPaused: true })

    expect(await askFor(order, release.totalCents - 1)).toMatchObject({
      status: 409,
      body: { message: priceChangedMessage, details: { totalCents: release.totalCents } },
    })
    const url = await openPage(order)
    // A second press, or another tab, leads to the same page.
    expect(await openPage(order)).toBe(url)
    const paidBefore = chargesOf(old.customer).length
    await pay(order, url)
    expect(chargesOf(old.customer).slice(paidBefore)).toEqual([release.totalCents])
    const [checkout] = await db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.customerId, order.person.id), eq(checkouts.kind, 'release')))
    expect(checkout).toMatchObject({ amountCents: release.totalCents, paidCents: release.totalCents })

    await processEvents('reversed')
    await sweepPayments(deps)
    await processEvents()
    const after = await bundlesOf(order)
    expect(after.map(({ hold, holdSince }) => [hold, holdSince])).toEqual(after.map(() => [null, null]))
    const [{ subscriptionId }] = after as [(typeof after)[number]]
    expect(subscriptionId).not.toBe(old.subscription)
    expect(await readSubscription(old.subscription)).toMatchObject({ status: 'ended' })
    expect(await readSubscription(subscriptionId)).toMatchObject({
      status: 'active',
      isPaused: false,
      quantities: { [plan]: 2 },
    })
    for (const name of order.names) {
      await reconcileUntilDone(name)
      await agree(name)
      expect(await domainRow(name)).toMatchObject({ status: 'done' })
    }
    const goesOn = (await mailsTo(order.person.email)).filter(({ subject }) => subject.includes('resumes'))
    expect(goesOn).toHaveLength(1)
    expect(goesOn[0]?.body).toMatch(
      /We have received \$[\d.]+\. [\s\S]*From now on you pay \$[\d.]+ every 30 days, until you cancel\./,
    )
    expect(await sentences(order)).toEqual(
      expect.arrayContaining([
        'Ended the hold: the order resumes',
        expect.stringMatching(/^Received \$[\d.]+ \(invoice /),
      ]),
    )

    // A month later it is billed once, by the new subscription.
    const charged = chargesOf(old.customer).length
    for (const id of [old.subscription, subscriptionId as string]) await passDays(id, 30)
    await processEvents()
    expect(chargesOf(old.customer).slice(charged)).toEqual([monthlyCents])
    expect((await bundlesOf(order)).map(({ hold }) => hold)).toEqual([null, null])
    expect(await alarms()).toBe(before)
  },
)

/** Ended in Stripe's own pages. */
async function endAtStripe(subscription: string): Promise<void> {
  const { baseUrl, secretKey } = deps.config.vendors.stripe
  const answer = await sandbox.fetch(`${baseUrl}/v1/subscriptions/${subscription}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${secretKey}` },
  })
  expect(answer.status).toBe(200)
}

test('a subscription that has ended at Stripe, unnoticed here, does not keep a new payment from releasing', async () => {
  const order = await wentBack('refund')
  const { subscription } = await payments(order)
  const url = await openPage(order)
  await endAtStripe(subscription)
  await pay(order, url)
  await processEvents()
  const [bundle] = await bundlesOf(order)
  expect(bundle).toMatchObject({ status: 'live', hold: null })
  expect(await readSubscription(bundle?.subscriptionId)).toMatchObject({
    status: 'active',
    quantities: { azure: 1 },
  })
})

test('what went on hold before it was placed needs a place once it is paid for again, and is told so', async () => {
  const order = await wentBack('refund', { orderCount: 2 })
  expect((await details(order)).release.places).toEqual({
    needed: { azure: 4, google: 0 },
    areSomeKept: false,
  })
  const [name] = order.names as [string]
  const [account] = await db.select().from(providerAccounts).where(eq(providerAccounts.vendor, 'microsoft'))
  await db.update(domainNames).set({ providerAccountId: account?.id }).where(eq(domainNames.name, name))
  expect((await details(order)).release.places).toEqual({
    needed: { azure: 3, google: 0 },
    areSomeKept: true,
  })
})

/** What may happen while a payment page is open, and what the bundle is then. */
const meanwhile: Record<
  string,
  [(order: ManagedOrder) => Promise<unknown>, Partial<typeof bundles.$inferSelect>]
> = {
  'its subscription ended at Stripe': [
    async (order) => {
      await endAtStripe((await payments(order)).subscription)
      await processEvents()
    },
    { status: 'cancelled' },
  ],
  'its customer cancelled it': [
    ({ person, groupId }) => person.post('/api/orders/cancel', { groupId, reason: 'pricing' }),
    { status: 'cancelled' },
  ],
  'the operator put it on hold': [
    ({ groupId }) => operate(holdCommands, 'order hold', { order: groupId }),
    { status: 'live', hold: 'operator' },
  ],
  'the operator suspended its customer': [
    // As when the page could not be ended at once.
    ({ person }) => db.update(customers).set({ suspendedAt: new Date() }).where(eq(customers.id, person.id)),
    { status: 'live', hold: 'refund' },
  ],
  'the operator released it': [
    ({ groupId }) => operate(holdCommands, 'order release', { order: groupId }),
    { status: 'live', hold: null },
  ],
}

test.each(Object.entries(meanwhile))(
  'a payment that comes after %s changes nothing, goes back by itself and is not billed again',
  async (_, [happen, state]) => {
    const order = await wentBack('refund')
    const { customer, subscription } = await payments(order)
    const url = await openPage(order)
    await happen(order)
    await processEvents()
    const charges = chargesOf(customer).length
    await press(world, url, 'pay')
    expect(chargesOf(customer)).toHaveLength(charges + 1)
    for (let round = 0; round < 2; round++) {
      await processEvents()
      await payOwedRefunds(deps)
    }
    const [bundle] = await bundlesOf(order)
    expect(bundle).toMatchObject({ ...state, subscriptionId: subscription })
    const [checkout] = await db
      .select()
      .from(checkouts)
      .where(and(eq(checkouts.customerId, order.person.id), eq(checkouts.kind, 'release')))
    expect(checkout?.status).toBe('paid')
    const back = await db
      .select()
      .from(refunds)
      .where(eq(refunds.checkoutId, checkout?.id ?? ''))
    expect(back).toMatchObject([{ cents: checkout?.paidCents, stripeRefundId: expect.any(String) }])
    expect(await readSubscription(checkout?.subscriptionId)).toMatchObject({ status: 'ended' })
    const told = (await mailsTo(order.person.email)).map(({ body }) => body)
    expect(
      told.filter((body) => body.includes('what it was for had been cancelled or had ended by then')),
    ).toHaveLength(1)
    expect(await db.$count(outbox, eq(outbox.dedupeKey, `alert:surplus:${checkout?.id}`))).toBe(1)
  },
)

test('of an order of which a part was cancelled while the page was open the rest continues, and that part goes back', async () => {
  const order = await wentBack('refund', { orderCount: 2 })
  const { customer, subscription } = await payments(order)
  const url = await openPage(order)
  await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
  await pay(order, url)
  await processEvents()
  await payOwedRefunds(deps)
  const [first, second] = await bundlesOf(order)
  expect(first).toMatchObject({ status: 'cancelled' })
  expect(second).toMatchObject({ status: 'live', hold: null })
  expect(await readSubscription(second?.subscriptionId)).toMatchObject({ quantities: { azure: 1 } })
  expect(second?.subscriptionId).not.toBe(subscription)
  const back = await db
    .select({ cents: refunds.cents })
    .from(refunds)
    .innerJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .where(and(eq(checkouts.customerId, order.person.id), eq(checkouts.kind, 'release')))
  // The plan, and the registration of its two names.
  expect(back.map(({ cents }) => cents).sort()).toEqual([15_50, 15_50, 50_00])
  const charges = chargesOf(customer).length
  await passDays(second?.subscriptionId ?? '', 30)
  expect(chargesOf(customer).slice(charges)).toEqual([50_00])
})

test('what waits to be paid for can only be paid for once: another page of the same order closes the one before', async () => {
  const order = await wentBack('refund', { orderCount: 2 })
  const first = await openPage(order)
  await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
  const [, left] = await bundlesOf(order)
  const rest = { ...order, groupId: left?.id ?? '' }
  const second = await openPage(rest)
  expect(second).not.toBe(first)
  const read = async (url: string) => (await deps.vendors.payments.readCheckout(sessionOf(url))).status
  expect([await read(first), await read(second)]).toEqual(['expired', 'open'])
  // Turning back from the page gives it up, and the order stays as it is.
  const [checkout] = await db
    .select()
    .from(checkouts)
    .where(eq(checkouts.sessionId, sessionOf(second)))
  expect(JSON.stringify(checkout?.params)).toContain(`/payment-cancel?for=release&checkout=${checkout?.id}`)
  await order.person.post('/api/payments/discard', { checkoutId: checkout?.id })
  expect(await read(second)).toBe('expired')
  expect(await sentences(rest)).toContain('Gave up paying again for the order on hold')
  expect((await bundlesOf(order))[1]).toMatchObject({ status: 'live', hold: 'refund' })
})

test('a renewal that Stripe charges on the old subscription before it could be told is not kept unnoticed', async () => {
  const order = await paidOrder({}, false)
  await processEvents()
  const { paymentIntent, subscription, customer } = await payments(order)
  await atStripe('/refunds', { paymentIntent })
  await act(await news())
  await pay(order, await openPage(order))
  // Neither the pause nor the end of the old one has come to Stripe.
  const charges = chargesOf(customer).length
  await passDays(subscription, 31)
  expect(chargesOf(customer)).toHaveLength(charges + 1)
  const idle = () => db.$count(outbox, like(outbox.dedupeKey, 'alert:idle-renewal:%'))
  const before = await idle()
  await processEvents()
  expect(await idle()).toBe(before + 1)
  expect(await readSubscription(subscription)).toMatchObject({ status: 'ended' })
  // That of an order that was cancelled after it was served as long as it was paid.
  const cancelled = await paidOrder({}, false)
  await processEvents()
  await passDays((await payments(cancelled)).subscription, 31)
  await cancelled.person.post('/api/orders/cancel', { groupId: cancelled.groupId, reason: 'pricing' })
  await processEvents()
  expect(await idle()).toBe(before + 1)
})

test('what the operator or a bank holds, and what runs, cannot be paid for again', async () => {
  const running = await paidOrder({}, false)
  const byOperator = await paidOrder({}, false)
  await processEvents()
  await operate(holdCommands, 'order hold', { order: byOperator.groupId })
  const disputed = await paidOrder({}, false)
  await processEvents()
  await atStripe('/disputes', { paymentIntent: (await payments(disputed)).paymentIntent })
  await processEvents()
  for (const order of [running, byOperator, disputed]) {
    expect((await details(order)).release).toBeNull()
    expect(await askFor(order, 50_00)).toMatchObject({
      status: 409,
      body: { message: 'Nothing of this order waits to be paid for again. Please reload the page.' },
    })
  }
})

test('the new payment can go back as well, and be made good again', async () => {
  const order = await wentBack('refund')
  await pay(order, await openPage(order))
  await processEvents()
  const [checkout] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, order.person.id), eq(checkouts.kind, 'release')))
  await atStripe('/refunds', { paymentIntent: checkout?.paymentIntentId })
  await processEvents()
  const { hold, release } = await details(order)
  expect([hold, release.totalCents]).toEqual(['refund', checkout?.amountCents])
  await pay(order, await openPage(order))
  await processEvents()
  expect(await details(order)).toMatchObject({ hold: null, release: null })
})

// The last one: third parties' clocks are a year ahead from here on.
test('a renewal that went back costs the plan alone, and a name that ran out meanwhile its price as well', async () => {
  const order = await paidOrder({}, true)
  const [lapsed, other] = order.names as [string, string]
  const { subscription, customer } = await payments(order)
  await passDays(subscription, 31)
  await processEvents()
  const renewal = sandbox.store
    .collection<{ id: string; customer: string; amount: number }>('stripe.payment_intents')
    .list()
    .filter((each) => each.customer === customer)
    .at(-1)
  expect(renewal?.amount).toBe(50_00)
  await atStripe('/refunds', { paymentIntent: renewal?.id })
  await processEvents()
  expect((await details(order)).release).toMatchObject({ totalCents: 50_00, domains: [] })

  // Nothing is renewed after a week; the other name was renewed by hand.
  await db
    .update(bundles)
    .set(heldFor('refund', new Date(Date.now() - 8 * 24 * 3600_000)))
    .where(eq(bundles.id, order.groupId))
  for (const name of order.names) await reconcileUntilDone(name)
  await deps.vendors.registrar.setAutoRenew(other, true)
  await sandbox.advance(370 * 24 * 3600_000)
  for (const name of order.names)
    await db
      .update(domainNames)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(domainNames.name, name))
  // Only the registrar knows which of them is over, and is asked before anything is paid.
  const changed = await askFor(order, 50_00)
  expect(changed).toMatchObject({ status: 409, body: { details: { totalCents: 65_50 } } })
  expect((await details(order)).release).toMatchObject({ totalCents: 65_50, domains: [lapsed] })
  await pay(order, await openPage(order))
  for (const name of order.names) await reconcileUntilDone(name)
  expect(await deps.vendors.registrar.findRegistration(lapsed)).toMatchObject({
    state: 'registered',
    autoRenew: true,
  })
})
