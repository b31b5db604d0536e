import { and, desc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { bundles, checkoutItems, checkouts } from '#base/db/schema/index.ts'
import { type ManagedOrder, manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { completeDraft, press, takeOrder } from '#tests/server/place-order.ts'
import { payReinstatement, reinstatementOf, reinstatementOfGroups } from '#tests/server/reinstatement.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer and order' })
const { processEvents } = stripeActs(world)

beforeEach(() => processEvents())

async function ordered(by?: ManagedOrder['person']) {
  const order = await paidOrder({}, false, by)
  await processEvents()
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, order.groupId))
  return { ...order, orderId: bundle?.orderId as string }
}
type Ordered = Awaited<ReturnType<typeof ordered>>

const refund = async ({ orderId }: Ordered, reason: string, ...more: string[]) => {
  const { out, err } = await runCommand(
    commands,
    ['refund', '--order', orderId, '--reason', reason, ...more],
    async () => deps,
  )
  await processEvents()
  return `${out}${err}`
}
const latest = async ({ person }: Ordered, kind: 'order' | 'reinstate' | 'release') => {
  const [row] = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, person.id), eq(checkouts.kind, kind)))
    .orderBy(desc(checkouts.createdAt))
  return row?.id as string
}
async function cancelled(...all: Ordered[]) {
  for (const { person, groupId } of all)
    await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  await processEvents()
}

test('of an order that was paid for again the new payment goes back, and once', async () => {
  const order = await ordered()
  expect(await refund(order, 'first', '--yes')).toContain(await latest(order, 'order'))
  const { release } = (await order.person.get(`/api/orders/groups/${order.groupId}`)).body
  const page = await order.person.post('/api/payments/release', {
    groupId: order.groupId,
    totalCents: release.totalCents,
  })
  await press(world, page.body.url, 'pay')
  await order.person.get(`/api/payments/confirmation?session_id=${sessionOf(page.body.url)}`)
  await processEvents()

  const paidAnew = await latest(order, 'release')
  expect(await refund(order, 'second')).toContain(`checkout ${paidAnew}`)
  expect(await refund(order, 'second', '--yes')).toMatch(/^Refunded: \$81\.00/)
  expect(await refund(order, 'second', '--yes')).toMatch(
    /^This was refunded before: .+Nothing was paid again/,
  )
  expect(await refund(order, 'third', '--yes')).toBe('All of $81.00 has been refunded already.')
})

test('of several payments that stand the operator says which', async () => {
  const order = await ordered()
  await cancelled(order)
  await payReinstatement(
    world,
    order.person,
    await order.person.post('/api/orders/reinstate', reinstatementOf(order.names, order.groupId)),
  )
  await processEvents()
  const told = await refund(order, 'goodwill', '--yes')
  expect(told).toMatch(/is paid for by several payments\. Say which with --checkout:\n/)
  for (const kind of ['order', 'reinstate'] as const)
    expect(told).toMatch(
      new RegExp(`  ${await latest(order, kind)}  \\d{4}-\\d\\d-\\d\\d  ${kind}  \\$[\\d.]+ left of`),
    )
})

test('a payment that other orders were brought back with is not given back for one of them unasked', async () => {
  const order = await ordered()
  const other = await ordered(order.person)
  for (const each of [order, other]) await refund(each, 'goodwill', '--yes')
  await cancelled(order, other)
  const asked = await order.person.post(
    '/api/orders/reinstate',
    reinstatementOfGroups([order, other].map(({ names, groupId }) => ({ domains: names, groupId }))),
  )
  await payReinstatement(world, order.person, asked)
  await processEvents()
  expect(await refund(order, 'more', '--yes')).toContain('is paid for by a payment for other orders as well')
})

test('an order that does not exist has nothing to give back, and one that was never paid says so', async () => {
  const order = await ordered()
  expect(await refund({ ...order, orderId: 'ord_none' }, 'x', '--yes')).toBe('There is no such payment.')
  const { body } = await takeOrder(order.person, completeDraft())
  const [orderId] = body.orderIds
  expect(await refund({ ...order, orderId }, 'x', '--yes')).toBe(`Nothing was paid for order ${orderId}.`)
})

test('an order that cost nothing has nothing to give back, and is not said to have gone back', async () => {
  const order = await ordered()
  const checkoutId = await latest(order, 'order')
  // As one of own domains that a code made free.
  await db.update(checkouts).set({ paidCents: 0 }).where(eq(checkouts.id, checkoutId))
  for (const more of [[], ['--yes']])
    expect(await refund(order, 'x', ...more)).toBe(
      `Nothing was charged with checkout ${checkoutId}, so there is nothing to give back.`,
    )
})

test('a name without a fee of its own says whether it is known, paid for at all, and what to give back instead', async () => {
  const order = await ordered()
  const name = order.names[0] as string
  const feeOf = async (domain: string) =>
    (await runCommand(commands, ['refund', '--domain', domain, '--reason', 'x'], async () => deps)).err
  expect(await feeOf('mistyped-name.example')).toBe('No order has mistyped-name.example, or had it.')
  // As of an own domain, or one that a code made free.
  await db
    .update(checkoutItems)
    .set({ netCents: 0 })
    .where(eq(checkoutItems.checkoutId, await latest(order, 'order')))
  expect(await feeOf(name)).toBe(
    `No fee was paid for ${name} itself. To give something back, refund what its order was paid with. On the command line: npm run operator -- refund --order ${order.orderId}`,
  )
  const draft = completeDraft()
  await takeOrder(order.person, draft)
  const [unpaid = ''] = draft.domains.purchase.azure
  expect(await feeOf(unpaid)).toBe(`Nothing was paid for ${unpaid}.`)
})
