import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domains, orders } from '#base/db/schema/index.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { completeDraft, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { closeCustomer } from './close-customer.ts'
import { changeAccess } from './customer-access.ts'
import { eraseCustomer } from './erase-customer.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps

async function unpaidOrder() {
  const person = await world.customer()
  expect((await takeOrder(person, completeDraft())).status).toBe(200)
  const heldNames = () => db.$count(domains, and(eq(domains.customerId, person.id), isHeld))
  expect(await heldNames()).toBe(2)
  return { person, heldNames }
}

const stops = {
  suspended: (email: string) => changeAccess(deps, email, 'suspended', { withBilling: false }),
  closed: (email: string) => closeCustomer(deps, email),
  erased: (email: string) => eraseCustomer(deps, email),
}

test.each(Object.entries(stops))(
  'names of an order that has no payment page are free at once when its customer is %s, and nobody else’s',
  async (_, stop) => {
    const { person, heldNames } = await unpaidOrder()
    const other = await unpaidOrder()
    await stop(person.email)
    expect(await heldNames()).toBe(0)
    const [order] = await db.select().from(orders).where(eq(orders.customerId, person.id))
    expect(order?.status).toBe('expired')
    expect(await other.heldNames()).toBe(2)
  },
)

test('erasing someone who has an unpaid order without a page waits for nothing', async () => {
  const { person } = await unpaidOrder()
  expect(await eraseCustomer(deps, person.email)).toBeUndefined()
})
