import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest'
import { createDatabase } from '#base/db/client.ts'
import {
  bundles,
  checkouts,
  domainNames,
  idempotencyKeys,
  orders,
  outbox,
  stripeEvents as storedEvents,
} from '#base/db/schema/index.ts'
import { takeLease } from '#delivery/provisioning/lease.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { forwardingBasis } from '../server/based-on.ts'
import { cloneTemplate } from '../server/clone-template.ts'
import { freePorts } from '../server/free-ports.ts'
import { manageOrders, sessionOf } from '../server/managed-orders.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '../server/place-order.ts'
import { startProcess } from '../server/product-process.ts'
import { type StripeEvent, signed, stripeEvents } from '../server/stripe-events.ts'
import { createTestApp, type TestBrowser } from '../server/test-app.ts'
import type { TestDatabase } from '../server/test-database.ts'
import { createTestWorld } from '../server/test-world.ts'

// Whole processes start and end here, beside an app in this one on the same database and third parties.
vi.setConfig({ testTimeout: 180_000 })

const world = await createTestWorld({ sandboxPort: await freePorts(5) })
const { deps, sandbox, customer, database } = world
const { db } = deps
const { reconcileUntilDone, paidOrder, domainRow, agree } = manageOrders(world)
afterEach(() => {
  vi.useRealTimers()
  sandbox.faults.clear()
})

const cookiesOf = ({ cookies }: Pick<TestBrowser, 'cookies'>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
/** A request to one process, as the browser of this customer sends it. */
const ask = (
  url: string,
  path: string,
  by: TestBrowser,
  body?: object,
  headers: Record<string, string> = {},
) =>
  fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      cookie: cookiesOf(by),
      origin: deps.config.publicUrl,
      'x-requested-with': 'XMLHttpRequest',
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  })
const sessionsOf = (orderId: string) =>
  sandbox.store
    .collection<{ metadata: { order_id?: string } }>('stripe.checkout_sessions')
    .list()
    .filter(({ metadata }) => metadata.order_id === orderId).length

async function readyToPay() {
  const person = await customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  return {
    person,
    orderId: taken.body.orderIds[0] as string,
    body: checkoutFor(person, draft, taken) as object,
  }
}

test('a process that is killed with an order stored and Stripe not yet asked: the same request with the same key opens one session', {
  tags: ['fault-4'],
}, async () => {
  const { person, orderId, body } = await readyToPay()
  const headers = { 'idempotency-key': 'key-of-a-killed-request' }
  const path = '/api/payments/create-checkout-session'
  sandbox.faults.add({ kind: 'timeout', vendor: 'stripe', method: 'POST', path: '/v1/checkout/sessions' })
  const first = await startProcess(world, 'web')
  const cut = ask(first.url, path, person, body, headers).catch(() => 'cut')
  await expect.poll(() => sandbox.faults.list().length, { timeout: 60_000 }).toBe(0)
  await first.kill()
  expect(await cut).toBe('cut')
  const [stored] = await db.select().from(checkouts).where(eq(checkouts.orderId, orderId))
  expect(stored).toMatchObject({ status: 'prepared', sessionId: null })
  expect(sessionsOf(orderId)).toBe(0)

  const second = await startProcess(world, 'web')
  // The killed request may still be under way for all that anybody knows, until it cannot be any more.
  expect((await ask(second.url, path, person, body, headers)).status).toBe(409)
  await db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '61 seconds'` })
  const again = await ask(second.url, path, person, body, headers)
  expect(again.status).toBe(200)
  expect(sessionsOf(orderId)).toBe(1)
  expect(await (await ask(second.url, path, person, body, headers)).json()).toEqual(await again.json())
  const [sent] = await db.select().from(checkouts).where(eq(checkouts.orderId, orderId))
  expect(sent).toMatchObject({ id: stored?.id, attemptKey: stored?.attemptKey, status: 'open' })
})

test('an event that was stored by a process that is killed then is acted on by the next worker', {
  tags: ['fault-20'],
}, async () => {
  const { person, orderId, body } = await readyToPay()
  const opened = await person.post('/api/payments/create-checkout-session', body)
  await press(world, opened.body.url, 'pay')
  const event = stripeEvents(sandbox).find(
    ({ type, data }) =>
      type === 'checkout.session.completed' && data.object.id === sessionOf(opened.body.url),
  ) as StripeEvent
  const web = await startProcess(world, 'web')
  const { payload, signature } = signed(event)
  const answer = await fetch(`${web.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  expect(answer.status).toBe(200)
  await web.kill()
  // Another request may come to it, but nobody has acted on it yet.
  const [stored] = await db.select().from(storedEvents).where(eq(storedEvents.id, event.id))
  expect(stored).toMatchObject({ processedAt: null })
  expect(await db.$count(bundles, sql`${bundles.orderId} = ${orderId} and ${bundles.status} = 'live'`)).toBe(
    0,
  )

  const worker = await startProcess(world, 'worker')
  await expect
    .poll(async () => (await db.select().from(bundles).where(eq(bundles.orderId, orderId)))[0]?.status, {
      timeout: 60_000,
    })
    .toBe('live')
  await worker.kill()
})

test('a log on a full disk loses lines, never a request', { tags: ['fault-36'] }, async () => {
  const { person } = await paidOrder({}, false)
  const web = await startProcess(world, 'web', { LOG_FILE: '/dev/full', LOG_LEVEL: 'trace' })
  for (let n = 0; n < 20; n++) {
    // Refusals are logged as well.
    expect((await ask(web.url, '/api/orders', person)).status).toBe(200)
    expect((await ask(web.url, '/api/auth/login', person, { email: 'x' })).status).toBe(400)
  }
  expect(await web.stop()).toBe(0)
})

test('while the database says that its disk is full, writes are refused with a time to come back and reads go on', {
  tags: ['fault-36'],
}, async () => {
  const { person, names } = await paidOrder({}, false)
  const basedOn = await forwardingBasis(person)
  const change = (path: string) =>
    person.post('/api/domains/update-forwarding', {
      domains: names,
      forwardingDomain: `example.com/${path}`,
      basedOn,
    })
  // PostgreSQL's own error, raised wherever a row of the order would be written.
  await db.execute(sql`
    create function disk_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`)
  for (const table of ['domains', 'audit_log', 'idempotency_keys', 'stripe_events'])
    await db.execute(
      sql.raw(`create trigger disk_full before insert or update on ${table} execute function disk_full()`),
    )
  const refused = await change('a')
  expect(refused).toMatchObject({
    status: 503,
    body: {
      code: 'unavailable',
      message: 'The database is not available right now. Please try again in a moment.',
    },
  })
  expect(refused.headers['retry-after']).toBe('2')
  const event = stripeEvents(sandbox).at(-1) as StripeEvent
  const { payload, signature } = signed({ ...event, id: 'evt_disk_full' })
  const webhook = await person.raw({
    method: 'POST',
    url: '/api/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  })
  // Not taken, so that it is delivered again.
  expect(webhook.status).toBe(503)
  expect((await person.get('/api/orders')).status).toBe(200)
  expect((await domainRow(names[0] as string))?.forwardingUrl).not.toContain('/a')

  await db.execute(sql`drop function disk_full cascade`)
  expect((await change('b')).status).toBe(200)
  expect((await domainRow(names[0] as string))?.forwardingUrl).toContain('/b')
})

/** This process's wall clock goes wrong; timers and the database's clock do not. */
const shiftClock = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000, shouldAdvanceTime: false })

test.each([-10, 10])(
  'a worker whose clock is wrong by %i minutes does the same as any other, and leases and sessions hold',
  { tags: ['fault-37'] },
  async (minutes) => {
    const { person, names } = await paidOrder({}, false)
    const [name] = names as [string]
    shiftClock(minutes)
    const lease = await takeLease(db, name, 60)
    shiftClock(minutes + 60)
    expect(await world.reconcile(name)).toBe('busy')
    await lease?.release()
    expect((await person.get('/api/auth/profile')).status).toBe(200)
    vi.useRealTimers()

    shiftClock(minutes)
    for (const each of names) await reconcileUntilDone(each)
    // Someone asks for a new look: what is read now is newer than that, whatever this clock says.
    await db.update(domainNames).set({ recheckBefore: sql`now()` }).where(eq(domainNames.name, name))
    const before = sandbox.answered()
    expect(await world.reconcile(name)).toBe('done')
    const looks = sandbox.answered() - before
    expect(looks).toBeGreaterThan(5)
    const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    for (const each of names) await agree(each)
    vi.useRealTimers()
    // Finished names are looked at again within a day of now, not of a clock that is wrong.
    const hours = ((row?.nextRunAt?.getTime() ?? 0) - Date.now()) / 3600_000
    expect(hours).toBeGreaterThan(19)
    expect(hours).toBeLessThanOrEqual(24)
  },
)

test('a sweep by a process whose clock was a day ahead leaves no gap behind when the clock jumps back', {
  tags: ['fault-37'],
}, async () => {
  const { person, orderId, body } = await readyToPay()
  const opened = await person.post('/api/payments/create-checkout-session', body)
  shiftClock(24 * 60)
  await sweepPayments(deps)
  vi.useRealTimers()
  await press(world, opened.body.url, 'pay')
  await sweepPayments(deps)
  const paid = stripeEvents(sandbox).filter(
    ({ type, data }) =>
      type === 'checkout.session.completed' && data.object.id === sessionOf(opened.body.url),
  )
  expect(paid).toHaveLength(1)
  expect(await db.$count(storedEvents, eq(storedEvents.id, paid[0]?.id as string))).toBe(1)
  expect(orderId).toMatch(/^ord_/)
})

test('after an older backup was restored the sweep rebuilds what was paid since, and tells of what nobody knows', {
  tags: ['fault-40'],
}, async () => {
  const known = await readyToPay()
  const opened = await known.person.post('/api/payments/create-checkout-session', known.body)
  const backup = await cloneOf(database)
  // Since then: that one is paid, and an order is placed and paid of which the backup knows nothing.
  await press(world, opened.body.url, 'pay')
  const { person: stranger } = await paidOrder({}, false)
  const [lost] = await db.select().from(checkouts).where(eq(checkouts.customerId, stranger.id))

  const restored = await createTestApp({
    env: { SANDBOX: 'on', SANDBOX_PORT: String(deps.config.sandbox?.port), LIMITS_SCALE: '1000' },
    database: backup,
    fetch: (url, init) => sandbox.fetch(url, init),
  })
  const status = async () =>
    (await backup.db.select().from(orders).where(eq(orders.id, known.orderId)))[0]?.status
  expect(await status()).toBe('awaiting_payment')
  await sweepPayments(restored.deps)
  // What the sweep has found and stored; a worker acts on it.
  for (const { id } of await backup.db.select().from(storedEvents))
    await processStripeEvent(restored.deps, id)
  expect(await status()).toBe('active')
  expect(await backup.db.$count(bundles, eq(bundles.orderId, known.orderId))).toBe(1)
  const told = (await backup.db.select().from(outbox)).filter(({ subject }) =>
    subject.includes('A payment belongs to no order here'),
  )
  expect(told.filter(({ dedupeKey }) => dedupeKey.includes(lost?.sessionId as string))).toHaveLength(1)
})

/** The database as it is at this moment, as restoring a backup of it would bring it back. */
async function cloneOf(source: TestDatabase): Promise<TestDatabase> {
  const { adminUrl } = inject('testServer')
  const template = new URL(source.url).pathname.slice(1)
  // Nobody may be connected to what is cloned; the pool connects again by itself.
  const admin = createDatabase(adminUrl, { max: 1, log: pino({ level: 'silent' }) })
  await admin.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${template}`,
  )
  await admin.close()
  const { url, drop } = await cloneTemplate({ adminUrl, template })
  const copy = createDatabase(url, { max: 8, log: pino({ level: 'silent' }) })
  afterAll(async () => {
    await copy.close()
    await drop()
  })
  return { ...copy, url }
}
