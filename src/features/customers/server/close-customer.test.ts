import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { bundles, customers } from '#base/db/schema/index.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { paymentPages } from '#tests/server/payment-pages.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { closeCustomer } from './close-customer.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })
const pages = paymentPages(world)
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)

test('closing an account ends every subscription it has at Stripe, known to an order or not', async () => {
  const { person, groupId } = await paidOrder({}, false)
  await paidOrder({}, false, person)
  const other = await paidOrder({}, false)
  // As if a bug or a person at Stripe had left a subscription that no order leads to.
  await db.update(bundles).set({ status: 'cancelled', subscriptionId: null }).where(eq(bundles.id, groupId))
  const externalId = async (email: string) =>
    (await db.select().from(customers).where(eq(customers.email, email)))[0]?.stripeCustomerId as string
  expect(await pages.running(await externalId(person.email))).toHaveLength(2)
  const close = () => operator('customer', 'close', '--email', person.email, '--yes')
  expect(await close()).toMatchObject({ exitCode: 0 })
  expect(await pages.running(await externalId(person.email))).toEqual([])
  expect(await pages.running(await externalId(other.person.email))).toHaveLength(1)
  expect(await close()).toMatchObject({ exitCode: 0 })
})

test('closing an account is no failure of Stripe’s where the worker ends a subscription at the same moment', async () => {
  const { person } = await paidOrder({}, false)
  const { payments } = deps.vendors
  // Billing follows the cancelled order just after the closing has read what runs, and before it ends that.
  const endTogether: typeof payments.cancelSubscription = (id) => {
    let calls = 0
    return payments.cancelSubscription(id, {
      async beforeCall() {
        if (++calls === 2) await payments.cancelSubscription(id)
        return undefined
      },
    })
  }
  const vendors = { ...deps.vendors, payments: { ...payments, cancelSubscription: endTogether } }
  await expect(closeCustomer({ ...deps, vendors }, person.email)).resolves.toMatchObject({ cancelled: 1 })
})
