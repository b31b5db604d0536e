import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#base/db/ids.ts'
import {
  accountAlerts,
  accountStates,
  domainNames,
  domains,
  providerAccounts,
} from '#base/db/schema/index.ts'
import { suspensionKind } from '#features/health/rules/signals/account-alerts.ts'
import { domainsPerCallMax, platformContents } from '#features/plans/rules/catalog.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import type { Facts } from './facts.ts'
import { findPlace, recipientsPerMailbox, withoutClosedPlace } from './placement.ts'
import { holdingsWithoutPlace, roomForDomains } from './room.ts'

const { deps, customer } = await createTestApp()
const { db } = deps
const { id: customerId } = await customer()
await db.update(providerAccounts).set({ state: 'draining' })
/** Google's have few mailboxes each. */
const each = platformContents.google.mailboxesPerDomain
const { domains: held } = await createPaidOrder(deps, {
  customerId,
  plan: 'google',
  names: { azure: [], google: Array.from({ length: 30 }, freshName) },
})
const names = held.map(({ name }) => name)
const nothing = { capacityDomains: 0, capacityMailboxes: 0, capacityDailyRecipients: 0 }
const accounts = await Promise.all(
  ['first', 'second', 'third'].map(async (label) => {
    const id = newId('providerAccount')
    await db
      .insert(providerAccounts)
      .values({ id, vendor: 'google', label, credentials: 'none', state: 'closed', ...nothing })
    return id
  }),
)
const change = (id: string, values: Partial<typeof providerAccounts.$inferInsert>) =>
  db.update(providerAccounts).set(values).where(eq(providerAccounts.id, id))
const setPlace = (some: readonly string[], providerAccountId: string | null) =>
  db
    .update(domainNames)
    .set({ providerAccountId, facts: {} })
    .where(inArray(domainNames.name, [...some]))
const accuse = (accountId: string) => {
  const at = new Date()
  const about = { alertId: accountId, kind: suspensionKind, type: '', source: '', data: '{}' }
  return db.insert(accountAlerts).values({ accountId, ...about, at, changedAt: at, isClosed: false })
}

const account = fc.record({
  state: fc.oneof({ weight: 4, arbitrary: fc.constant('open') }, fc.constantFrom(...accountStates)),
  isAccused: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
  capacityDomains: fc.nat(9),
  capacityMailboxes: fc.nat(9 * each),
  capacityDailyRecipients: fc.nat(9 * each * recipientsPerMailbox('google')),
  /** That stand there already: more than fit in by now, perhaps. */
  stands: fc.nat(3),
})

test('as many domains as there is said to be room for find a place, and not one more', async () => {
  const seen = new Set<boolean>()
  await fc.assert(
    fc.asyncProperty(fc.array(account, { minLength: 3, maxLength: 3 }), async (drawn) => {
      await db.delete(accountAlerts)
      await setPlace(names, null)
      const left = [...names]
      for (const [index, { stands, isAccused, ...values }] of drawn.entries()) {
        const id = accounts[index] as string
        await change(id, values)
        if (isAccused) await accuse(id)
        if (stands > 0) await setPlace(left.splice(0, stands), id)
      }
      const { google } = await roomForDomains(db)
      let placed = 0
      for (const name of left) {
        const found = await db.transaction((tx) => findPlace(tx, name, 'google'))
        if (!found) break
        await setPlace([name], found)
        placed += 1
      }
      expect(google === placed || (placed === left.length && google > placed)).toBe(true)
      expect(await roomForDomains(db)).toEqual({ azure: 0, google: google - placed })
      seen.add(google > 0)
    }),
    { numRuns: 60 },
  )
  expect(seen).toEqual(new Set([true, false]))
})

test('how much room there is beyond one payment is not told', async () => {
  await db.delete(accountAlerts)
  await setPlace(names, null)
  const most = { capacityMailboxes: 9_999, capacityDailyRecipients: 999_999, state: 'open' } as const
  for (const id of accounts) await change(id, { ...most, capacityDomains: domainsPerCallMax - 60 })
  expect(await roomForDomains(db)).toEqual({ azure: 0, google: domainsPerCallMax })
  await change(accounts[0] as string, { capacityDomains: 5 })
  expect(await roomForDomains(db)).toEqual({ azure: 0, google: 85 })
})

/** What a name may be found with, and where. */
const standings = [true, false].flatMap((isNoted) =>
  [true, false].flatMap((isPlaced) =>
    (['nothing', 'an entry', 'an entry of a name that points here', 'a fact', 'a mailbox'] as const).flatMap(
      (made) => [...accountStates, 'accused' as const].map((state) => ({ isNoted, isPlaced, made, state })),
    ),
  ),
)

test.each(standings)(
  'what needs a place is what is placed anew: %j',
  async ({ isNoted, isPlaced, made, state }) => {
    const [name, id] = [names[0] as string, accounts[0] as string]
    await db.delete(accountAlerts)
    // None has room: only a place that is kept is found.
    for (const other of accounts) await change(other, { ...nothing, state: 'open' })
    await change(id, { state: state === 'accused' ? 'open' : state })
    if (state === 'accused') await accuse(id)
    const facts = {
      ...(isNoted && { host: { accountId: id, at: '' } }),
      ...(made.startsWith('an entry') && { verification: { at: '' } }),
      ...(made.endsWith('points here') && { delegation: { at: '', seen: [], ok: true } }),
      ...(made === 'a fact' && { verified: { at: '' } }),
    } as unknown as Facts
    await db
      .update(domainNames)
      .set({ facts, providerAccountId: isPlaced ? id : null })
      .where(eq(domainNames.name, name))
    await db.execute(
      sql`update mailboxes set external_id = ${made === 'a mailbox' ? 'made' : null} where name = ${name}`,
    )
    const { host } = await withoutClosedPlace(db, name, facts)
    const isKept = Boolean(host ?? (await findPlace(db, name, 'google')))

    const [row] = await db.select().from(domains).where(eq(domains.name, name))
    if (!row) throw new Error('The domain is gone.')
    expect((await holdingsWithoutPlace(db, [row])).has(row.id)).toBe(!isKept)
    expect((await holdingsWithoutPlace(db, [{ ...row, releasedAt: new Date() }])).has(row.id)).toBe(true)
  },
)
