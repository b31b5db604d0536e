import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, checkoutItems, checkouts, subscriptions } from '#base/db/schema/index.ts'
import { statedPrices } from '#features/ordering/rules/checkout-request.ts'
import { manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '#tests/server/place-order.ts'
import { reinstateCheckoutOf, reinstatementOf } from '#tests/server/reinstatement.ts'
import type { TestAnswer, TestBrowser } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { promotionMessages, type Quote } from '../rules/pricing.ts'

const world = await createTestWorld()
const { customer, deps, sandbox } = world
const { paidOrder } = manageOrders(world)
const order = {
  plan: 'azure',
  orderCount: 2,
  domainOption: 'purchase',
  domains: ['onefinename.com', 'twofinenames.net', 'threefine.com', 'fourfine.org'],
}

test('an order is priced without being taken, with a code and without', async () => {
  const person = await customer()
  const plain = await person.post('/api/payments/quote', order)
  expect(plain).toMatchObject({
    status: 200,
    body: { totalCents: 149_00, monthlyCents: 100_00, discountCents: 0 },
  })
  const reduced = await person.post('/api/payments/quote', { ...order, promotionCode: ' LAUNCH60 ' })
  expect(reduced).toMatchObject({ status: 200, body: { totalCents: 59_60, monthlyCents: 100_00 } })
  expect((await person.get('/api/domains')).body.domains).toEqual([])
})

test('an unknown code, a stranger and guessing are refused', async () => {
  const person = await customer()
  const coded = { ...order, promotionCode: 'NOSUCHCODE' }
  expect(await person.post('/api/payments/quote', coded)).toMatchObject({
    status: 422,
    body: { fields: { promotionCode: 'This promotion code is not valid' } },
  })
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => person.post('/api/payments/quote', coded)),
  )
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})

const guess = (n: number) => `GUESS${n}`
/** Every way to try a code: what would be answered for the n-th guess. */
const ways: Record<string, () => Promise<{ person: TestBrowser; attempt(n: number): Promise<TestAnswer> }>> =
  {
    'asking for the price': async () => {
      const person = await customer()
      return {
        person,
        attempt: (n) => person.post('/api/payments/quote', { ...order, promotionCode: guess(n) }),
      }
    },
    'paying for an order': async () => {
      const person = await customer()
      const draft = completeDraft()
      const body = checkoutFor(person, draft, await takeOrder(person, draft))
      return {
        person,
        attempt: (n) =>
          person.post('/api/payments/create-checkout-session', { ...body, promotionCode: guess(n) }),
      }
    },
    'paying for a reinstatement': async () => {
      const { person, groupId, names } = await paidOrder({}, false)
      await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
      const asked = await person.post('/api/orders/reinstate', reinstatementOf(names, groupId))
      const body = reinstateCheckoutOf(person, asked)
      return {
        person,
        attempt: (n) =>
          person.post('/api/payments/create-checkout-session', { ...body, promotionCode: guess(n) }),
      }
    },
  }

test.each(Object.entries(ways))(
  'codes cannot be guessed by %s, nor by another way afterwards',
  async (_, way) => {
    const { person, attempt } = await way()
    const answers = await Promise.all(Array.from({ length: 25 }, (_unused, n) => attempt(n)))
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].sort()).toEqual([422, 429])
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body.message).toBe('Too many codes were tried. Please wait a moment.')
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    const otherWay = await person.post('/api/payments/quote', { ...order, promotionCode: 'LAUNCH60' })
    expect(otherWay.status).toBe(429)
    // Only codes are counted here.
    expect((await person.post('/api/payments/quote', order)).status).toBe(200)
  },
)

test('each press of the button that pays with a code costs one of the tries, not two', async () => {
  const person = await customer()
  const draft = completeDraft()
  const body = { ...checkoutFor(person, draft, await takeOrder(person, draft)), promotionCode: 'LAUNCH60' }
  const quoted = await person.post('/api/payments/create-checkout-session', body)
  expect(quoted.status).toBe(409)
  const priced = { ...body, ...statedPrices(quoted.body.details) }
  const statuses: number[] = []
  // Twice as many would be refused.
  for (let press = 0; press < 15; press++)
    statuses.push((await person.post('/api/payments/create-checkout-session', priced)).status)
  expect(statuses).toEqual(Array(15).fill(200))
})

test('codes cannot be guessed by several customers at one address either', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 3; i++) {
    const person = await customer()
    for (let n = 0; n < 15; n++) {
      const { status } = await person.raw({
        method: 'POST',
        url: '/api/payments/quote',
        remoteAddress: '198.51.100.7',
        headers: { origin: 'http://localhost:3000', 'x-requested-with': 'XMLHttpRequest' },
        payload: { ...order, promotionCode: guess(n) },
      })
      statuses.push(status)
    }
  }
  expect(statuses).toContain(429)
})

let codes = 0
/** A code as the operator makes one in the payment provider's own pages. */
async function offer(restrictions: Record<string, string>, percent = '50'): Promise<string> {
  const { baseUrl, secretKey } = deps.config.vendors.stripe
  const code = `RESTRICTED${++codes}`
  const make = async (path: string, fields: Record<string, string>) => {
    const answer = await sandbox.fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields).toString(),
    })
    expect(answer.status).toBe(200)
  }
  await make('/v1/coupons', { id: code, percent_off: percent, duration: 'once' })
  const limits = Object.entries(restrictions).map(([name, value]) => [`restrictions[${name}]`, value])
  await make('/v1/promotion_codes', {
    code,
    'promotion[type]': 'coupon',
    'promotion[coupon]': code,
    ...Object.fromEntries(limits),
  })
  return code
}

test('a code for first orders is taken off the first one, and refused with a sentence after it was paid', async () => {
  const promotionCode = await offer({ first_time_transaction: 'true' })
  const { person } = await paidOrder({}, false)
  const sentence = 'This promotion code is for first orders only'
  expect(await person.post('/api/payments/quote', { ...order, promotionCode })).toMatchObject({
    status: 422,
    body: { message: sentence, fields: { promotionCode: sentence } },
  })
  const newcomer = await customer()
  expect(await newcomer.post('/api/payments/quote', { ...order, promotionCode })).toMatchObject({
    status: 200,
    body: { totalCents: 74_50 },
  })
})

test('a subscription is an order that was paid for elsewhere only where it pays for an order', async () => {
  const promotionCode = await offer({ first_time_transaction: 'true' })
  const person = await customer()
  const quoted = () => person.post('/api/payments/quote', { ...order, promotionCode })
  // As the provider tells of one whose first payment was refused.
  await deps.db
    .insert(subscriptions)
    .values({ stripeId: 'sub_elsewhere', customerId: person.id, status: 'incomplete' })
  await takeOrder(person, completeDraft())
  expect(await quoted()).toMatchObject({ status: 200, body: { totalCents: 74_50 } })
  // As of an order that was brought in, which was never paid for on a page of ours.
  await deps.db
    .update(bundles)
    .set({ subscriptionId: 'sub_elsewhere' })
    .where(eq(bundles.customerId, person.id))
  expect(await quoted()).toMatchObject({
    status: 422,
    body: { message: promotionMessages.firstOrderOnly },
  })
})

test('a code with a minimum is taken off what reaches it, and says how much is missing below', async () => {
  const person = await customer()
  const quoted = async (cents: string) => {
    const promotionCode = await offer({ minimum_amount: cents, minimum_amount_currency: 'usd' })
    return person.post('/api/payments/quote', { ...order, promotionCode })
  }
  expect(await quoted('14900')).toMatchObject({ status: 200, body: { discountCents: 74_50 } })
  const sentence = 'This promotion code needs an order of at least $149.01'
  expect(await quoted('14901')).toMatchObject({ status: 422, body: { fields: { promotionCode: sentence } } })
})

test('a code that the provider refuses at the payment page is told beside it, and the order is paid without', async () => {
  const promotionCode = await offer({ first_time_transaction: 'true' })
  const person = await customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const quoted = await person.post('/api/payments/quote', {
    plan: draft.plan,
    orderCount: draft.orderCount,
    domainOption: draft.domainOption,
    domains: checkoutFor(person, draft, taken).domains,
    promotionCode,
  })
  expect(quoted.status).toBe(200)
  // Paid before under the same customer, by another way than ours: only the provider knows.
  const { customerExternalId } = await deps.vendors.payments.ensureCustomer({
    customerId: person.id,
    email: person.email,
    name: 'Ada Byron',
  })
  sandbox.store
    .collection('stripe.payment_intents')
    .put(
      'pi_elsewhere',
      { id: 'pi_elsewhere', customer: customerExternalId, status: 'succeeded' },
      customerExternalId,
    )
  const answer = await person.post(
    '/api/payments/create-checkout-session',
    checkoutFor(person, draft, taken, { quote: quoted.body, promotionCode }),
  )
  expect(answer).toMatchObject({
    status: 422,
    body: { fields: { promotionCode: 'This promotion code cannot be used for this order' } },
  })
  const without = await person.post(
    '/api/payments/create-checkout-session',
    checkoutFor(person, draft, taken),
  )
  expect(without.status).toBe(200)
})

/** Orders of one customer that wait for their payment, each with a way to ask for its page with a code. */
async function waitingOrders(person: TestBrowser & { email: string }, count: number, promotionCode: string) {
  const orders = []
  for (let i = 0; i < count; i++) {
    const draft = completeDraft()
    const taken = await takeOrder(person, draft)
    const plain = checkoutFor(person, draft, taken)
    const { body: quote } = await person.post('/api/payments/quote', {
      plan: draft.plan,
      orderCount: draft.orderCount,
      domainOption: draft.domainOption,
      domains: plain.domains,
      promotionCode,
    })
    const coded = checkoutFor(person, draft, taken, { quote, promotionCode })
    orders.push({
      withCode: () => person.post('/api/payments/create-checkout-session', coded),
      without: () => person.post('/api/payments/create-checkout-session', plain),
    })
  }
  return orders
}
const firstOrderOpen = { status: 422, body: { fields: { promotionCode: promotionMessages.firstOrderOpen } } }

test('a code for first orders is on one page at a time, and on none once an order was paid', async () => {
  const promotionCode = await offer({ first_time_transaction: 'true' })
  const person = await customer()
  const [first, second] = await waitingOrders(person, 2, promotionCode)
  const page = await first?.withCode()
  expect(page?.status).toBe(200)
  expect(await second?.withCode()).toMatchObject(firstOrderOpen)
  // The same page again, and the other order at its usual price.
  expect((await first?.withCode())?.body.url).toBe(page?.body.url)
  const plain = await second?.without()
  expect(plain?.status).toBe(200)
  // Without the code its page ends, and the code is free for the other order.
  expect((await first?.without())?.status).toBe(200)
  expect((await second?.withCode())?.status).toBe(200)
  expect(await first?.withCode()).toMatchObject(firstOrderOpen)
  const last = await second?.withCode()
  await press(world, last?.body.url, 'pay')
  // Before the payment is known here, and after.
  expect(await first?.withCode()).toMatchObject(firstOrderOpen)
  await person.get(`/api/payments/confirmation?session_id=${sessionOf(last?.body.url)}`)
  expect(await first?.withCode()).toMatchObject({
    status: 422,
    body: { fields: { promotionCode: promotionMessages.firstOrderOnly } },
  })
})

test('of pages with a code for first orders that are asked for at the same moment one is given out', async () => {
  const promotionCode = await offer({ first_time_transaction: 'true' })
  const orders = await waitingOrders(await customer(), 4, promotionCode)
  const answers = await Promise.all(orders.map(({ withCode }) => withCode()))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
})

test('a total that the payment provider works out otherwise is seen before the page, and then leads there', {
  tags: ['fault-10'],
}, async () => {
  const promotionCode = await offer({}, '1.13')
  await halfCentsAre('charged')
  const person = await customer()
  const draft = completeDraft({ domainOption: 'own' })
  const taken = await takeOrder(person, draft)
  const sold = {
    plan: draft.plan,
    orderCount: 1,
    domainOption: 'own',
    domains: draft.domains.own.azure,
    promotionCode,
  }
  const { body: shown } = await person.post('/api/payments/quote', sold)
  expect(shown.discountCents).toBe(57)
  const pay = (quote: Quote) =>
    person.post(
      '/api/payments/create-checkout-session',
      checkoutFor(person, draft, taken, { quote, promotionCode }),
    )
  const refused = await pay(shown)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'price_changed', details: { totalCents: 49_44 } },
  })
  // What was shown first is not what its page charges.
  expect((await pay(shown)).status).toBe(409)
  const { status, body } = await pay(refused.body.details)
  expect(status).toBe(200)
  expect((await press(world, body.url, 'pay')).status).toBe(303)
  await person.get(`/api/payments/confirmation?session_id=${sessionOf(body.url)}`)
  const [item] = await deps.db
    .select({ netCents: checkoutItems.netCents, paidCents: checkouts.paidCents })
    .from(checkoutItems)
    .innerJoin(checkouts, eq(checkouts.id, checkoutItems.checkoutId))
    .where(eq(checkouts.sessionId, sessionOf(body.url)))
  expect(item).toEqual({ netCents: 49_44, paidCents: 49_44 })
  await halfCentsAre('discounted')
})

async function halfCentsAre(are: 'charged' | 'discounted') {
  const { origin } = new URL(deps.config.vendors.stripe.baseUrl)
  const answer = await sandbox.fetch(`${origin}/_stripe/half-cents`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ are }),
  })
  expect(answer.status).toBe(200)
}
