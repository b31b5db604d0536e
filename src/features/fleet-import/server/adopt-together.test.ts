import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import {
  bundles,
  customers,
  domainNames,
  domains,
  fleetImportRows,
  fleetImports,
  orders,
  providerAccounts,
  stripeEvents,
} from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { syncBilling } from '#features/billing/server/sync-billing.ts'
import { processStripeEvent } from '#features/payments/server/process-stripe-event.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { fileOfAccount, forgetOrders } from '#tests/server/fleet-elsewhere.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { readImportState } from './read-imports.ts'
import { runImports } from './run-imports.ts'
import { beginAdopting, beginLook } from './steer-import.ts'
import { storeImport } from './store-import.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder } = manageOrders(world)

/** Two lines, each an order of its own, that one subscription pays for. */
let lines: string[] = []
let header = ''
let customerId = ''
let subscription = ''
let accountId = ''

beforeAll(runElsewhere)

async function runElsewhere() {
  const order = await paidOrder({}, 'few mailboxes')
  customerId = order.person.id
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, order.groupId))
  subscription = required(bundle?.subscriptionId, 'its subscription')
  const [name] = await db.select().from(domainNames).where(inArray(domainNames.name, order.names))
  accountId = required(name?.providerAccountId, 'its place')
  const { email } = order.person
  const { csv } = await fileOfAccount(db, customerId, () => ({
    email,
    name: 'Harborline',
    subscription,
    tool: 'other',
  }))
  const [first = '', one = '', two = ''] = csv.split('\r\n')
  header = first
  lines = [one, two.replace('No. 1', 'No. 2')]
  await forgetOrders(db, customerId)
}

const bill = (azure: number) =>
  deps.vendors.payments.setSubscriptionBilling(subscription, { quantities: { azure }, isPaused: false })

async function looked(...of: string[]) {
  const text = [header, ...of].join('\n')
  const stored = await storeImport(deps, { fileName: 'fleet.csv', text, madeBy: 'Grace' })
  if (!stored.ok) throw new Error(JSON.stringify(stored.problems))
  await beginLook(deps, stored.importId)
  await runImports(deps)
  return { id: stored.importId, ...(await found(stored.importId)) }
}

async function found(importId: string) {
  const rows = await db
    .select()
    .from(fleetImportRows)
    .where(eq(fleetImportRows.importId, importId))
    .orderBy(fleetImportRows.line)
  return {
    verdicts: rows.map(({ verdict }) => verdict),
    said: rows.flatMap(({ findings }) => findings.map(({ sentence }) => sentence)).join('\n'),
  }
}

const suspend = (suspendedAt: Date | null) =>
  db.update(customers).set({ suspendedAt }).where(eq(customers.id, customerId))

test('nothing comes in for a customer who is suspended, before the look or after it', async () => {
  await bill(2)
  await suspend(new Date())
  const before = await looked(...lines)
  expect(before.verdicts).toEqual(['contradicts', 'contradicts'])
  expect(before.said).toContain('is suspended here, so mailboxes would be switched off')
  await suspend(null)
  const { id, verdicts } = await looked(...lines)
  expect(verdicts).toEqual(['matches', 'matches'])
  await beginAdopting(deps, id)
  await suspend(new Date())
  await runImports(deps)
  expect((await found(id)).said).toContain('is suspended here')
  expect(await db.$count(orders)).toBe(0)
  await suspend(null)
})

test('an account that is removed between look and adoption is told, and holds nothing up', async () => {
  const { id } = await looked(...lines)
  const [account] = await db.select().from(providerAccounts).where(eq(providerAccounts.id, accountId))
  await beginAdopting(deps, id)
  await db.delete(providerAccounts).where(eq(providerAccounts.id, accountId))
  await runImports(deps)
  expect(await readImportState(db, id)).toMatchObject({ state: 'resting', counts: { contradicts: 2 } })
  expect((await found(id)).said).toContain('has been removed here meanwhile')
  await db.insert(providerAccounts).values(required(account, 'the account'))
})

test('a fault in one import is told there, and the others go on', async () => {
  const { id: broken } = await looked(...lines)
  await db.update(fleetImportRows).set({ seen: {} }).where(eq(fleetImportRows.importId, broken))
  await beginAdopting(deps, broken)
  const stored = await storeImport(deps, {
    fileName: 'other.csv',
    text: [header, ...lines].join('\n'),
    madeBy: 'Grace',
  })
  const other = stored.ok ? stored.importId : ''
  await beginLook(deps, other)
  await db.update(fleetImports).set({ problem: 'it waited' }).where(eq(fleetImports.id, other))
  await expect(runImports(deps)).rejects.toThrow()
  expect(await readImportState(db, broken)).toMatchObject({
    state: 'adopting',
    problem: expect.stringContaining('in the log'),
  })
  expect(await readImportState(db, other)).toMatchObject({ state: 'resting', problem: null })
  await db.delete(fleetImports)
})

test('of two files with an order each, the one that its subscription does not pay for stays out', async () => {
  const [one = '', two = ''] = lines
  await bill(1)
  const [first, second] = [await looked(one), await looked(two)]
  expect([first.verdicts, second.verdicts]).toEqual([['matches'], ['matches']])
  await beginAdopting(deps, first.id)
  await runImports(deps)
  await beginAdopting(deps, second.id)
  await runImports(deps)
  expect(await db.$count(orders)).toBe(1)
  expect((await found(second.id)).said).toContain('With it 2 groups here would be paid by')
  await forgetOrders(db, customerId)
  await db.delete(fleetImports)
  await bill(2)
})

test('orders that one subscription pays for come in together or not at all', async () => {
  const [one = '', two = ''] = lines
  const apart = await looked(one, two.replace(/https?:\/\/[^,]+/, 'https://elsewhere.example'))
  expect(apart.verdicts).toEqual(['matches', 'contradicts'])
  await expect(beginAdopting(deps, apart.id)).rejects.toThrow('all others that its subscription pays for')

  const { id } = await looked(one, two)
  expect(await beginAdopting(deps, id)).toEqual({ domains: 2, orders: 2 })
  await runImports(deps)
  expect(await db.$count(orders)).toBe(2)
  await syncBilling(deps, subscription)
  const { quantities } = await deps.vendors.payments.readForeignSubscription(subscription)
  expect(quantities).toEqual({ azure: 2 })
})

test('a subscription that pays for an order here already is not taken for another one', async () => {
  const [one = '', two = ''] = lines
  await forgetOrders(db, customerId)
  await bill(1)
  const { id } = await looked(one)
  await beginAdopting(deps, id)
  await runImports(deps)
  expect(await db.$count(domains, sql`status = 'done'`)).toBe(1)
  const again = await looked(two)
  expect(again.said).toContain(
    'bills 1 group of Entra; the file’s domains make 1, and orders that are here already 1.',
  )
  // Once Stripe bills both, both are paid for.
  await bill(2)
  expect((await looked(two)).verdicts).toEqual(['matches'])
})

test('a subscription that ends between look and adoption is told, and its order does not come in unpaid', async () => {
  await forgetOrders(db, customerId)
  // Whatever was billed until now is heard of before the look.
  await sweepPayments(deps)
  const { id, verdicts } = await looked(...lines)
  expect(verdicts).toEqual(['matches', 'matches'])
  await beginAdopting(deps, id)
  await deps.vendors.payments.cancelSubscription(subscription)
  await sweepPayments(deps)
  await runImports(deps)
  expect((await found(id)).said).toContain(`told of a change to ${subscription} since the look`)
  expect(await db.$count(orders)).toBe(0)
  expect((await looked(...lines)).said).toContain(`${subscription} is not active at Stripe: ended.`)
})

test('a subscription whose end is heard of while its orders are taken over leaves none of them running', async () => {
  await runElsewhere()
  await bill(2)
  // Nobody here is known to be Stripe's customer yet, as where a fleet comes from elsewhere.
  await db.update(customers).set({ stripeCustomerId: null }).where(eq(customers.id, customerId))
  await sweepPayments(deps)
  await hearAll()
  const { id } = await looked(...lines)
  await beginAdopting(deps, id)
  let adopting = Promise.resolve()
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table orders in share mode`)
    adopting = runImports(deps)
    await expect.poll(() => isAnybodyHeldUp(tx), { timeout: 20_000 }).toBe(true)
    await deps.vendors.payments.cancelSubscription(subscription)
    await sweepPayments(deps)
    await hearAll()
  })
  await adopting
  const live = () => db.$count(bundles, and(eq(bundles.customerId, customerId), eq(bundles.status, 'live')))
  expect(await live()).toBe(2)
  await hearAll()
  expect(await live()).toBe(0)
})

/** Acts on every event of Stripe's that nobody has acted on. */
async function hearAll() {
  for (const { id } of await db.select().from(stripeEvents).where(isNull(stripeEvents.processedAt)))
    await processStripeEvent(deps, id)
}

async function isAnybodyHeldUp(tx: typeof db): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from pg_locks where relation = 'orders'::regclass and not granted`,
  )
  return rows.length > 0
}
