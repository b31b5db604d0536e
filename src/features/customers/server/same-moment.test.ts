import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customerPrices, customers, outbox, refreshFamilies } from '#base/db/schema/index.ts'
import { suspendedMeanwhile } from '#features/capacity/rules/account-states.ts'
import { syncCheckout } from '#features/checkout/server/sync-checkout.ts'
import { sessionOf } from '#tests/server/managed-orders.ts'
import { before, beforeCommit, meet } from '#tests/server/meet.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { closeCustomer, reopenCustomer } from './close-customer.ts'
import { endOneSession } from './console/end-sessions.ts'
import { setCustomerAccess } from './customer-access.ts'
import { eraseCustomer, eraseWhoIsDue } from './erase-customer.ts'
import { setOwnPrice } from './own-prices.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps
const refused = expect.objectContaining({ name: 'Refusal' })
const rowOf = async ({ id }: { id: string }) =>
  (await db.select().from(customers).where(eq(customers.id, id)))[0] ?? expect.fail('no customer')
/** Whose account is closed and whose time is over. */
async function due() {
  const person = await customer()
  await closeCustomer(deps, person.email)
  await db
    .update(customers)
    .set({ eraseDueAt: new Date(0) })
    .where(eq(customers.id, person.id))
  return person
}

test('a customer whose account is opened again while the sweep would erase it is not erased', async () => {
  const person = await due()
  await meet(
    db,
    beforeCommit(db, (tx) => reopenCustomer({ db: tx }, person.email)),
    () => eraseWhoIsDue(db),
  )
  expect(await rowOf(person)).toMatchObject({ erasedAt: null, eraseDueAt: null, email: person.email })
})

test('a customer whose account is opened again while the operator has it erased is not erased', async () => {
  const person = await customer()
  const [erased] = await meet(
    db,
    before(() => eraseCustomer(deps, person.email), /^select count.* from "domains"/),
    () => reopenCustomer(deps, person.email),
  )
  expect(erased).toEqual(refused)
  expect(await rowOf(person)).toMatchObject({ erasedAt: null, eraseDueAt: null, email: person.email })
})

test('an account that is suspended while its sign-in is being stopped stays suspended, and the second is refused', async () => {
  const person = await customer()
  const [, second] = await meet(
    db,
    before(() => setCustomerAccess(deps, person.email, 'suspended')),
    () => setCustomerAccess(deps, person.email, 'disabled'),
  )
  expect(second).toEqual(refused)
  expect((await rowOf(person)).suspendedAt).not.toBeNull()
})

test('what is paid while its customer is suspended is told as waiting', async () => {
  const person = await customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const { body } = await person.post(
    '/api/payments/create-checkout-session',
    checkoutFor(person, draft, taken),
  )
  await press(world, body.url, 'pay')
  await meet(
    db,
    beforeCommit(db, (tx) => setCustomerAccess({ ...deps, db: tx }, person.email, 'suspended')),
    () => syncCheckout(deps, sessionOf(body.url)),
  )
  const told = await db
    .select({ text: outbox.body })
    .from(outbox)
    .where(and(eq(outbox.recipient, person.email), like(outbox.subject, '% is paid')))
  expect(told).toEqual([{ text: expect.stringContaining(suspendedMeanwhile) }])
})

test('an own price that two of the staff set at the same moment is set once', async () => {
  const { id: customerId } = await customer()
  const set = () =>
    setOwnPrice(deps, { customerId, plan: 'azure', cents: 5_000, from: null, by: { id: null, name: 'Bob' } })
  expect(await meet(db, before(set), set)).toEqual([expect.any(String), refused])
  expect(await db.$count(customerPrices, eq(customerPrices.customerId, customerId))).toBe(1)
})

test('a session that two of the staff end at the same moment is ended once', async () => {
  const { id } = await customer()
  const [session] = await db.select().from(refreshFamilies).where(eq(refreshFamilies.customerId, id))
  const end = () => endOneSession(db, id, session?.id ?? '')
  expect(await meet(db, before(end), end)).toEqual([undefined, refused])
})
