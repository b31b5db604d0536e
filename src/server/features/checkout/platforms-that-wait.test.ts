import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { waitsForRoom } from '#shared/money/room-words.ts'
import { type AccountVendor, accountAlerts, providerAccounts } from '../../db/schema/index.ts'
import { createTestWorld } from '../../testing/test-world.ts'

const { deps, customer } = await createTestWorld()
const person = await customer()
const asked = async () => (await person.get('/api/payments/platforms-that-wait')).body.platforms
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

test('nothing waits while an account of each platform takes new domains', async () => {
  expect(await asked()).toEqual([])
})

test.each([
  ['draining', { state: 'draining' }],
  ['closed', { state: 'closed' }],
  ['full of domains', { capacityDomains: 0 }],
  ['without room for the mailboxes of one more domain', { capacityMailboxes: 51 }],
  ['at its limit of recipients a day', { capacityDailyRecipients: 52 * 7 - 1 }],
] as const)('a platform whose accounts are all %s has its orders wait', async (_, values) => {
  await set('microsoft', values)
  expect(await asked()).toEqual(['azure'])
})

test('an account whose only fault is that there is another one keeps nobody waiting', async () => {
  const [one] = given.filter(({ vendor }) => vendor === 'google')
  if (!one) throw new Error('There is no Google account.')
  const { isFull, domains, mailboxes, ...row } = one
  const another = { ...row, id: 'acc_another', label: 'another', state: 'closed' as const }
  await deps.db.insert(providerAccounts).values({ ...another, externalId: 'another' } as never)
  expect(await asked()).toEqual([])
  await set('google', { state: 'draining' })
  expect(await asked()).toEqual(['google'])
  await deps.db.delete(providerAccounts).where(eq(providerAccounts.id, 'acc_another'))
})

test('what is bought is told only of its own platforms', () => {
  expect(waitsForRoom(['google'], ['azure'])).toBeUndefined()
  expect(waitsForRoom(['azure', 'google'], ['azure'])?.title).toBe(
    'New Entra mailboxes have to wait at the moment',
  )
  expect(waitsForRoom(['azure', 'google'], ['azure', 'google'])?.title).toContain('Entra and Google')
})
