import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import {
  bundles,
  customers,
  domainNames,
  domains,
  fleetImportRows,
  mailboxes,
  orders,
  personas,
} from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { allocateMailboxes, runningHoldings } from '#delivery/provisioning/allocate-mailboxes.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { eraseWhoIsDue } from '#features/customers/server/erase-customer.ts'
import { buildUsernameUpdate, type PersonShare } from '#features/people/rules/username-update.ts'
import { peopleBasis } from '#tests/server/based-on.ts'
import { fileOfAccount, forgetOrders } from '#tests/server/fleet-elsewhere.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { freshName, press } from '#tests/server/place-order.ts'
import { payReinstatement, reinstatementAsShown } from '#tests/server/reinstatement.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { runImports } from './run-imports.ts'
import { beginAdopting, beginLook } from './steer-import.ts'
import { storeImport } from './store-import.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder, reconcileUntilDone, domainRow, agree } = manageOrders(world)
const { processEvents } = stripeActs(world)

interface Adopted extends ManagedOrder {
  /** The first of its names. */
  name: string
  orderId: string
  subscription: string | null
}

interface Elsewhere {
  isBilled?: boolean
  /** Of Jane on each domain; John has two. */
  janes?: number
}

/** An order of two domains that ran elsewhere and was brought in; its customer has been here before. */
async function adopted({ isBilled = true, janes = 2 }: Elsewhere = {}): Promise<Adopted> {
  const order = await paidOrder({}, 'few mailboxes')
  const { person } = order
  if (janes > 2) await addMailboxes(order, janes)
  await processEvents()
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, order.groupId))
  const subscription = isBilled ? required(bundle?.subscriptionId, 'its subscription') : null
  const { csv } = await fileOfAccount(db, person.id, () => ({
    email: person.email,
    name: 'Harborline',
    ...(subscription && { subscription }),
    tool: 'other',
  }))
  await forgetOrders(db, person.id)
  const stored = await storeImport(deps, { fileName: 'fleet.csv', text: csv, madeBy: 'Grace' })
  if (!stored.ok) throw new Error(JSON.stringify(stored.problems))
  await beginLook(deps, stored.importId)
  await runImports(deps)
  await beginAdopting(deps, stored.importId)
  await runImports(deps)
  await processEvents()
  const [live] = await db
    .select()
    .from(bundles)
    .where(and(eq(bundles.customerId, person.id), eq(bundles.status, 'live')))
  const { id: groupId, orderId } = required(live, 'what was adopted')
  return { ...order, name: required(order.names[0], 'a name'), groupId, orderId, subscription }
}

async function addMailboxes({ groupId, names }: ManagedOrder, azurePerDomain: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(personas)
      .set({ azurePerDomain })
      .where(and(eq(personas.bundleId, groupId), eq(personas.firstName, 'Jane')))
    await allocateMailboxes(tx, deps.secrets, await runningHoldings(tx, groupId))
    await raiseWanted(tx, deps.queue, names)
  })
  await settle(names)
}

const settle = async (names: readonly string[]) => {
  for (const name of names) await reconcileUntilDone(name)
}
/** Until nothing is left to do; then what stands is what is wanted. */
const agreeInTheEnd = async (names: readonly string[]) => {
  await settle(names)
  for (const name of names) await agree(name)
}
const operator = async (...words: string[]) => {
  const { out, err } = await runCommand(commands, words, async () => deps)
  await processEvents()
  return `${out}${err}`
}
const addressesOf = async (name: string, firstName?: string) => {
  const rows = await db
    .select({ localPart: mailboxes.localPart })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .innerJoin(personas, eq(personas.id, mailboxes.personaId))
    .where(
      and(
        eq(mailboxes.name, name),
        eq(mailboxes.want, 'active'),
        isNull(domains.releasedAt),
        firstName === undefined ? undefined : eq(personas.firstName, firstName),
      ),
    )
  return rows.map(({ localPart }) => localPart).sort()
}
/** Mailboxes of a name that can be signed in to. */
const openAtHost = async (name: string) => {
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  const host = await deps.vendors.mailboxHost(required(row?.providerAccountId, 'its place'))
  return (await host.mailboxes(name)).filter(({ enabled }) => enabled).length
}
const billed = (subscription: string | null) =>
  deps.vendors.payments.readForeignSubscription(required(subscription, 'a subscription'))

test('a suspended customer’s adopted order stands still unbilled, and runs again as it was', async () => {
  const { person, names, name, subscription } = await adopted()
  const before = await addressesOf(name)
  await operator('customer', 'suspend', '--email', person.email, '--billing', '--background')
  for (const each of names) await world.reconcile(each)
  expect(await openAtHost(name)).toBe(0)
  expect(await billed(subscription)).toMatchObject({ isPaused: true, quantities: { azure: 1 } })
  await operator('customer', 'enable', '--email', person.email, '--billing', '--background')
  await agreeInTheEnd(names)
  expect(await addressesOf(name)).toEqual(before)
  expect(await openAtHost(name)).toBe(before.length)
  expect(await billed(subscription)).toMatchObject({ isPaused: false, quantities: { azure: 1 } })
})

test('a refund of an adopted order says where its money is given back', async () => {
  const { orderId, name } = await adopted()
  expect(await operator('refund', '--order', orderId, '--reason', 'unhappy')).toBe(
    `Nothing was paid here for order ${orderId}. What a subscription was charged is refunded with --invoice.`,
  )
  expect(await operator('refund', '--domain', name, '--reason', 'unhappy')).toBe(
    `Nothing was paid here for ${name}. What a subscription was charged is refunded with --invoice.`,
  )
})

test('who keeps all mailboxes when somebody else is renamed keeps those beyond the plan’s number as well', async () => {
  const { person, names, name, groupId } = await adopted({ janes: 28 })
  const [before, johns] = [await addressesOf(name, 'Jane'), await addressesOf(name, 'John')]
  expect(before).toHaveLength(28)
  const jane = { firstName: 'Jane', lastName: 'Doe' }
  const change = async (...people: { firstName: string; lastName: string }[]) => {
    const chosen = names.map((domain) => ({ domain, domainType: 'Azure' as const }))
    const body = buildUsernameUpdate(people, chosen, await peopleBasis(person, groupId))
    expect((await person.post('/api/users/update-username', body)).status).toBe(200)
    await agreeInTheEnd(names)
  }
  // What the page is told, to say before a change how many mailboxes come with it.
  const made = async () => {
    const { userConfiguration } = (await person.get(`/api/orders/groups/${groupId}`)).body
    return userConfiguration.map((each: { made: PersonShare }) => each.made.azure)
  }
  expect(await made()).toEqual([28, 2])
  await change(jane, { firstName: 'Nora', lastName: 'New' })
  expect(await addressesOf(name, 'Jane')).toEqual(before)
  expect(await made()).toEqual([28, 24])
  // The plan's 52, not 54.
  expect(await addressesOf(name, 'Nora')).toHaveLength(24)
  expect(await addressesOf(name)).not.toContain(johns[0])
  // With a third person everybody gets fewer by the plan, as the page says.
  await change(jane, { firstName: 'Nora', lastName: 'New' }, { firstName: 'Max', lastName: 'Born' })
  expect(await addressesOf(name, 'Jane')).toHaveLength(18)
  expect(await addressesOf(name)).toHaveLength(52)
})

test.each([
  ['billed', true],
  ['not billed', false],
])(
  'a cancelled adopted order that was %s is not billed, and comes back once it is paid',
  async (_, isBilled) => {
    const order = await adopted({ isBilled })
    const { person, names, groupId } = order
    expect((await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })).status).toBe(200)
    await processEvents()
    await agreeInTheEnd(names)
    if (isBilled) expect((await billed(order.subscription)).status).toBe('ended')
    const asked = await person.post(
      '/api/orders/reinstate',
      await reinstatementAsShown(person, names, groupId),
    )
    await payReinstatement(world, person, asked)
    await processEvents()
    await agreeInTheEnd(names)
    const [back] = await db.select().from(bundles).where(eq(bundles.id, groupId))
    expect(back).toMatchObject({ status: 'live', monthlyCents: 50_00 })
    expect(await billed(back?.subscriptionId ?? null)).toMatchObject({ status: 'active' })
  },
)

test('an adopted domain is replaced as any other', async () => {
  const { person, name } = await adopted()
  const newDomain = freshName()
  const { body } = await person.post('/api/domains/replace', [
    { originalDomain: name, newDomain, isUserAdded: false },
  ])
  await press(world, body.checkoutUrl, 'pay')
  await person.get(`/api/payments/confirmation?session_id=${sessionOf(body.checkoutUrl)}`)
  await agreeInTheEnd([newDomain])
  await settle([name])
  expect(await domainRow(name)).toMatchObject({ want: 'retire' })
  await agree(name)
})

test('a customer whose order was adopted is closed and erased, with what the file said of them', async () => {
  const { person, names, orderId } = await adopted()
  await operator('customer', 'close', '--email', person.email, '--yes')
  await settle(names)
  await operator('customer', 'erase', '--email', person.email, '--yes')
  await settle(names)
  await eraseWhoIsDue(db)
  const [customer] = await db.select().from(customers).where(eq(customers.id, person.id))
  expect(customer?.erasedAt).not.toBeNull()
  expect(await db.$count(fleetImportRows, sql`${fleetImportRows}::text ilike ${`%${person.email}%`}`)).toBe(0)
  const [kept] = await db.select().from(orders).where(eq(orders.id, orderId))
  expect(kept?.companyName).not.toBe('Harborline')
})
