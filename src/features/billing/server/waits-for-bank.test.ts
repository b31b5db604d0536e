import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bundles, outbox, subscriptions } from '#base/db/schema/index.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { isBeside } from '#tests/server/others.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { syncSubscription } from './sync-subscription.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })
const { atStripe, news, processEvents, payments, chargesOf, passDays } = stripeActs(world)

const holdsOf = async ({ person }: ManagedOrder) =>
  (await db.select().from(bundles).where(eq(bundles.customerId, person.id)))
    .filter(({ id }) => !isBeside(id))
    .map(({ hold }) => hold)
const mailsTo = async ({ person }: ManagedOrder) =>
  (await db.select().from(outbox).where(eq(outbox.recipient, person.email))).map(({ body }) => body)
const owedOf = async ({ person, groupId }: ManagedOrder) =>
  (await person.get(`/api/orders/groups/${groupId}`)).body.owed
const triesOf = (customer: string) =>
  sandbox.store
    .collection<{ customer: string; attempt_count: number; status: string }>('stripe.invoices')
    .list()
    .filter((invoice) => invoice.customer === customer && invoice.status === 'open')
    .map(({ attempt_count }) => attempt_count)

async function sweepAlone() {
  const untold = await news()
  await sweepPayments(deps)
  for (const { id } of untold) await processStripeEvent(deps, id)
}

/** An order whose renewal waits for its bank. */
async function asked(
  behaviour: 'always_asks' | 'asks_once' = 'always_asks',
  learn: () => Promise<void> = processEvents,
) {
  const made = await paidOrder({}, false)
  await processEvents()
  const ids = await payments(made)
  await atStripe('/cards', { customer: ids.customer, behaviour })
  await processEvents()
  await passDays(ids.subscription, 31)
  await learn()
  const [owed] = await owedOf(made)
  const press = (action: string) =>
    sandbox.fetch(owed.url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `action=${action}`,
    })
  return { ...made, ...ids, owed, press }
}

beforeEach(() => processEvents())

test.each([
  ['as told', () => processEvents()],
  ['in reverse', () => processEvents('reversed')],
  ['by the sweep alone', sweepAlone],
])(
  'a renewal whose bank asks is told as that, with the page to confirm it, and holds nothing: %s',
  async (_, learn) => {
    const made = await asked('always_asks', learn)
    await learn()
    expect(made.owed).toMatchObject({ isToConfirm: true, cents: 5000 })
    expect(await holdsOf(made)).toEqual([null])
    const mails = (await mailsTo(made)).join('\n---\n')
    expect(mails).toContain('Your bank asks you to confirm a renewal of $50.00.')
    expect(mails).toContain(`confirm it here: ${made.owed.url}`)
    expect(mails).not.toContain('refused')

    await made.press('confirm')
    await learn()
    expect(await owedOf(made)).toEqual([])
    expect(chargesOf(made.customer)).toEqual([8100, 5000])
  },
)

test('what is not confirmed in time is held like a refused renewal, with the true reason, until it is', async () => {
  const made = await asked()
  await db
    .update(subscriptions)
    .set({ graceUntil: new Date(0) })
    .where(eq(subscriptions.stripeId, made.subscription))
  await syncSubscription(deps, made.subscription)
  expect(await holdsOf(made)).toEqual(['past_due'])
  const mails = (await mailsTo(made)).join('\n---\n')
  expect(mails).toContain('Your bank asked you to confirm the last renewal, and it was not confirmed.')
  expect(mails).not.toMatch(/refused for|could not be charged/)
  await processEvents()
  await made.press('confirm')
  await processEvents()
  await processEvents()
  expect(await holdsOf(made)).toEqual([null])
})

test.each([
  ['as told', () => processEvents()],
  ['by the sweep alone', sweepAlone],
])(
  'a confirmation that fails is a refusal, and the next card that asks is told of again: %s',
  async (_, learn) => {
    const made = await asked('always_asks', learn)
    const subjects = async () =>
      (await db.select().from(outbox).where(eq(outbox.recipient, made.person.email)))
        .filter(({ dedupeKey }) => dedupeKey.startsWith('renewal-failed:'))
        .map(({ subject }) => subject)
        .toSorted()
    const [asks, refused] = ['Your bank asks you to confirm a payment', 'Your payment did not go through']
    await made.press('fail')
    for (let rounds = 0; rounds < 3; rounds++) await learn()
    const [owed] = await owedOf(made)
    expect(owed).toMatchObject({ invoiceId: made.owed.invoiceId, url: made.owed.url })
    expect(owed.isToConfirm).toBeUndefined()
    expect(await subjects()).toEqual([asks, refused])

    await atStripe('/cards', { customer: made.customer, behaviour: 'always_asks' })
    for (let rounds = 0; rounds < 3; rounds++) await learn()
    expect(await owedOf(made)).toMatchObject([{ isToConfirm: true }])
    expect(await subjects()).toEqual([asks, asks, refused])
    await made.press('confirm')
    await learn()
    expect(await owedOf(made)).toEqual([])
  },
)

test('a card that asks is tried once, not with every event of its own refusal', async () => {
  const made = await asked()
  const tries = triesOf(made.customer)
  for (let rounds = 0; rounds < 4; rounds++) await processEvents()
  expect(triesOf(made.customer)).toEqual(tries)
})

test('once its owner has confirmed a payment, a card that asks only once is charged automatically', async () => {
  const made = await asked('asks_once')
  await made.press('confirm')
  await processEvents()
  await passDays(made.subscription, 31)
  await processEvents()
  expect(await owedOf(made)).toEqual([])
  expect(chargesOf(made.customer)).toEqual([8100, 5000, 5000])
})

test('another card that the customer chooses is charged for it', async () => {
  const made = await asked()
  await atStripe('/cards', { customer: made.customer, behaviour: 'works' })
  await processEvents()
  expect(await owedOf(made)).toEqual([])
  expect(chargesOf(made.customer)).toEqual([8100, 5000])
})

test('nobody is led to a page that is not Stripe’s', async () => {
  const made = await asked()
  const invoices = sandbox.store.collection<{ hosted_invoice_url: string }>('stripe.invoices')
  for (const [url, isTaken] of [
    ['https://invoice.stripe.com/i/x', true],
    ['http://invoice.stripe.com/i/x', false],
    ['https://stripe.com.example/i/x', false],
    ['javascript:alert(1)', false],
  ] as const) {
    const invoice = invoices.get(made.owed.invoiceId)
    invoices.put(made.owed.invoiceId, { ...invoice, hosted_invoice_url: url })
    await syncSubscription(deps, made.subscription)
    expect((await owedOf(made))[0].url).toBe(isTaken ? url : null)
  }
})
