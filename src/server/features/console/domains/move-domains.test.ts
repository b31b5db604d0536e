import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, domainNames, providerAccounts } from '../../../db/schema/index.ts'
import { createAccountsAtHosts } from '../../../testing/another-account.ts'
import { createPaidOrder } from '../../../testing/paid-order.ts'
import { freshName } from '../../../testing/place-order.ts'
import { joinedStaff } from '../../../testing/staff.ts'
import { createTestWorld } from '../../../testing/test-world.ts'
import { addProviderAccount } from '../../provider-accounts/add-account.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const owner = await customer()
const tess = await joinedStaff(world, 'technician')
const reader = await joinedStaff(world, 'reader')
const secondId = await addProviderAccount(deps, {
  vendor: 'microsoft',
  label: 'second',
  credentials: createAccountsAtHosts(sandbox).microsoft,
  capacity: { domains: 3, mailboxes: 50_000, dailyRecipients: 1_000_000 },
  state: 'open',
})
const [main] = await db.select().from(providerAccounts).where(eq(providerAccounts.label, 'main'))

/** Paid and placed, and nothing made yet. */
async function placed(count: number) {
  const names = Array.from({ length: count }, freshName)
  const { domains } = await createPaidOrder(deps, {
    customerId: owner.id,
    tool: 'other',
    mailboxesPerDomain: 2,
    names: { azure: names },
  })
  await db
    .update(domainNames)
    .set({ providerAccountId: main?.id ?? null })
    .where(inArray(domainNames.name, names))
  return domains
}
const placeOf = async (name: string) =>
  (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]?.providerAccountId
const move = (ids: string[], more: object = {}) =>
  tess.post('/api/operator/domains/move', { ids, account: secondId, ...more })

test('those that may be are moved together, and what stays says why', async () => {
  const all = await placed(6)
  const [one, two, stands, worked, last, tooMany] = all.map(({ name }) => name)
  const set = (name: string | undefined, values: object) =>
    db
      .update(domainNames)
      .set(values)
      .where(eq(domainNames.name, name ?? ''))
  await set(stands, { facts: { verification: { at: '' } } })
  await set(worked, { leaseUntil: sql`now() + interval '1 minute'` })
  const { status, body } = await move(all.map(({ id }) => id))
  expect(status).toBe(200)
  expect(body.moved).toBe(3)
  expect(body.message).toBe('3 domains placed at second, 3 domains left where they are.')
  expect(body.stay.map(({ name, why }: { name: string; why: string }) => [name, why])).toEqual([
    [stands, expect.stringContaining('stands at its host already')],
    [worked, expect.stringContaining('worked on')],
    [tooMany, 'second has no room for it.'],
  ])
  for (const name of [one, two, last]) expect(await placeOf(name ?? '')).toBe(secondId)
  for (const name of [stands, worked, tooMany]) expect(await placeOf(name ?? '')).toBe(main?.id)
  expect(await db.$count(auditLog, eq(auditLog.action, 'domain.moved'))).toBe(3)
  // Given again it does nothing twice.
  const again = await move(all.slice(0, 2).map(({ id }) => id))
  expect(again.body).toMatchObject({ moved: 0, message: 'No domain was moved.' })
})

test('many need their number typed, and who only reads moves none', async () => {
  const ids = Array.from({ length: 51 }, (_, n) => `dom_none${n}`)
  expect(await move(ids)).toMatchObject({ status: 400, body: { message: expect.stringContaining('51') } })
  const { body } = await move(ids, { word: '51' })
  expect(body.stay).toHaveLength(51)
  expect(body.stay[0]).toMatchObject({ why: 'There is no such domain.' })
  const asked = await reader.post('/api/operator/domains/move', { ids, account: secondId })
  expect(asked.status).toBe(403)
})
