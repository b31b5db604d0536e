import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#base/db/ids.ts'
import { customers, subscriptions } from '#base/db/schema/index.ts'
import { LeaseLost } from '#delivery/provisioning/lease.ts'
import { beforeCommit, meet } from '#tests/server/meet.ts'
import { createTestDatabase } from '#tests/server/test-database.ts'
import { takeBillingLease } from './billing-lease.ts'

const { db } = await createTestDatabase()
const billed = {
  subscriptionId: 'sub_any',
  customerExternalId: 'cus_any',
  status: 'active',
  quantities: {},
  isPaused: false,
  periodEnd: undefined,
  checkoutId: undefined,
} as const
const soon = sql`now() + interval '5 seconds'`

/** A subscription whose billing is due. */
async function due() {
  const id = newId('customer')
  await db.insert(customers).values({ id, email: `${id}@example.test`, name: 'Ada' })
  const stripeId = `sub_${id}`
  await db
    .insert(subscriptions)
    .values({ stripeId, customerId: id, status: 'active', billingDueAt: new Date(0) })
  const itself = eq(subscriptions.stripeId, stripeId)
  const set = (values: Partial<Record<keyof typeof subscriptions.$inferInsert, unknown>>) =>
    db
      .update(subscriptions)
      .set(values as Partial<typeof subscriptions.$inferInsert>)
      .where(itself)
  const take = async () => (await takeBillingLease(db, stripeId)) ?? expect.fail('Someone else has it.')
  const row = async () => (await db.select().from(subscriptions).where(itself))[0] ?? expect.fail('no row')
  return { stripeId, set, take, row }
}

test('a subscription that two workers want to bill at the same moment goes to one', async () => {
  const { stripeId } = await due()
  const answers = await meet(
    db,
    beforeCommit(db, (tx) => takeBillingLease(tx, stripeId)),
    () => takeBillingLease(db, stripeId),
  )
  expect(answers.filter(Boolean)).toHaveLength(1)
})

test('the lease on a subscription lasts for its whole length again before each request', async () => {
  const { set, take, row } = await due()
  const lease = await take()
  await set({ billingLeaseUntil: soon })
  await lease.beforeCall()
  expect(Number((await row()).billingLeaseUntil)).toBeGreaterThan(Date.now() + 45_000)
})

test('whoever loses the lease on a subscription sends and notes nothing more, and leaves it due and to the next', async () => {
  const { set, take, row, stripeId } = await due()
  const lost = await take()
  expect(await takeBillingLease(db, stripeId)).toBeUndefined()
  await set({ billingLeaseUntil: sql`now() - interval '1 second'` })
  const next = await take()
  const { billingLease } = await row()
  await expect(lost.beforeCall()).rejects.toThrow(LeaseLost)
  await expect(lost.noteBilled(billed)).rejects.toThrow(LeaseLost)
  await lost.release()
  expect(await row()).toMatchObject({ billingLease, billedAt: null, billingDueAt: new Date(0) })
  await next.beforeCall()
  // Which of the two requests came last at the provider is not known: it is looked at once more.
  expect(await next.noteBilled(billed)).toBe(false)
  expect(await next.noteBilled(billed)).toBe(true)
  expect(await row()).toMatchObject({ billingLease: null, billingDueAt: null })
})
