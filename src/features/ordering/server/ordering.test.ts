import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  bundles,
  checkoutItems,
  checkouts,
  domainNames,
  domains,
  mailboxes,
  orders,
  outbox,
  subscriptions,
} from '#base/db/schema/index.ts'
import { syncCheckout } from '#features/checkout/server/sync-checkout.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { checkoutFor, completeDraft, freshName, press, takeOrder } from '#tests/server/place-order.ts'
import { deliver, type StripeEvent, signed, stripeEvents } from '#tests/server/stripe-events.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { workspaceOf } from '#vendors/instantly/simulator/workspace-of.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const sessionOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const sessions = () =>
  sandbox.store
    .collection<{ id: string; status: string; amount_total: number; client_reference_id: string }>(
      'stripe.checkout_sessions',
    )
    .list()

async function openFor(draft = completeDraft(), more: Parameters<typeof checkoutFor>[3] = {}) {
  const person = await customer()
  const taken = await takeOrder(person, draft)
  expect(taken.status).toBe(200)
  const answer = await person.post(
    '/api/payments/create-checkout-session',
    checkoutFor(person, draft, taken, more),
  )
  return {
    person,
    draft,
    taken,
    answer,
    orderId: taken.body.orderIds[0] as string,
    url: answer.body.url as string,
  }
}
const statusOf = async (orderId: string) =>
  (await db.select().from(orders).where(eq(orders.id, orderId)))[0]?.status

test.each([
  ['azure', 1, 50_00 + 2 * 15_50],
  ['google', 1, 50_00 + 5 * 15_50],
  ['premium', 2, 250_00 + 12 * 15_50],
] as const)(
  'a paid %s order of %i is charged what was shown, and everything in it is wanted',
  async (plan, orderCount, total) => {
    const { person, orderId, url, taken } = await openFor(completeDraft({ plan, orderCount }))
    expect(taken.body.quote.totalCents).toBe(total)
    await press(world, url, 'pay')
    const confirmed = await person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)
    expect(confirmed.body).toMatchObject({ status: 'paid', plan, orderCount, totalCents: total })
    expect(await statusOf(orderId)).toBe('active')
    const rows = await db.select().from(bundles).where(eq(bundles.orderId, orderId))
    expect(rows).toHaveLength(orderCount)
    expect(rows.every((row) => row.status === 'live' && row.subscriptionId)).toBe(true)
    for (const row of rows) {
      const held = await db.select().from(domains).where(eq(domains.bundleId, row.id))
      expect(held.every((domain) => domain.want === 'run' && domain.status === 'to do')).toBe(true)
      for (const domain of held) {
        const [name] = await db.select().from(domainNames).where(eq(domainNames.name, domain.name))
        expect(name).toMatchObject({ wantedRev: 1 })
        expect(await db.$count(mailboxes, eq(mailboxes.domainId, domain.id))).toBe(
          domain.platform === 'azure' ? 52 : 3,
        )
      }
    }
    expect(await db.$count(outbox, eq(outbox.recipient, person.email))).toBe(1)
  },
)

test('the session asks for exactly the stored parameters and the subscription has one item per plan', async () => {
  const { person, url, orderId } = await openFor(completeDraft({ orderCount: 3 }))
  await press(world, url, 'pay')
  await person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)
  const [row] = await db.select().from(checkouts).where(eq(checkouts.orderId, orderId))
  expect(sessions().find(({ id }) => id === row?.sessionId)).toMatchObject({
    amount_total: row?.amountCents,
    client_reference_id: row?.id,
  })
  const subscription = await deps.vendors.payments.readSubscription(row?.subscriptionId ?? '')
  expect(subscription).toMatchObject({ status: 'active', quantities: { azure: 3 } })
  expect(await db.$count(subscriptions, eq(subscriptions.stripeId, row?.subscriptionId ?? ''))).toBe(1)
})

test('a double click, a second tab and a retry all lead to one order and one session', {
  tags: ['fault-1', 'fault-2'],
}, async () => {
  const person = await customer()
  const draft = completeDraft()
  const taken = await Promise.all([
    takeOrder(person, draft),
    takeOrder(person, draft),
    takeOrder(person, draft),
  ])
  expect(new Set(taken.map(({ body }) => body.orderIds[0])).size).toBe(1)
  const before = sessions().length
  const body = checkoutFor(person, draft, taken[0] as never)
  const answers = await Promise.all(
    [1, 2, 3].map(() => person.post('/api/payments/create-checkout-session', body)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map((answer) => answer.body.url)).size).toBe(1)
  expect((await person.post('/api/payments/create-checkout-session', body)).body.url).toBe(
    answers[0]?.body.url,
  )
  expect(sessions().length).toBe(before + 1)
})

test('an answer of the payment provider that is lost costs nothing: the retry finds the same session', {
  tags: ['fault-5'],
}, async () => {
  const person = await customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const before = sessions().length
  sandbox.faults.add({ kind: 'lost_answer', vendor: 'stripe', method: 'POST', path: '/v1/checkout/sessions' })
  const body = checkoutFor(person, draft, taken)
  const first = await person.post('/api/payments/create-checkout-session', body)
  expect(first.status).toBe(502)
  expect(first.body.message).toContain('Stripe')
  expect((await person.post('/api/payments/create-checkout-session', body)).status).toBe(200)
  expect(sessions().length).toBe(before + 1)
})

test('a failure that the provider remembers is looked behind and replaced by a new key, once', {
  tags: ['fault-6'],
}, async () => {
  const person = await customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const before = sessions().length
  sandbox.faults.add({ kind: '500', vendor: 'stripe', method: 'POST', path: '/v1/checkout/sessions' })
  const body = checkoutFor(person, draft, taken)
  await person.post('/api/payments/create-checkout-session', body)
  const again = await person.post('/api/payments/create-checkout-session', body)
  expect(again.status).toBe(200)
  expect(sessions().length).toBe(before + 1)
})

test('what the client says of price, address and order is compared and refused', {
  tags: ['fault-9'],
}, async () => {
  const person = await customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const body = checkoutFor(person, draft, taken)
  const send = (more: object) => person.post('/api/payments/create-checkout-session', { ...body, ...more })
  const cheaper = await send({ totalPrice: 1 })
  expect(cheaper).toMatchObject({
    status: 409,
    body: { code: 'price_changed', details: { totalCents: 81_00 } },
  })
  expect((await send({ email: 'somebody@else.test' })).status).toBe(422)
  expect((await send({ orderCount: 2 })).status).toBe(422)
  expect((await send({ domains: [freshName(), freshName()] })).status).toBe(422)
  expect((await send({ recordIds: ['ord_of_somebody_else'] })).status).toBe(404)
  expect((await send({ successUrl: 'https://evil.test/{CHECKOUT_SESSION_ID}' })).status).toBe(422)
  expect((await send({ termsAccepted: false })).status).toBe(422)
  expect((await send({ promotionCode: 'NOSUCHCODE' })).status).toBe(422)
})

test('someone else cannot pay for, confirm or see an order', { tags: ['fault-9'] }, async () => {
  const { draft, taken, url } = await openFor()
  const other = await customer()
  expect(
    (await other.post('/api/payments/create-checkout-session', checkoutFor(other, draft, taken))).status,
  ).toBe(404)
  expect((await other.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)).status).toBe(404)
})

test('a name in someone’s order cannot be ordered again, not even before it is paid', {
  tags: ['fault-29'],
}, async () => {
  const { draft } = await openFor()
  const other = await customer()
  const clash = await takeOrder(other, draft)
  expect(clash).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(
    (await other.get(`/api/orders/validate-domain?domain=${draft.domains.purchase.azure[0]}`)).body,
  ).toEqual({ exists: true })
})

test('the same customer’s changed draft takes its names over, and the old payment page is closed', async () => {
  const { person, draft, orderId, url } = await openFor()
  const changed = { ...draft, companyName: 'Another Name' }
  const taken = await takeOrder(person, changed)
  expect(taken.status).toBe(200)
  expect(await statusOf(orderId)).toBe('expired')
  expect(sessions().find(({ id }) => id === sessionOf(url))?.status).toBe('expired')
})

test('a session that expires unpaid gives the names free', { tags: ['fault-11'] }, async () => {
  const { person, draft, orderId, url } = await openFor()
  await deps.vendors.payments.expireCheckout(sessionOf(url))
  const answer = await person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)
  expect(answer.body.status).toBe('expired')
  expect(await statusOf(orderId)).toBe('expired')
  expect((await takeOrder(await customer(), draft)).status).toBe(200)
})

test('returning before anything is paid says verifying, and a cancelled page stays payable', {
  tags: ['fault-12'],
}, async () => {
  const { person, orderId, url } = await openFor()
  await press(world, url, 'decline')
  await press(world, url, 'cancel')
  expect((await person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)).body.status).toBe(
    'verifying',
  )
  expect(await statusOf(orderId)).toBe('awaiting_payment')
  await press(world, url, 'pay')
  expect((await person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)).body.status).toBe(
    'paid',
  )
})

test('a promotion is taken off what it covers: shown, charged and stored are the same', {
  tags: ['fault-10'],
}, async () => {
  const person = await customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const refused = await person.post(
    '/api/payments/create-checkout-session',
    checkoutFor(person, draft, taken, { promotionCode: 'LAUNCH60' }),
  )
  expect(refused.status).toBe(409)
  const quote = refused.body.details
  expect(quote.totalCents).toBe(32_40)
  const answer = await person.post(
    '/api/payments/create-checkout-session',
    checkoutFor(person, draft, taken, { promotionCode: 'LAUNCH60', quote }),
  )
  await press(world, answer.body.url, 'pay')
  const confirmed = await person.get(`/api/payments/confirmation?session_id=${sessionOf(answer.body.url)}`)
  expect(confirmed.body).toMatchObject({ status: 'paid', totalCents: 32_40 })
})

test('an idempotency key answers a repeated request and refuses another body', {
  tags: ['fault-3'],
}, async () => {
  const person = await customer()
  const draft = completeDraft()
  const headers = { 'idempotency-key': 'key-of-this-order' }
  const first = await takeOrder(person, draft, headers)
  expect((await takeOrder(person, draft, headers)).body.orderIds).toEqual(first.body.orderIds)
  const other = await takeOrder(person, completeDraft(), headers)
  expect(other).toMatchObject({ status: 409, body: { message: 'This key was used for another request.' } })
  // Someone else's key is theirs, although it reads the same.
  const stranger = await takeOrder(await customer(), completeDraft(), headers)
  expect(stranger.status).toBe(200)
  expect(stranger.body.orderIds).not.toEqual(first.body.orderIds)
  expect((await takeOrder(person, draft, headers)).body.orderIds).toEqual(first.body.orderIds)
})

test('the webhook alone fulfils; ten deliveries at once have one effect', {
  tags: ['fault-13', 'fault-15', 'fault-19'],
}, async () => {
  const { orderId, url, person } = await openFor()
  await press(world, url, 'pay')
  const event = stripeEvents(sandbox).find(
    ({ type, data }) => type === 'checkout.session.completed' && data.object.id === sessionOf(url),
  ) as StripeEvent
  const genuine = signed(event)
  const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(person, genuine)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  await Promise.all([1, 2, 3].map(() => processStripeEvent(deps, event.id)))
  expect(await statusOf(orderId)).toBe('active')
  expect(await db.$count(outbox, eq(outbox.recipient, person.email))).toBe(1)
  const forged = [
    { ...genuine, signature: `${genuine.signature.replace('v1=', 'v1=0')}x` },
    signed(event, Math.floor(Date.now() / 1000) - 4000),
    { ...genuine, payload: genuine.payload.replace('paid', 'void') },
  ]
  for (const request of forged) expect((await deliver(person, request)).status).toBe(400)
})

test('when no webhook ever comes, the sweep fulfils', { tags: ['fault-18'] }, async () => {
  const { orderId, url } = await openFor()
  await press(world, url, 'pay')
  await db.update(checkouts).set({ syncedAt: null }).where(eq(checkouts.orderId, orderId))
  await sweepPayments(deps)
  expect(await statusOf(orderId)).toBe('active')
})

test('a payment that no order knows, as after restoring an older backup, is told to the operator once', {
  tags: ['fault-40'],
}, async () => {
  const { url } = await openFor()
  await press(world, url, 'pay')
  await db.delete(checkoutItems)
  await db.delete(checkouts).where(eq(checkouts.sessionId, sessionOf(url)))
  expect(await syncCheckout(deps, sessionOf(url))).toBeUndefined()
  expect(await syncCheckout(deps, sessionOf(url))).toBeUndefined()
  const key = `alert:unknown-payment:${sessionOf(url)}`
  expect(await db.$count(outbox, eq(outbox.dedupeKey, key))).toBe(1)
})

test('saved credentials are shown masked and opened only for their owner', async () => {
  const person = await customer()
  const values = {
    username: 'ops@example.test',
    password: 'Canary-Secret-1',
    workspace: workspaceOf('plausible-Canary-Secret-2').name,
    apiKey: 'plausible-Canary-Secret-2',
  }
  const saved = await person.post('/api/connections', {
    plan: 'azure',
    credentials: { tool: 'instantly', values },
  })
  expect(saved.status).toBe(200)
  expect(JSON.stringify(saved.body)).not.toContain('Canary')
  const draft = {
    ...completeDraft(),
    tool: {
      tool: 'instantly' as const,
      connectionId: saved.body.connection.id,
      shown: saved.body.connection.shown,
    },
  }
  expect((await takeOrder(person, draft)).status).toBe(200)
  expect((await takeOrder(await customer(), { ...draft, companyName: 'Thief' })).status).toBe(422)
})
