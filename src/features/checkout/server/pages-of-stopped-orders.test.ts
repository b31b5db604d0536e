import { and, desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { checkouts, domainNames, refunds } from '#base/db/schema/index.ts'
import { heldAmong } from '#delivery/domains/held.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { paymentPages } from '#tests/server/payment-pages.ts'
import { freshName, press } from '#tests/server/place-order.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder, reconcileUntilDone } = manageOrders(world)
const { confirm, pay, isOpen, work } = paymentPages(world)
const { atStripe, processEvents, payments } = stripeActs(world)
const operator = (...args: string[]) => runCommand(commands, args, async () => deps)

/** A delivered order, and the page of a bought replacement of its first domain. */
async function withReplacementPage() {
  const order = await paidOrder({}, 'few mailboxes')
  const name = freshName()
  const { body } = await order.person.post('/api/domains/replace', [
    { originalDomain: order.names[0], newDomain: name, isUserAdded: false },
  ])
  return { ...order, name, url: body.checkoutUrl as string }
}
const registrationOf = async (name: string) =>
  (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]?.registration
/** What went back of a customer's last payment of a kind, and what it was. */
async function givenBack(customerId: string, kind: 'replace' | 'release') {
  await work()
  const [checkout] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, customerId), eq(checkouts.kind, kind)))
    .orderBy(desc(checkouts.createdAt))
  const rows = await db
    .select()
    .from(refunds)
    .where(eq(refunds.checkoutId, checkout?.id ?? ''))
  return { paid: checkout?.paidCents, given: rows.reduce((sum, { cents }) => sum + cents, 0) }
}

test('a replacement that is paid while its order is on hold waits for the release', async () => {
  const { person, groupId, name, url } = await withReplacementPage()
  await operator('order', 'hold', '--order', groupId)
  expect(await isOpen(url)).toBe(true)
  await pay(person, url)
  await world.reconcile(name)
  expect(await registrationOf(name)).toBe('none')
  expect(await givenBack(person.id, 'replace')).toMatchObject({ given: 0 })
  await operator('order', 'release', '--order', groupId)
  await reconcileUntilDone(name)
  expect(await registrationOf(name)).toBe('registered')
})

test('the page of a replacement is closed when its order is ended', async () => {
  const { groupId, name, url } = await withReplacementPage()
  await operator('order', 'end', '--order', groupId, '--reason', 'abuse')
  expect(await isOpen(url)).toBe(false)
  expect(await heldAmong(db, [name])).toEqual(new Set())
})

test('a replacement that was paid unheard when its order is ended goes back', async () => {
  const { person, groupId, name, url } = await withReplacementPage()
  await press(world, url, 'pay')
  await operator('order', 'end', '--order', groupId, '--reason', 'abuse')
  await confirm(person, url)
  await world.reconcile(name)
  expect(await registrationOf(name)).not.toBe('registered')
  const { paid, given } = await givenBack(person.id, 'replace')
  expect([given, (paid ?? 0) > 0]).toEqual([paid, true])
})

test.each(['hold', 'release', 'end'] as const)(
  'what is paid again for an order on hold goes back after order %s',
  async (verb) => {
    const order = await paidOrder({}, 'few mailboxes')
    await processEvents()
    const { paymentIntent } = await payments(order)
    await atStripe('/refunds', { paymentIntent })
    await processEvents()
    const { release } = (await order.person.get(`/api/orders/groups/${order.groupId}`)).body
    const { body } = await order.person.post('/api/payments/release', {
      groupId: order.groupId,
      totalCents: release.totalCents,
    })
    await operator('order', verb, '--order', order.groupId, ...(verb === 'end' ? ['--reason', 'abuse'] : []))
    expect(await isOpen(body.url)).toBe(true)
    await pay(order.person, body.url)
    const { paid, given } = await givenBack(order.person.id, 'release')
    expect([given, (paid ?? 0) > 0]).toEqual([paid, true])
  },
)
