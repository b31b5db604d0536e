import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  bundles,
  checkouts,
  domainNames,
  domains,
  orders,
  outbox,
  stripeEvents as storedEvents,
} from '#base/db/schema/index.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { sweepPayments, wakeWaitingEvents } from '#features/payments/server/sweep-payments.ts'
import { buildReinstatement } from '#features/reinstatement/rules/reinstate-request.ts'
import {
  buildReinstateCheckout,
  reinstateResponse,
} from '#features/reinstatement/rules/reinstate-response.ts'
import { manageOrders, sessionOf } from '../server/managed-orders.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '../server/place-order.ts'
import { deliver, type StripeEvent, signed, stripeEvents } from '../server/stripe-events.ts'
import { createTestWorld } from '../server/test-world.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const { reconcileUntilDone, paidOrder, domainRow, agree } = manageOrders(world)

/** A customer in front of the payment page. */
async function readyToPay() {
  const person = await customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const orderId = taken.body.orderIds[0] as string
  const body = checkoutFor(person, draft, taken)
  const pay = () => person.post('/api/payments/create-checkout-session', body)
  return { person, draft, taken, orderId, pay }
}
const statusOf = async (orderId: string) =>
  (await db.select().from(orders).where(eq(orders.id, orderId)))[0]?.status
const checkoutsOf = (orderId: string) => db.$count(checkouts, eq(checkouts.orderId, orderId))
const sessionsOf = (orderId: string) =>
  sandbox.store
    .collection<{ metadata: { order_id?: string } }>('stripe.checkout_sessions')
    .list()
    .filter(({ metadata }) => metadata.order_id === orderId).length
const askedOfStripe = () => sandbox.requests().filter(({ vendor }) => vendor === 'stripe').length
const mailsTo = async (recipient: string) =>
  (await db.select().from(outbox).where(eq(outbox.recipient, recipient))).map(({ subject }) => subject)
const alerts = async (text: RegExp) =>
  (await db.select().from(outbox)).filter(
    ({ subject, dedupeKey }) => text.test(subject) && dedupeKey.startsWith('alert:'),
  ).length

/** Everything that Stripe told of and nobody has acted on yet, in this order. */
async function processEvents(inOrder: (events: StripeEvent[]) => StripeEvent[] = (events) => events) {
  const person = await customer()
  for (const event of inOrder(stripeEvents(sandbox))) {
    expect((await deliver(person, signed(event))).status).toBe(200)
    await processStripeEvent(deps, event.id)
  }
}
const atStripe = async (path: string, body: object) => {
  const answer = await sandbox.fetch(`http://sandbox.invalid/_stripe${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { id: string }
}

test('a payment provider that says 429 is left alone for as long as it said; the draft is kept', {
  tags: ['fault-7'],
}, async () => {
  const { orderId, pay } = await readyToPay()
  // A thousandth of it is waited for here: see the test world.
  sandbox.faults.add({ kind: '429', vendor: 'stripe', retryAfter: 60_000 })
  const first = await pay()
  expect(first).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(Number(first.headers['retry-after'])).toBeGreaterThan(1)
  const requests = askedOfStripe()
  const second = await pay()
  expect(second).toMatchObject({
    status: 503,
    body: { message: 'Stripe is busy. Please try again in a moment.' },
  })
  expect(askedOfStripe()).toBe(requests)
  expect(await statusOf(orderId)).toBe('awaiting_payment')

  await db.execute(sql`update vendor_limits set blocked_until = 0`)
  expect((await pay()).status).toBe(200)
  expect(sessionsOf(orderId)).toBe(1)
})

test('while the payment provider is down every press is told so; requests and rows do not pile up', {
  tags: ['fault-8'],
}, async () => {
  const { orderId, pay } = await readyToPay()
  sandbox.faults.add({ kind: 'drop', vendor: 'stripe', times: 1_000 })
  const requests = askedOfStripe()
  for (let press = 0; press < 10; press++) {
    const answer = await pay()
    expect(answer.status).toBe(502)
    expect(answer.body.message).toMatch(
      /^Stripe gives no proper answer right now: .+\. Please try again in a few minutes\.$/,
    )
  }
  await sweepPayments(deps).catch(() => {})
  expect(askedOfStripe() - requests).toBeLessThanOrEqual(11)
  expect(await checkoutsOf(orderId)).toBeLessThanOrEqual(1)
  expect(await statusOf(orderId)).toBe('awaiting_payment')

  sandbox.faults.clear()
  expect((await pay()).status).toBe(200)
  expect(sessionsOf(orderId)).toBe(1)
})

test('failures that the provider remembers again and again lead to new keys, never to a loop or a second session', {
  tags: ['fault-6'],
}, async () => {
  const { orderId, pay } = await readyToPay()
  sandbox.faults.add({
    kind: '500',
    vendor: 'stripe',
    method: 'POST',
    path: '/v1/checkout/sessions',
    times: 3,
  })
  const statuses: number[] = []
  for (let press = 0; press < 5 && statuses.at(-1) !== 200; press++) {
    const requests = askedOfStripe()
    statuses.push((await pay()).status)
    expect(askedOfStripe() - requests).toBeLessThan(10)
  }
  expect(statuses.at(-1)).toBe(200)
  expect(sessionsOf(orderId)).toBe(1)
})

test('a promotion that ends while the payment page is open is honoured; one that ended before is asked about again', {
  tags: ['fault-10'],
}, async () => {
  const { person, draft, taken } = await readyToPay()
  const quoted = await person.post(
    '/api/payments/create-checkout-session',
    checkoutFor(person, draft, taken, { promotionCode: 'LAUNCH60' }),
  )
  const shown = { quote: quoted.body.details, promotionCode: 'LAUNCH60' }
  const open = () =>
    person.post('/api/payments/create-checkout-session', checkoutFor(person, draft, taken, shown))
  const opened = await open()
  expect(opened.status).toBe(200)

  const code = sandbox.store
    .collection<{ id: string; code: string }>('stripe.promotion_codes')
    .list()
    .find((each) => each.code === 'LAUNCH60')
  await atStripe('/promotions', { id: code?.id, active: false })
  expect(await open()).toMatchObject({ status: 422, body: { fields: { promotionCode: expect.any(String) } } })
  await press(world, opened.body.url, 'pay')
  const confirmed = await person.get(`/api/payments/confirmation?session_id=${sessionOf(opened.body.url)}`)
  expect(confirmed.body).toMatchObject({ status: 'paid', totalCents: shown.quote.totalCents })
  await atStripe('/promotions', { id: code?.id, active: true })
})

test('opening the cancel address after paying changes nothing', { tags: ['fault-14'] }, async () => {
  const { person, orderId, pay } = await readyToPay()
  const { url } = (await pay()).body
  await press(world, url, 'pay')
  await person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)
  await press(world, url, 'cancel')
  await sweepPayments(deps)
  expect((await person.get(`/api/payments/confirmation?session_id=${sessionOf(url)}`)).body.status).toBe(
    'paid',
  )
  expect(await statusOf(orderId)).toBe('active')
})

test('of two customers who order one name at the same moment one gets it, and the other is told which name it is', {
  tags: ['fault-29'],
}, async () => {
  const draft = completeDraft()
  const [first, second] = await Promise.all([customer(), customer()])
  const answers = await Promise.all([takeOrder(first, draft), takeOrder(second, draft)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  const [name, other] = draft.domains.purchase.azure
  expect([name, other]).toEqual(expect.arrayContaining(refused?.body.details.domains))
  // What is offered instead is free for the customer who was refused.
  const offered = await second.post('/api/domains/search-domain', { domain: name })
  expect(
    offered.body.results.filter((each: { domain: string }) => each.domain !== name).length,
  ).toBeGreaterThan(5)
})

test('events that come in the wrong order lead to the right end', { tags: ['fault-16'] }, async () => {
  const { person, orderId, pay } = await readyToPay()
  await press(world, (await pay()).body.url, 'pay')
  await processEvents((events) => events.toReversed())
  expect(await statusOf(orderId)).toBe('active')
  const [bundle] = await db.select().from(bundles).where(eq(bundles.orderId, orderId))
  expect(bundle).toMatchObject({ status: 'live', hold: null, subscriptionId: expect.any(String) })
  expect(await mailsTo(person.email)).toHaveLength(1)
})

test('a late "failed" after "paid" takes nothing back', { tags: ['fault-17'] }, async () => {
  const { person, names, groupId } = await paidOrder({}, false)
  const [paid] = await db.select().from(checkouts).where(eq(checkouts.customerId, person.id))
  const late: StripeEvent = {
    id: 'evt_late_failure',
    object: 'event',
    type: 'checkout.session.async_payment_failed',
    created: Math.floor(Date.now() / 1000),
    data: {
      object: {
        id: paid?.sessionId as string,
        object: 'checkout.session',
        status: 'open',
        payment_status: 'unpaid',
      },
    },
  }
  expect((await deliver(person, signed(late))).status).toBe(200)
  await processStripeEvent(deps, late.id)
  expect(await db.$count(bundles, and(eq(bundles.id, groupId), eq(bundles.status, 'live')))).toBe(1)
  expect(await domainRow(names[0] as string)).toMatchObject({ want: 'run' })
})

test('an event that could not be acted on because the provider was away is woken again a minute later', async () => {
  const { person, orderId, pay } = await readyToPay()
  const { url } = (await pay()).body
  await press(world, url, 'pay')
  const event = stripeEvents(sandbox).find(
    ({ type, data }) => type === 'checkout.session.completed' && data.object.id === sessionOf(url),
  ) as StripeEvent
  expect((await deliver(person, signed(event))).status).toBe(200)
  sandbox.faults.add({ kind: '503', vendor: 'stripe', times: 1_000 })
  await expect(processStripeEvent(deps, event.id)).rejects.toThrow()
  sandbox.faults.clear()
  const woken = async () => {
    await db.execute(sql`delete from jobs.job where name = 'stripe-event'`)
    await wakeWaitingEvents(deps)
    const { rows } = await db.execute<{ id: string }>(
      sql`select data ->> 'eventId' as id from jobs.job where name = 'stripe-event'`,
    )
    return rows.map(({ id }) => id)
  }
  expect(await woken()).not.toContain(event.id)
  await db
    .update(storedEvents)
    .set({ receivedAt: sql`now() - interval '61 seconds'` })
    .where(eq(storedEvents.id, event.id))
  expect(await woken()).toContain(event.id)
  await processStripeEvent(deps, event.id)
  expect(await statusOf(orderId)).toBe('active')
  expect(await woken()).not.toContain(event.id)
})

test('an event of an unknown type is taken, kept and does nothing', { tags: ['fault-22'] }, async () => {
  const person = await customer()
  const strange: StripeEvent = {
    id: 'evt_of_the_future',
    object: 'event',
    type: 'radar.something_new',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 'sth_1', object: 'something', amount: [1, { deep: true }] } },
  }
  expect((await deliver(person, signed(strange))).status).toBe(200)
  const [row] = await db.select().from(storedEvents).where(eq(storedEvents.id, strange.id))
  expect(row).toMatchObject({ type: 'radar.something_new', processedAt: null })
  await processStripeEvent(deps, strange.id)
  expect(await db.$count(storedEvents, isNull(storedEvents.processedAt))).toBe(0)
})

test('an event whose effect was had before the crash does nothing when it is delivered and acted on again', {
  tags: ['fault-21'],
}, async () => {
  const { person, orderId, pay } = await readyToPay()
  await press(world, (await pay()).body.url, 'pay')
  await processEvents()
  const state = async () =>
    Promise.all([
      db
        .select()
        .from(domains)
        .innerJoin(domainNames, eq(domainNames.name, domains.name))
        .where(eq(domains.customerId, person.id))
        .orderBy(domains.id),
      db.select().from(bundles).where(eq(bundles.orderId, orderId)),
      mailsTo(person.email),
    ])
  const before = await state()
  // Killed between the effect and the note that it was had.
  await db.update(storedEvents).set({ processedAt: null })
  await processEvents()
  expect(await state()).toEqual(before)
})

test.each(['dispute', 'refund'] as const)(
  'a %s during provisioning pauses the order and tells the operator once',
  { tags: ['fault-23'] },
  async (kind) => {
    const { person, groupId, names } = await paidOrder({}, false)
    const [name] = names as [string]
    sandbox.faults.add({ kind: '500', vendor: 'microsoft', skip: 3, times: 2 })
    await world.reconcile(name)
    sandbox.faults.clear()
    const [paid] = await db.select().from(checkouts).where(eq(checkouts.customerId, person.id))
    const before = await alerts(/disputed|refunded at Stripe/)
    const made = await atStripe(`/${kind}s`, { paymentIntent: paid?.paymentIntentId })
    await processEvents()
    await processEvents()
    expect(await alerts(/disputed|refunded at Stripe/)).toBe(before + 1)
    expect((await person.get(`/api/orders/groups/${groupId}`)).body.hold).toBe(kind)
    for (const each of names) await reconcileUntilDone(each)
    expect(await domainRow(name)).toMatchObject({ want: 'run', status: 'pending' })

    if (kind === 'refund') return
    await atStripe('/disputes/close', { id: made.id, outcome: 'won' })
    await processEvents()
    for (const each of names) {
      await reconcileUntilDone(each)
      await agree(each)
    }
  },
)

test('a reinstatement whose checkout fails stays cancelled, and the next press opens one payment page', {
  tags: ['fault-41'],
}, async () => {
  const { person, groupId, names } = await paidOrder({}, false)
  await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  const asked = await person.post(
    '/api/orders/reinstate',
    buildReinstatement(
      names.map((domain) => ({ domain, domainType: 'Azure', status: 'cancelled', groupId })),
      {
        forwardingUrl: 'https://example.com/back',
        companyName: 'Acme',
        people: [{ firstName: 'Jane', lastName: 'Doe' }],
        profilePictureLink: '',
        tool: { tool: 'other', values: {}, connectionId: undefined },
      },
      names.map(() => ({ platform: 'azure', before: [] })),
    ),
  )
  const checkout = buildReinstateCheckout(reinstateResponse.parse(asked.body), {
    customer: { name: 'Ada', email: person.email },
    origin: 'http://localhost:3000',
  })
  if (!checkout.ok) throw new Error(checkout.problem.message)
  const pay = () => person.post('/api/payments/create-checkout-session', checkout.value)
  sandbox.faults.add({ kind: 'lost_answer', vendor: 'stripe', method: 'POST', path: '/v1/checkout/sessions' })
  expect(await pay()).toMatchObject({ status: 502, body: { message: expect.stringContaining('Stripe') } })
  expect(await domainRow(names[0] as string)).toMatchObject({ want: 'retire', status: 'cancelled' })
  const opened = await pay()
  expect(opened.status).toBe(200)
  expect(
    await db.$count(checkouts, and(eq(checkouts.customerId, person.id), eq(checkouts.kind, 'reinstate'))),
  ).toBe(1)
  await press(world, opened.body.url, 'pay')
  await person.get(`/api/payments/confirmation?session_id=${sessionOf(opened.body.url)}`)
  expect(await domainRow(names[0] as string)).toMatchObject({ want: 'run' })
})
