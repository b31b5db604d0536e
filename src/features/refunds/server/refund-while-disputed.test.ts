import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { checkouts, refunds } from '#base/db/schema/index.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { paymentPages } from '#tests/server/payment-pages.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { payOwedRefunds } from './pay-refunds.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })
const { atStripe, processEvents } = stripeActs(world)
const { kept } = paymentPages(world)

beforeEach(() => processEvents())

async function paid() {
  const { person } = await paidOrder({}, false)
  await processEvents()
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.customerId, person.id))
  const { id, paymentIntentId } = checkout as typeof checkout & object
  const { customerExternalId } = await deps.vendors.payments.readCheckout(checkout?.sessionId ?? '')
  return {
    paymentIntent: paymentIntentId ?? '',
    refund: (...more: string[]) =>
      runCommand(
        commands,
        ['refund', '--checkout', id, '--amount', '10', '--reason', 'a day was lost', ...more],
        async () => deps,
      ),
    again: (refundId: string) =>
      runCommand(commands, ['refund', 'again', '--refund', refundId], async () => deps),
    rows: () => db.select().from(refunds).where(eq(refunds.checkoutId, id)),
    kept: () => kept(customerExternalId ?? ''),
  }
}

const later = async () => {
  await processEvents()
  await payOwedRefunds(deps)
}
const refused =
  'This payment is disputed, and Stripe can’t refund it until the bank decides. Nothing was refunded. Try again after the decision.'

test.each([
  ['known here', true],
  ['known at Stripe alone', false],
])(
  'a refund of a payment whose dispute is %s is refused, and not paid when the dispute is won',
  async (_, isKnown) => {
    const payment = await paid()
    const { id } = await atStripe('/disputes', { paymentIntent: payment.paymentIntent })
    if (isKnown) await processEvents()
    for (const yes of [[], ['--yes']]) expect((await payment.refund(...yes)).err).toBe(refused)
    expect(await payment.rows()).toEqual([])
    await later()
    await atStripe('/disputes/close', { id, outcome: 'won' })
    await later()
    expect(await payment.kept()).toBe(81_00)
    // Asked for again, now that it can be.
    expect((await payment.refund('--yes')).out).toMatch(/^Refunded: \$10\.00/)
    expect(await payment.kept()).toBe(71_00)
  },
)

test('a payment that the bank only asks about can be refunded, which is what ends the inquiry', async () => {
  const payment = await paid()
  await atStripe('/disputes', { paymentIntent: payment.paymentIntent, isInquiry: true })
  await processEvents()
  expect((await payment.refund('--yes')).out).toMatch(/^Refunded: \$10\.00/)
  expect(await payment.kept()).toBe(71_00)
})

test('a refund that failed is not paid again while its payment is disputed', async () => {
  const payment = await paid()
  await payment.refund('--yes')
  const [row] = await payment.rows()
  await atStripe('/refunds/fail', { id: row?.stripeRefundId ?? '' })
  await processEvents()
  await atStripe('/disputes', { paymentIntent: payment.paymentIntent })
  expect((await payment.again(row?.id ?? '')).err).toBe(refused)
  expect(await payment.rows()).toMatchObject([{ outcome: 'failed' }])
})

test('a refund that Stripe does not take at once is said to be owed, and is paid once', async () => {
  const payment = await paid()
  sandbox.faults.add({ kind: '500', vendor: 'stripe', method: 'POST', path: '/v1/refunds' })
  const { out, exitCode } = await payment.refund('--yes')
  expect(out).toMatch(/^Owed: \$10\.00/)
  expect(exitCode).toBe(0)
  expect(await payment.kept()).toBe(81_00)
  await later()
  await later()
  expect(await payment.kept()).toBe(71_00)
})
