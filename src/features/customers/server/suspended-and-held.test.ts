import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { bundles, outbox } from '#base/db/schema/index.ts'
import { readDesired } from '#delivery/provisioning/read-desired.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld({ env: { OPERATOR_EMAIL: 'operator@example.test' } })
const { deps } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })
const { atStripe, processEvents, payments } = stripeActs(world)
const operator = async (...args: string[]) => {
  const { out, err } = await runCommand(commands, args, async () => deps)
  return out + err
}

async function ordered() {
  const order = await paidOrder({}, false)
  await processEvents()
  const { paymentIntent, subscription } = await payments(order)
  const access = (verb: 'suspend' | 'enable' | 'disable', ...more: string[]) =>
    operator(
      'customer',
      verb,
      '--email',
      order.person.email,
      ...(verb === 'disable' ? [] : ['--background']),
      ...more,
    )
  return {
    ...order,
    suspend: () => access('suspend', '--billing'),
    enable: () => access('enable', '--billing'),
    access,
    refund: () => atStripe('/refunds', { paymentIntent }),
    dispute: () => atStripe('/disputes', { paymentIntent }),
    order: (verb: 'hold' | 'release') => operator('order', verb, '--order', order.groupId),
    /** Whether it is served, why it is held, and whether Stripe charges nothing. */
    async stands() {
      await processEvents()
      const [bundle] = await db.select().from(bundles).where(eq(bundles.id, order.groupId))
      const { holding } = await readDesired(db, order.names[0] as string)
      return {
        hold: bundle?.hold,
        isServed: holding?.isServed,
        isUnpaid: holding?.unpaidSince !== null,
        isPaused: (await deps.vendors.payments.readSubscription(subscription)).isPaused,
      }
    },
    subjects: async () =>
      (await db.select().from(outbox).where(eq(outbox.recipient, order.person.email))).map(
        ({ subject }) => subject,
      ),
  }
}
type Ordered = Awaited<ReturnType<typeof ordered>>

const running = { hold: null, isServed: true, isUnpaid: false, isPaused: false }
const suspended = { hold: null, isServed: false, isUnpaid: true, isPaused: true }
const heldFor = (hold: string) => ({ hold, isServed: false, isUnpaid: true, isPaused: true })

beforeEach(() => processEvents())

const holds: [string, 'refund' | 'dispute' | 'operator', (order: Ordered) => Promise<unknown>][] = [
  ['a refund', 'refund', (order) => order.refund()],
  ['a dispute', 'dispute', (order) => order.dispute()],
  ['order hold', 'operator', (order) => order.order('hold')],
]

describe.each(holds)('a suspension without billing, and %s', (_, hold, begin) => {
  test('the hold first: enabling lifts the suspension alone', { tags: ['fault-60'] }, async () => {
    const order = await ordered()
    await begin(order)
    expect(await order.stands()).toEqual(heldFor(hold))
    await order.suspend()
    expect(await order.stands()).toEqual(heldFor(hold))
    await order.enable()
    expect(await order.stands()).toEqual(heldFor(hold))
    await order.order('release')
    expect(await order.stands()).toEqual(running)
  })

  test('the suspension first: enabling leaves what has come since', { tags: ['fault-60'] }, async () => {
    const order = await ordered()
    await order.suspend()
    expect(await order.stands()).toEqual(suspended)
    await begin(order)
    expect(await order.stands()).toEqual(heldFor(hold))
    await order.enable()
    expect(await order.stands()).toEqual(heldFor(hold))
  })

  test('the hold ends first: nothing is served or billed before the suspension ends', async () => {
    const order = await ordered()
    await order.suspend()
    await begin(order)
    await order.stands()
    await order.order('release')
    expect(await order.stands()).toEqual(suspended)
    expect((await order.subjects()).filter((subject) => subject.endsWith('resumes'))).toEqual([])
    await order.enable()
    expect(await order.stands()).toEqual(running)
  })
})

test('a dispute that is won while its customer is suspended starts nothing', async () => {
  const order = await ordered()
  const { id } = await order.dispute()
  await order.stands()
  await order.suspend()
  await atStripe('/disputes/close', { id, outcome: 'won' })
  expect(await order.stands()).toEqual(suspended)
  await order.enable()
  expect(await order.stands()).toEqual(running)
})

test('the customer is told once of each, and the operator sees both causes', async () => {
  const order = await ordered()
  await order.suspend()
  await order.suspend()
  expect((await order.subjects()).filter((subject) => subject === 'Your orders are on hold')).toHaveLength(1)
  expect(await operator('doctor')).toContain(`${order.groupId} · suspended · since `)
  expect(await operator('order', 'list', '--held', '--customer', order.person.email)).toContain('suspended')
  await order.refund()
  await order.stands()
  expect(await operator('doctor')).toContain(`${order.groupId} · refund · since `)
  expect(await operator('order', 'list', '--held', '--customer', order.person.email)).toContain(
    'refund, suspended',
  )
  await order.enable()
  expect((await order.subjects()).filter((subject) => subject === 'Your orders continue')).toHaveLength(1)
})

test('customer enable without --billing keeps unbilled orders on hold until each is released', async () => {
  const order = await ordered()
  await order.suspend()
  await order.stands()
  expect(await order.access('enable')).toContain(
    'Billing had been stopped: 1 group is on hold until order release.',
  )
  expect(await order.stands()).toEqual(heldFor('operator'))
  await order.order('release')
  expect(await order.stands()).toEqual(running)
})

test.each([true, false])(
  'customer disable begins nothing that customer suspend has stopped: it is refused (billing stopped: %s)',
  async (withBilling) => {
    const order = await ordered()
    await order.access('suspend', ...(withBilling ? ['--billing'] : []))
    const before = await order.stands()
    expect(before.isServed).toBe(false)
    expect(await order.access('disable')).toContain(`customer enable --email ${order.person.email}`)
    expect(await order.stands()).toEqual(before)
  },
)

test('a suspension without billing that cannot be noted as a whole is none', async () => {
  const order = await ordered()
  await db.execute(sql`create function no_billing() returns trigger language plpgsql as
    $$ begin raise exception 'killed'; end $$`)
  await db.execute(sql`create trigger no_billing before update on subscriptions
    for each row execute function no_billing()`)
  await expect(order.suspend()).rejects.toThrow()
  await db.execute(sql`drop function no_billing cascade`)
  expect(await order.stands()).toEqual(running)
  await order.suspend()
  expect(await order.stands()).toEqual(suspended)
})
