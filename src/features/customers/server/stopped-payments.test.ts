import { eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import {
  bulkJobs,
  bundles,
  checkouts,
  customers,
  domainNames,
  domains,
  helperCredentials,
  outbox,
  refunds,
} from '#base/db/schema/index.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { payOwedRefunds } from '#features/refunds/server/pay-refunds.ts'
import { manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { beforeCommit, meet } from '#tests/server/meet.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '#tests/server/place-order.ts'
import { rowsOfCustomer } from '#tests/server/rows-of-customer.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { eraseWhoIsDue } from './erase-customer.ts'

const world = await createTestWorld({ env: { OPERATOR_EMAIL: 'operator@example.test' } })
const { deps, sandbox } = world
const { db } = deps
const { payments } = deps.vendors
const { reconcileUntilDone } = manageOrders(world)
const { bill } = stripeActs(world)
const operator = async (...args: string[]) => {
  const { out, err } = await runCommand(commands, args, async () => deps)
  return out + err
}
beforeEach(() => sandbox.faults.clear())

/** A customer on the payment page of an order for two bought domains. */
async function payer() {
  const person = await world.customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const body = checkoutFor(person, draft, taken)
  const open = () => person.post('/api/payments/create-checkout-session', body)
  return { person, open, names: taken.body.data.domainGroups[0].domains as string[] }
}
async function onPaymentPage() {
  const { person, open, names } = await payer()
  const { url } = (await open()).body as { url: string }
  return { person, names, url, atStripe: () => payments.readCheckout(sessionOf(url)) }
}
type Payer = Awaited<ReturnType<typeof payer>>['person']

const bundleOf = async ({ id }: Payer) =>
  (await db.select().from(bundles).where(eq(bundles.customerId, id)))[0] as typeof bundles.$inferSelect
const checkoutOf = async ({ id }: Payer) =>
  (await db.select().from(checkouts).where(eq(checkouts.customerId, id)))[0] as typeof checkouts.$inferSelect
const held = async ({ id }: Payer) =>
  (await db.select().from(domains).where(eq(domains.customerId, id))).filter(({ releasedAt }) => !releasedAt)
const told = async (words: string) =>
  (
    await db
      .select()
      .from(outbox)
      .where(like(outbox.subject, `%${words}%`))
  ).filter(({ recipient }) => recipient === 'operator@example.test')
const bought = () =>
  sandbox.store
    .collection<{ name: string }>('dnsimple.domains')
    .list()
    .map(({ name }) => name)

const ends = {
  suspend: (email: string) => operator('customer', 'suspend', '--email', email, '--background'),
  close: (email: string) => operator('customer', 'close', '--email', email, '--yes'),
  erase: (email: string) => operator('customer', 'erase', '--email', email, '--yes'),
}

describe.each(Object.entries(ends))('customer %s', (verb, end) => {
  test('ends open payment pages at Stripe, and gives their names free', { tags: ['fault-58'] }, async () => {
    const { person, url, atStripe } = await onPaymentPage()
    const said = await end(person.email)
    if (verb !== 'erase') expect(said).toContain('1 payment page ended.')
    await press(world, url, 'pay')
    expect(await atStripe()).toMatchObject({ status: 'expired', paid: false })
    expect(await held(person)).toEqual([])
    expect((await checkoutOf(person)).status).toBe('expired')
  })

  test('leaves everybody else’s payment page, updates and sessions as they are', async () => {
    const [stopped, other] = [await onPaymentPage(), await onPaymentPage()]
    const customerId = other.person.id
    await db.insert(bulkJobs).values({
      id: newId('bulkJob'),
      customerId,
      tool: 'smartlead',
      operation: 'update-tags',
      settings: { tags: [] },
    })
    await db.insert(helperCredentials).values({
      id: newId('helperCredential'),
      customerId,
      tool: 'smartlead',
      secrets: 'sealed',
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    const before = await rowsOfCustomer(db, customerId)
    await end(stopped.person.email)
    expect(await rowsOfCustomer(db, customerId)).toBe(before)
    expect(await other.atStripe()).toMatchObject({ status: 'open' })
    expect((await other.person.get('/api/auth/profile')).status).toBe(200)
  })

  test('is done though Stripe does not answer: the page is ended by the next sweep', {
    tags: ['fault-58'],
  }, async () => {
    const { person, atStripe } = await onPaymentPage()
    sandbox.faults.add({ vendor: 'stripe', kind: '503', times: 10_000 })
    const said = await end(person.email)
    sandbox.faults.clear()
    if (verb === 'suspend') expect(said).toContain('1 payment page could not be ended at Stripe yet')
    if (verb === 'close') expect(said).toContain(`customer close --email ${person.email} --yes`)
    expect((await person.get('/api/auth/profile')).status).toBe(401)
    expect(await atStripe()).toMatchObject({ status: 'open' })
    await sweepPayments(deps)
    expect(await atStripe()).toMatchObject({ status: 'expired' })
    expect(await held(person)).toEqual([])
  })
})

test('a page that is being opened while its customer is suspended is not opened', async () => {
  const { person, open } = await payer()
  const suspend = async (tx: Db) => {
    await tx.update(customers).set({ suspendedAt: new Date() }).where(eq(customers.id, person.id))
  }
  const met = await meet(db, beforeCommit(db, suspend), open)
  expect(met).toEqual([undefined, expect.objectContaining({ status: 401 })])
  expect(await db.$count(checkouts, eq(checkouts.customerId, person.id))).toBe(0)
})

describe('what is paid at the moment of a suspension', () => {
  test.each([
    ['continues to be billed', [], false],
    ['is not billed where billing was to stop as well', ['--billing'], true],
  ] as const)('is kept, not set up, told to the operator, and %s', async (_, options, isPaused) => {
    const { person, names, url } = await onPaymentPage()
    await press(world, url, 'pay')
    await operator('customer', 'suspend', '--email', person.email, '--background', ...options)
    await bill()
    const bundle = await bundleOf(person)
    expect(bundle).toMatchObject({ status: 'live', hold: null })
    expect(await payments.readSubscription(bundle.subscriptionId as string)).toMatchObject({
      status: 'active',
      isPaused,
    })
    for (const name of names) await world.reconcile(name)
    for (const name of names) {
      expect(bought()).not.toContain(name)
      const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
      expect(row?.facts).not.toHaveProperty('host')
      expect(row?.registration).toBe('none')
    }
    const [alert] = await told(`${person.email} is suspended and has paid`)
    expect(alert?.body).toContain(`customer enable --email ${person.email}${isPaused ? ' --billing' : ''}`)
    const mails = await db.select().from(outbox).where(eq(outbox.recipient, person.email))
    const receipt = mails.find(({ subject }) => subject.endsWith('is paid'))
    expect(receipt?.body).toContain('nothing is set up for now')

    await operator('customer', 'enable', '--email', person.email, '--background', ...options)
    for (const name of names) await reconcileUntilDone(name)
    await bill()
    for (const name of names) expect(bought()).toContain(name)
    expect((await held(person)).map(({ status }) => status)).toEqual(['done', 'done'])
    expect(await payments.readSubscription(bundle.subscriptionId as string)).toMatchObject({
      status: 'active',
      isPaused: false,
    })
  })

  test('though it is noted only later', async () => {
    const { person, names, url, atStripe } = await onPaymentPage()
    await press(world, url, 'pay')
    sandbox.faults.add({ vendor: 'stripe', kind: '503', times: 10_000 })
    await operator('customer', 'suspend', '--email', person.email, '--background', '--billing')
    sandbox.faults.clear()
    await sweepPayments(deps)
    expect(await atStripe()).toMatchObject({ status: 'complete' })
    await bill()
    const bundle = await bundleOf(person)
    expect(bundle.status).toBe('live')
    expect(await payments.readSubscription(bundle.subscriptionId as string)).toMatchObject({ isPaused: true })
    for (const name of names) await world.reconcile(name)
    for (const name of names) expect(bought()).not.toContain(name)
  })
})

describe.each(['close', 'erase'] as const)('what is paid at the moment of customer %s', (verb) => {
  test('goes back by itself, ends its subscription, and is told to the operator', {
    tags: ['fault-58'],
  }, async () => {
    const { person, names, url, atStripe } = await onPaymentPage()
    await press(world, url, 'pay')
    await ends[verb](person.email)
    expect(await bundleOf(person)).toMatchObject({ status: 'expired' })
    expect(await held(person)).toEqual([])
    await payOwedRefunds(deps)
    await bill()
    const checkout = await checkoutOf(person)
    expect(checkout.status).toBe('paid')
    const { subscription, paymentId } = await atStripe()
    expect(subscription?.status).toBe('ended')
    expect(await payments.readRefunds(paymentId as string)).toMatchObject({ isWhole: true })
    expect(await db.select().from(refunds).where(eq(refunds.checkoutId, checkout.id))).toMatchObject([
      { cents: checkout.paidCents },
    ])
    expect((await told('A payment was not needed and goes back')).map(({ body }) => body)).toContainEqual(
      expect.stringContaining(checkout.id),
    )
    for (const name of names) expect(bought()).not.toContain(name)
    // Nothing keeps the data from going, and nobody who is gone is written to.
    await db
      .update(customers)
      .set({ eraseDueAt: new Date(0) })
      .where(eq(customers.id, person.id))
    await eraseWhoIsDue(db)
    const [gone] = await db.select().from(customers).where(eq(customers.id, person.id))
    expect(gone?.erasedAt).not.toBeNull()
    expect(await db.$count(outbox, like(outbox.recipient, 'erased-%'))).toBe(0)
  })
})
