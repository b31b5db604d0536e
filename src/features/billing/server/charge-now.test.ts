import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { auditLog, bundles, outbox, subscriptions } from '#base/db/schema/index.ts'
import type { ConsoleOrderPage } from '#features/orders/api/console-orders.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { raiseBilling } from './raise-billing.ts'
import { syncBilling } from './sync-billing.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const { atStripe, bill, chargesOf, passDays, payments, processEvents } = stripeActs(world)
const owner = await joinedStaff(world, 'owner')
const order = (act: string, id: string, ...more: string[]) =>
  runCommand(commands, ['order', act, '--order', id, ...more], async () => deps)

beforeEach(() => processEvents())

const orderOf = async ({ groupId }: ManagedOrder) =>
  (await db.select().from(bundles).where(eq(bundles.id, groupId)))[0]?.orderId as string
const offered = async (id: string) =>
  ((await owner.get(`/api/operator/orders/${id}`)).body as ConsoleOrderPage).chargeAfterRelease
const day = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString().slice(0, 10)
const periodEnd = async (id: string) =>
  (await db.select().from(subscriptions).where(eq(subscriptions.stripeId, id)))[0]?.periodEnd

/** On hold over the day on which it would have renewed: that charge is dropped. */
async function heldOverRenewal() {
  const placed = await paidOrder({}, false)
  await processEvents()
  const { subscription, customer } = await payments(placed)
  await passDays(subscription, 29)
  await processEvents()
  const id = await orderOf(placed)
  expect((await order('hold', id)).err).toBe('')
  await processEvents()
  await passDays(subscription, 2)
  await processEvents()
  return { id, placed, subscription, customer, before: chargesOf(customer).length }
}

test('a release that charges now begins a period, charged once, and the next one comes 30 days later', async () => {
  const { id, placed, subscription, customer, before } = await heldOverRenewal()
  expect(await offered(id)).toEqual({
    inTurn: expect.stringContaining('was not charged because of the hold'),
    now: `$50.00 for ${day(0)} to ${day(30)} is charged now. The next charge is $50.00 on ${day(30)}.`,
  })
  expect((await order('release', id, '--charge-now')).out).toContain('is charged now.')
  await processEvents()
  expect(chargesOf(customer).slice(before)).toEqual([5_000])
  // Set again, as after a lost answer, it is not charged again.
  await db.transaction((tx) => raiseBilling(tx, deps, subscription))
  await bill()
  await processEvents()
  expect(chargesOf(customer).slice(before)).toEqual([5_000])
  expect((await periodEnd(subscription))?.toISOString().slice(0, 10)).toBe(day(30))
  const mails = await db.select().from(outbox).where(eq(outbox.recipient, placed.person.email))
  expect(mails.find(({ subject }) => subject.includes('resumes'))?.body).toContain(
    `$50.00 for ${day(0)} to ${day(30)} is charged now. The next charge is $50.00 on ${day(30)}.`,
  )
  expect(
    await db.$count(
      auditLog,
      and(eq(auditLog.action, 'payment.given_up'), eq(auditLog.subject, placed.groupId)),
    ),
  ).toBe(0)

  await passDays(subscription, 29)
  await processEvents()
  expect(chargesOf(customer).slice(before)).toEqual([5_000])
  await passDays(subscription, 2)
  await processEvents()
  expect(chargesOf(customer).slice(before)).toEqual([5_000, 5_000])
})

test('without an answer to the charge it is made once, however often it is tried', async () => {
  const { id, subscription, customer, before } = await heldOverRenewal()
  await order('release', id, '--charge-now')
  // The pause ends first.
  world.sandbox.faults.add({
    kind: 'lost_answer',
    vendor: 'stripe',
    method: 'POST',
    path: '/v1/subscriptions/',
    skip: 1,
    times: 9,
  })
  await expect(syncBilling(deps, subscription)).rejects.toThrow('Stripe')
  world.sandbox.faults.clear()
  expect(chargesOf(customer).slice(before)).toEqual([5_000])
  await db.update(subscriptions).set({ billingLease: null })
  await bill()
  await processEvents()
  expect(chargesOf(customer).slice(before)).toEqual([5_000])
})

test('a card that is refused leaves a renewal that can be paid, and the order in its days of grace', async () => {
  const { id, subscription, customer } = await heldOverRenewal()
  await atStripe('/cards', { customer, behaviour: 'declines' })
  await order('release', id, '--charge-now')
  await bill()
  await processEvents()
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.stripeId, subscription))
  expect(row).toMatchObject({
    status: 'past_due',
    graceUntil: expect.any(Date),
    openInvoice: { cents: 5_000 },
  })
})

test('what was asked for is not charged once it is on hold again, and what is released in turn is not either', async () => {
  const { id, customer, before } = await heldOverRenewal()
  await order('release', id, '--charge-now')
  await order('hold', id)
  await processEvents()
  await order('release', id)
  await processEvents()
  expect(chargesOf(customer).length).toBe(before)
})

test('there is no charge to make now where a period is paid, or others run on', async () => {
  const paid = await paidOrder({}, false)
  await processEvents()
  const idOfPaid = await orderOf(paid)
  await order('hold', idOfPaid)
  await processEvents()
  expect((await offered(idOfPaid)).now).toBeNull()
  expect((await order('release', idOfPaid, '--charge-now')).err).toContain('has dropped no charge')

  const two = await paidOrder({ orderCount: 2 }, false)
  await processEvents()
  const { subscription } = await payments(two)
  await passDays(subscription, 29)
  await processEvents()
  await order('hold', two.groupId)
  await processEvents()
  await passDays(subscription, 2)
  await processEvents()
  expect((await offered(await orderOf(two))).now).toBeNull()
  expect((await order('release', two.groupId, '--charge-now')).err).toContain('has dropped no charge')
})
