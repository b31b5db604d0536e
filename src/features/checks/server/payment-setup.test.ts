import { beforeEach, expect, test } from 'vitest'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { findingOf } from './check.ts'
import { paymentSetupChecks } from './payment-setup.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { atStripe, processEvents, payments } = stripeActs(world)
const { paidOrder } = manageOrders(world, { beside: 'customer' })

const url = `${deps.config.publicUrl}/api/webhooks/stripe`
const endpoint = () => sandbox.store.collection('stripe.webhook_endpoints')
const found = async () => Promise.all(paymentSetupChecks(deps).map(findingOf))

beforeEach(async () => {
  endpoint().delete('present')
  await atStripe('/webhooks/endpoint', { url })
})

test('an endpoint as the docs have it is right, and what no call tells is said to be not proven', async () => {
  expect(await found()).toEqual([
    { what: 'Stripe webhook', ok: true },
    { what: expect.any(String), ok: true, note: expect.stringMatching(/^Not proven: no call tells this/) },
  ])
})

test.each([
  ['is elsewhere', { url: 'https://other.example/api/webhooks/stripe' }, 'no endpoint sends its events here'],
  ['is disabled', { status: 'disabled' }, 'its endpoint is disabled'],
  [
    'is not sent all kinds of events',
    { enabled_events: ['checkout.session.completed', 'customer.subscription.updated'] },
    expect.stringContaining('customer.subscription.paused'),
  ],
  [
    'is written to in another version',
    { api_version: '2024-06-20' },
    'its endpoint is written to in version 2024-06-20, and 2026-10-28.endive is needed',
  ],
])('an endpoint that %s is found', async (_, change, reason) => {
  await atStripe('/webhooks/endpoint', change)
  const [webhook] = await found()
  expect(webhook).toMatchObject({ ok: false, reason, mend: expect.stringContaining(url) })
})

test('an endpoint that is sent every kind of event is right', async () => {
  await atStripe('/webhooks/endpoint', { enabled_events: ['*'] })
  expect((await found())[0]).toEqual({ what: 'Stripe webhook', ok: true })
})

test('an endpoint that Stripe does not tell of is not proven', async () => {
  sandbox.faults.add({ kind: '500', vendor: 'stripe', path: '/v1/webhook_endpoints', times: 10 })
  const [webhook] = await found()
  sandbox.faults.clear()
  expect(webhook).toMatchObject({ ok: true, note: expect.stringMatching(/^Not proven: Stripe did not say/) })
})

test('a subscription that Stripe has ended after its last try shows that it is set up otherwise', async () => {
  const order = await paidOrder({}, false)
  await processEvents()
  const { subscription } = await payments(order)
  await atStripe('/subscriptions/give-up', { id: subscription })
  const [, retries] = await found()
  expect(retries).toMatchObject({
    ok: false,
    reason: `subscription ${subscription} became canceled after its last refused payment`,
  })
})
