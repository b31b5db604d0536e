import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { type AccountVendor, accountAlerts, providerAccounts } from '#base/db/schema/index.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const { deps, customer } = await createTestWorld()
const person = await customer()
const asked = async () => (await person.get('/api/payments/room')).body.room
const given = await deps.db.select().from(providerAccounts)
const set = (vendor: AccountVendor, values: Partial<typeof providerAccounts.$inferInsert>) =>
  deps.db.update(providerAccounts).set(values).where(eq(providerAccounts.vendor, vendor))

beforeEach(async () => {
  await deps.db.delete(accountAlerts)
  for (const { id, state, capacityDomains, capacityMailboxes, capacityDailyRecipients } of given)
    await deps.db
      .update(providerAccounts)
      .set({ state, capacityDomains, capacityMailboxes, capacityDailyRecipients })
      .where(eq(providerAccounts.id, id))
})

test('of room enough no more is told than one payment can be for', async () => {
  expect(await asked()).toEqual({ azure: 100, google: 100 })
})

test.each([
  ['draining', { state: 'draining' }],
  ['closed', { state: 'closed' }],
  ['full of domains', { capacityDomains: 0 }],
  ['without room for the mailboxes of one more domain', { capacityMailboxes: 51 }],
  ['at its limit of recipients a day', { capacityDailyRecipients: 52 * 7 - 1 }],
] as const)('there is no room on a platform whose accounts are all %s', async (_, values) => {
  await set('microsoft', values)
  expect(await asked()).toEqual({ azure: 0, google: 100 })
})

test.each([
  ['domains', { capacityDomains: 7 }],
  ['mailboxes', { capacityMailboxes: 52 * 8 - 1 }],
  ['recipients a day', { capacityDailyRecipients: 52 * 7 * 8 - 1 }],
] as const)('room that ends before a large order does is counted by %s', async (_, values) => {
  await set('microsoft', values)
  expect(await asked()).toEqual({ azure: 7, google: 100 })
})

test('an account whose only fault is that there is another one keeps nobody waiting', async () => {
  const [one] = given.filter(({ vendor }) => vendor === 'google')
  if (!one) throw new Error('There is no Google account.')
  const { isFull, domains, mailboxes, ...row } = one
  const another = { ...row, id: 'acc_another', label: 'another', state: 'closed' as const }
  await deps.db.insert(providerAccounts).values({ ...another, externalId: 'another' } as never)
  expect(await asked()).toEqual({ azure: 100, google: 100 })
  await set('google', { state: 'draining' })
  expect(await asked()).toEqual({ azure: 100, google: 0 })
  await deps.db.delete(providerAccounts).where(eq(providerAccounts.id, 'acc_another'))
})
