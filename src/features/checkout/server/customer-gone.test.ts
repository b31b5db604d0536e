import { eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readEventsCursor } from '#base/db/books-read.ts'
import { bundles, checkouts, customers, outbox, paymentAccounts } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { isOwnAccount } from '#features/billing/server/payment-account.ts'
import { syncSubscription } from '#features/billing/server/sync-subscription.ts'
import { thirdPartyChecks } from '#features/checks/server/third-parties.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { agreeing, paymentPages } from '#tests/server/payment-pages.ts'
import { checkoutFor, completeDraft, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { createVendors } from '#vendors/client/vendors.ts'
import { openStripeAccount } from '#vendors/stripe/simulator/account.ts'
import { deleteCustomer } from '#vendors/stripe/simulator/delete-customer.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const pages = paymentPages(world)
const stripe = openStripeAccount(sandbox.world)

type Person = Awaited<ReturnType<typeof world.customer>>
const idAtStripe = async ({ id }: Person) =>
  (await db.select().from(customers).where(eq(customers.id, id)))[0]?.stripeCustomerId ?? null
const bundlesOf = ({ id }: Person) => db.select().from(bundles).where(eq(bundles.customerId, id))
const alertsOf = (key: string) =>
  db
    .select()
    .from(outbox)
    .where(like(outbox.dedupeKey, `alert:${key}%`))

async function orderAsked(person: Person) {
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const ask = () =>
    agreeing((query) =>
      person.post(`/api/payments/create-checkout-session${query}`, checkoutFor(person, draft, taken)),
    )
  return { ask }
}

/** An account at Stripe that our rows are not of. */
async function withAnotherAccount(work: () => Promise<void>): Promise<void> {
  const [own] = await db.select().from(paymentAccounts)
  await db.update(paymentAccounts).set({ mark: 'bpc_ofAnotherAccount' })
  await work()
  await db.update(paymentAccounts).set({ mark: required(own, 'the account').mark })
}

test('no customer is made with the key of another account', async () => {
  await db.insert(paymentAccounts).values({ mark: 'bpc_ofAnotherAccount', isLive: false })
  const stranger = await world.customer()
  const { ask } = await orderAsked(stranger)
  expect(await ask()).toMatchObject({ status: 503 })
  expect(await idAtStripe(stranger)).toBeNull()
  await db.delete(paymentAccounts)
  await db.delete(outbox).where(like(outbox.dedupeKey, 'alert:payment-account:%'))
})

test('a customer who was deleted at Stripe while a page was open pays on another one', async () => {
  const person = await world.customer()
  const { ask } = await orderAsked(person)
  await ask()
  const first = required(await idAtStripe(person), 'an id')
  deleteCustomer(stripe, first)
  const { ask: askAgain } = await orderAsked(person)
  const answer = await askAgain()
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const second = await idAtStripe(person)
  expect(second).not.toBe(first)
  expect((await pages.pay(person, answer.body.url)).body.status).toBe('paid')
  expect(await alertsOf('customer-gone:')).toEqual([])
})

test('what ran on a customer who was deleted at Stripe is told to the operator', async () => {
  const person = await world.customer()
  const { ask } = await orderAsked(person)
  await pages.pay(person, (await ask()).body.url)
  const first = required(await idAtStripe(person), 'an id')
  deleteCustomer(stripe, first)
  const { ask: askAgain } = await orderAsked(person)
  expect((await askAgain()).status).toBe(200)
  const [told, ...others] = await alertsOf(`customer-gone:${first}`)
  expect(others).toEqual([])
  expect(told?.body).toMatch(new RegExp(`\\$\\d+\\.00 every 30 days, of ${person.email}, live: `))
})

test('the payment portal does not say of a customer who was deleted at Stripe that they never paid', async () => {
  const person = await world.customer()
  const portal = async () =>
    (await person.post('/api/payments/create-customer-portal', { email: person.email })).body.message
  expect(await portal()).toMatch(/^There are no payments yet/)
  const { ask } = await orderAsked(person)
  await pages.pay(person, (await ask()).body.url)
  deleteCustomer(stripe, required(await idAtStripe(person), 'an id'))
  // The first answer is that of Stripe, the second that of our rows.
  expect(await portal()).toMatch(/^Your payment details are no longer stored/)
  expect(await idAtStripe(person)).toBeNull()
  expect(await portal()).toMatch(/^Your payment details are no longer stored/)
})

test.each(['before', 'after'] as const)(
  'what ran on a customer who was deleted at Stripe ends where that is heard of %s they pay again',
  async (when) => {
    const person = await world.customer()
    const { ask } = await orderAsked(person)
    await pages.pay(person, (await ask()).body.url)
    const [{ subscriptionId } = { subscriptionId: null }] = await bundlesOf(person)
    deleteCustomer(stripe, required(await idAtStripe(person), 'an id'))
    const hears = () => syncSubscription(deps, required(subscriptionId, 'a subscription'))
    if (when === 'before') await hears()
    const { ask: askAgain } = await orderAsked(person)
    expect((await askAgain()).status).toBe(200)
    if (when === 'after') await hears()
    const ran = (await bundlesOf(person)).filter((bundle) => bundle.subscriptionId === subscriptionId)
    expect(ran).toMatchObject([{ status: 'cancelled' }])
    const [told] = await alertsOf(`ended-at-stripe:${subscriptionId}`)
    expect(told?.body).toContain('ended because its customer was deleted at Stripe.')
  },
)

test.each(['the page', 'the customer before the page was made'] as const)(
  'a payment is over at its time where Stripe no longer has %s',
  async (what) => {
    const person = await world.customer()
    const { ask } = await orderAsked(person)
    await ask()
    const isThis = eq(checkouts.customerId, person.id)
    const [open] = await db.select().from(checkouts).where(isThis)
    sandbox.store.collection('stripe.checkout_sessions').delete(open?.sessionId ?? '')
    sandbox.store.collection('stripe.customers').delete(required(await idAtStripe(person), 'an id'))
    const isLost = what === 'the page' ? {} : { sessionId: null, url: null, status: 'prepared' as const }
    await db
      .update(checkouts)
      .set({ syncedAt: null, ...isLost })
      .where(isThis)
    await sweepPayments(deps)
    expect((await db.select().from(checkouts).where(isThis))[0]?.status).not.toBe('expired')
    await db
      .update(checkouts)
      .set({ syncedAt: null, expiresAt: new Date(Date.now() - 1000) })
      .where(isThis)
    await sweepPayments(deps)
    expect(await db.select().from(checkouts).where(isThis)).toMatchObject([{ status: 'expired' }])
  },
)

test('with the key of another account no customer is given up and nothing is paid for or read', async () => {
  const person = await world.customer()
  const { ask } = await orderAsked(person)
  await ask()
  const first = required(await idAtStripe(person), 'an id')
  deleteCustomer(stripe, first)
  const cursor = await readEventsCursor(db)
  await withAnotherAccount(async () => {
    const { ask: askAgain } = await orderAsked(person)
    expect(await askAgain()).toMatchObject({ status: 503 })
    await sweepPayments(deps)
    const [check] = thirdPartyChecks(deps)
    expect(await check?.inspect()).toMatchObject({
      ok: false,
      reason: expect.stringContaining('another account'),
    })
  })
  expect(await idAtStripe(person)).toBe(first)
  expect(await readEventsCursor(db)).toBe(cursor)
  expect(await alertsOf('payment-account:')).toHaveLength(1)
})

test('the card page of a customer who was deleted at Stripe opens with the next order', async () => {
  const person = await world.customer()
  const { ask } = await orderAsked(person)
  await ask()
  deleteCustomer(stripe, required(await idAtStripe(person), 'an id'))
  const answer = await person.post('/api/payments/create-customer-portal', {})
  expect(answer).toMatchObject({ status: 422, body: { message: expect.stringContaining('first order') } })
  expect(await idAtStripe(person)).toBeNull()
})

test('a key that may not say whose account it opens keeps nothing from being paid or read', async () => {
  const { config, brand, prices, secrets, limits, log } = deps
  const stripe = { ...config.vendors.stripe, secretKey: 'rk_test_12345' }
  const fetch = sandbox.fetch
  const restricted = createVendors(
    { ...config, vendors: { ...config.vendors, stripe } },
    { db, brand, prices, secrets, limits, log, fetch, customerFetch: fetch },
  )
  const lack = (lacking: Record<string, string>) =>
    sandbox.fetch('http://sandbox.invalid/_stripe/permissions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(lacking),
    })
  await lack({ '/v1/billing_portal/configurations': 'rak_customer_portal_read' })
  expect(await isOwnAccount({ db, vendors: restricted })).toBe(true)
  await withAnotherAccount(async () => {
    expect(await isOwnAccount({ db, vendors: restricted })).toBe(true)
    await lack({})
    expect(await isOwnAccount({ db, vendors: restricted })).toBe(false)
  })
})
