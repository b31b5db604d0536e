import { eq, inArray, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import {
  accountListings,
  domainEvents,
  domainNames,
  domains,
  mailboxes,
  providerAccounts,
} from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import { microsoftState } from '#vendors/microsoft/simulator/state.ts'
import { answerWorkItems } from '../testing/operator-robot.ts'
import { reconcileUntilDone } from '../testing/reconcile-until-done.ts'
import { vendorDifferences } from '../testing/vendor-state.ts'
import { sweepListings } from './sweep-listings.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const accounts = sandbox.store.collection<InstantlyAccount>('instantly.accounts')
const sweep = () => sweepListings({ ...deps, log: pino({ level: 'silent' }) })

/** An order whose names are finished and were looked at a day ago. */
async function finishedOrder(count: number) {
  const { id } = await world.customer()
  const names = Array.from({ length: count }, freshName)
  const order = await createPaidOrder(deps, {
    customerId: id,
    names: { azure: names, google: [] },
    mailboxesPerDomain: 4,
  })
  for (const name of names) await reconcileUntilDone(world, name)
  await aDayLater()
  const [placed] = await db
    .select()
    .from(domainNames)
    .where(eq(domainNames.name, names[0] as string))
  const accountId = placed?.providerAccountId as string
  await makeDue(order.connectionId, accountId)
  await takeWoken()
  return { ...order, names, accountId }
}

async function makeDue(...subjects: string[]): Promise<void> {
  await db
    .update(accountListings)
    .set({ nextAt: sql`now()` })
    .where(inArray(accountListings.subject, subjects))
}

/** Everything that was known of any name is a day older; no account is due. */
async function aDayLater(): Promise<void> {
  await db.execute(sql`
    update domain_names n set listed = '{}', facts = (
      select jsonb_object_agg(key, value || jsonb_build_object('at', (value ->> 'at')::timestamptz - interval '23 hours'))
      from jsonb_each(n.facts))
    where n.facts <> '{}'`)
  await sweep()
  await db.update(accountListings).set({ nextAt: sql`now() + interval '10 hours'` })
}

const sentences = async (name: string) =>
  (await db.select().from(domainEvents).where(eq(domainEvents.name, name)).orderBy(domainEvents.id)).map(
    ({ sentence }) => sentence,
  )

/** Names that were woken, and are no more afterwards. */
async function takeWoken(): Promise<string[]> {
  const woken = await db.execute<{ name: string }>(
    sql`delete from jobs.job where name = 'reconcile' returning data ->> 'name' as name`,
  )
  return woken.rows.map(({ name }) => name).sort()
}

const idsOf = (collection: { entries(): { id: string; value: unknown }[] }, name: string) =>
  collection
    .entries()
    .filter(({ value }) => JSON.stringify(value).includes(`@${name}"`))
    .map(({ id }) => id)

test('mailboxes deleted in the sending tool are put back and the timeline says so, once', async () => {
  const { names, connectionId } = await finishedOrder(2)
  const [name, other] = names as [string, string]
  const before = await sentences(name)
  for (const id of idsOf(accounts, name).slice(0, 2)) accounts.delete(id)
  await sweep()
  expect(await takeWoken()).toEqual([name])
  await reconcileUntilDone(world, name)
  expect(idsOf(accounts, name)).toHaveLength(4)
  expect((await sentences(name)).slice(before.length)).toEqual([
    '2 mailboxes were missing in Instantly and were put back',
  ])
  expect(await sentences(other)).toHaveLength(before.length)

  // Whoever signed in has woken it as well.
  await takeWoken()
  await makeDue(connectionId)
  await sweep()
  expect(await takeWoken()).toEqual([])
})

test('a mailbox that was disabled at the host is switched on again, and one that was removed is made again', async () => {
  const { names, accountId } = await finishedOrder(1)
  const name = names[0] as string
  const before = await sentences(name)
  const host = await deps.vendors.mailboxHost(accountId)
  const [disabled, removed] = (await host.mailboxes(name)).map(({ externalId }) => externalId)
  await host.setMailboxesEnabled([disabled as string], false)
  await host.deleteMailboxes([removed as string])
  await sweep()
  await reconcileUntilDone(world, name)
  expect((await host.mailboxes(name)).map(({ enabled }) => enabled)).toEqual([true, true, true, true])
  expect((await sentences(name)).slice(before.length)).toEqual([
    '1 mailbox was missing at Microsoft and was made again. 1 mailbox was disabled at Microsoft and was switched on again',
    // What was given to the tool before has ended with it.
    '2 mailboxes were signed out of Instantly and were signed in again',
  ])
})

test('passwords of mailboxes that an earlier release made are kept from running out by the listing, once', async () => {
  const { names, accountId } = await finishedOrder(1)
  const name = names[0] as string
  const users = microsoftState(sandbox.store).users
  const ours = () => users.list().filter((user) => user.userPrincipalName.endsWith(`@${name}`))
  const [takenOver] = ours()
  for (const user of ours()) users.put(user.id, { ...user, passwordPolicies: null }, user.tenantId)
  await db
    .update(mailboxes)
    .set({ secret: null })
    .where(eq(mailboxes.externalId, takenOver?.id ?? ''))
  const before = await sentences(name)
  await sweep()
  expect(await takeWoken()).toEqual([])
  const lasting = ours().filter(({ passwordPolicies }) => passwordPolicies === 'DisablePasswordExpiration')
  expect(lasting.map(({ id }) => id)).not.toContain(takenOver?.id)
  expect(lasting).toHaveLength(3)
  expect(await sentences(name)).toEqual(before)

  await makeDue(accountId)
  const answered = sandbox.answered()
  await sweep()
  const again = sandbox.requests().slice(sandbox.requests().length - (sandbox.answered() - answered))
  expect(again.filter(({ path }) => path.includes('$batch'))).toEqual([])
})

test('the fifty names of an account cost one listing, and a look that heals nothing is not told', async () => {
  const { names, connectionId } = await finishedOrder(50)
  const told = await Promise.all(names.map(sentences))
  const before = sandbox.answered()
  await sweep()
  const listing = sandbox.requests().slice(-(sandbox.answered() - before))
  // Two pages of everything, and the empty one that Instantly ends its lists with.
  expect(listing.filter(({ vendor }) => vendor === 'instantly')).toHaveLength(3)
  expect(listing.filter(({ vendor }) => vendor === 'microsoft').length).toBeLessThanOrEqual(4)

  // The day's look at each of them asks plain DNS alone.
  const rested = sandbox.answered()
  for (const name of names) expect(await world.reconcile(name)).toBe('done')
  const asked = sandbox.requests().slice(sandbox.requests().length - (sandbox.answered() - rested))
  expect(asked.filter(({ vendor }) => vendor !== 'dns')).toEqual([])
  expect(await Promise.all(names.map(sentences))).toEqual(told)
  const [listed] = await db.select().from(accountListings).where(eq(accountListings.subject, connectionId))
  expect(listed?.nextAt.getTime()).toBeGreaterThan(Date.now() + 17 * 3600_000)
})

test('an account whose listing fails on a page is listed again later, and nothing is concluded from it', async () => {
  const { names, connectionId } = await finishedOrder(1)
  const name = names[0] as string
  const [id] = idsOf(accounts, name)
  accounts.delete(id as string)
  sandbox.faults.add({ vendor: 'instantly', kind: '503', skip: 0, times: 1 })
  await sweep()
  sandbox.faults.clear()
  expect(await takeWoken()).toEqual([])
  const [failed] = await db.select().from(accountListings).where(eq(accountListings.subject, connectionId))
  expect(failed?.attempts).toBe(1)
  expect(failed?.nextAt.getTime()).toBeGreaterThan(Date.now())

  await makeDue(connectionId)
  await sweep()
  expect(await takeWoken()).toEqual([name])
})

test('a mailbox that is put back gets its limit and warm-up, though it takes several attempts', async () => {
  const { names, connectionId } = await finishedOrder(1)
  const name = names[0] as string
  const [id, other] = idsOf(accounts, name) as [string, string]
  accounts.delete(id)
  const adjusted = { ...(accounts.get(other) as InstantlyAccount), dailyLimit: 7 }
  accounts.put(other, adjusted)
  await makeDue(connectionId)
  await sweep()
  expect(await world.reconcile(name)).toBe('again')
  await answerWorkItems(deps, sandbox)
  sandbox.faults.add({ vendor: 'instantly', kind: '503', path: 'warmup', times: 50 })
  expect(await world.reconcile(name)).toBe('again')
  expect(idsOf(accounts, name)).toHaveLength(4)
  sandbox.faults.clear()
  await reconcileUntilDone(world, name)
  expect(await vendorDifferences(deps, sandbox, name)).toEqual([
    `${name}: daily limits and warm-up is ["${adjusted.email}"], not []`,
  ])
})

test('what the customer adjusted in the tool stays as it is', async () => {
  const { names, domains: held } = await finishedOrder(1)
  const name = names[0] as string
  const [id] = idsOf(accounts, name) as [string]
  accounts.put(id, { ...(accounts.get(id) as InstantlyAccount), dailyLimit: 7 })
  await db.update(domainNames).set({ recheckBefore: sql`now()` }).where(eq(domainNames.name, name))
  const before = await sentences(name)
  await reconcileUntilDone(world, name)
  expect(accounts.get(id)?.dailyLimit).toBe(7)
  expect(await sentences(name)).toEqual(before)
  const [domain] = await db
    .select()
    .from(domains)
    .where(eq(domains.id, held[0]?.id as string))
  expect(domain).toMatchObject({ status: 'done', statusNote: null })
})

test('what a tool lets mailboxes send beyond what was sold counts at their tenant, until it is less again', async () => {
  const { names, connectionId, accountId } = await finishedOrder(1)
  const [name] = names as [string]
  const addresses = accounts.list().filter(({ email }) => email.endsWith(`@${name}`))
  const counted = async () => {
    const [account] = await db.select().from(providerAccounts).where(eq(providerAccounts.id, accountId))
    return account?.beyondSold ?? 0
  }
  const before = await counted()
  const setLimits = async (dailyLimit: number) => {
    for (const account of addresses.slice(0, 3))
      accounts.put(account.email, { ...account, dailyLimit }, account.workspaceId)
    await makeDue(connectionId)
    await sweep()
  }
  await setLimits(15)
  expect(await counted()).toBe(before + 3 * 13)
  // Less than was sold is no room for others.
  await setLimits(1)
  expect(await counted()).toBe(before)
})
