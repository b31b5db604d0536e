import { beforeAll, expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { payOwedRefunds } from '#features/refunds/server/pay-refunds.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { joinedStaff, type TestStaff } from '#tests/server/staff.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { HistoryEntry } from '../../api/console-customer.ts'
import type { CustomerPayment } from '../../api/console-customer-payments.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { paidOrder } = manageOrders(world)
const { processEvents, atStripe } = stripeActs(world)
let finance: TestStaff
let support: TestStaff
beforeAll(async () => {
  finance = await joinedStaff(world, 'finance')
  support = await joinedStaff(world, 'support')
})

const at = (id: string, part = '') => `/api/operator/customers/${id}${part}`
const onCommandLine = (refundId: string) =>
  runCommand(commands, ['refund', 'again', '--refund', refundId], async () => deps)

/** A customer to whom $7.00 went back; `fail` has the bank send back what was paid last. */
async function refunded() {
  const { person } = await paidOrder({}, false)
  await processEvents()
  const payment = async () => {
    const { rows } = (await finance.get(at(person.id, '/payments'))).body
    return (rows as CustomerPayment[])[0] as CustomerPayment
  }
  const { id: checkoutId, paymentIntentId } = await payment()
  await finance.post(at(person.id, '/refunds'), {
    of: { checkoutId },
    cents: 7_00,
    reason: 'a week was lost',
  })
  await processEvents()
  const last = async () => (await payment()).refunds.at(-1) as CustomerPayment['refunds'][number]
  return {
    person,
    last,
    outcomes: async () => (await payment()).refunds.map(({ outcome }) => outcome),
    fail: async () => {
      await atStripe('/refunds/fail', { id: (await last()).stripeRefundId, failure: 'lost_or_stolen_card' })
      await processEvents()
    },
    again: (refundId: string, { by = finance, of = person.id } = {}) =>
      by.post(at(of, `/refunds/${refundId}/again`), {}),
    /** How what was paid back at Stripe stands, in cents. */
    paidAtStripe: () =>
      sandbox.store
        .collection<{ amount: number; payment_intent: string; status: string }>('stripe.refunds')
        .list()
        .filter((made) => made.payment_intent === paymentIntentId)
        .map(({ amount, status }) => [amount, status]),
  }
}

const failedThenPaid = [
  [7_00, 'failed'],
  [7_00, 'succeeded'],
]

test('a refund that failed is paid once more by those who may, however often it is pressed', async () => {
  const { person, last, fail, again, outcomes, paidAtStripe } = await refunded()
  const { id } = await last()
  // One that has arrived, or may still, is not paid again.
  expect((await again(id)).status).toBe(409)
  await fail()
  expect((await again(id, { by: support })).status).toBe(403)
  expect((await again(id, { of: (await customer()).id })).status).toBe(404)
  expect((await again('rfd_none')).status).toBe(404)
  expect(await outcomes()).toEqual(['failed'])
  const answers = await Promise.all([again(id), again(id), again(id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 200)?.body.message).toBe(
    '$7.00 is on its way once more. If it fails again, you are told by mail.',
  )
  await processEvents()
  await payOwedRefunds(deps)
  expect(await outcomes()).toEqual(['again', 'succeeded'])
  expect(paidAtStripe()).toEqual(failedThenPaid)
  const history = (await finance.get(at(person.id, '/history'))).body.rows as HistoryEntry[]
  expect(history.filter(({ sentence }) => sentence.includes('failed paid to the card'))).toMatchObject([
    { by: 'staff', sentence: 'Had the refund of $7.00 that failed paid to the card once more' },
  ])
})

test('a press beside the command line, and beside the sweep, pays once', async () => {
  const { last, fail, again, paidAtStripe } = await refunded()
  await fail()
  const { id } = await last()
  const [pressed, typed] = await Promise.all([again(id), onCommandLine(id), payOwedRefunds(deps)])
  expect([pressed.status === 200, typed.exitCode === 0].toSorted()).toEqual([false, true])
  expect([pressed.body.message, typed.out + typed.err]).toContain(
    'This refund has not failed, or was settled since.',
  )
  await Promise.all([payOwedRefunds(deps), payOwedRefunds(deps)])
  expect(paidAtStripe()).toEqual(failedThenPaid)
})

test.each(['lost_answer', 'drop', '500_after'] as const)(
  'a refund to which Stripe answers nothing of use (%s) is said to be under way, and is paid once by itself',
  async (kind) => {
    const { last, fail, again, outcomes, paidAtStripe } = await refunded()
    await fail()
    const { id } = await last()
    sandbox.faults.add({ kind, vendor: 'stripe', method: 'POST', path: '/v1/refunds' })
    expect((await again(id)).body.message).toBe(
      '$7.00 will be paid once more: Stripe did not take it at once, and it is tried again by itself every five minutes. Do not pay it in another way.',
    )
    expect((await again(id)).status).toBe(409)
    expect((await onCommandLine(id)).exitCode).toBe(1)
    expect((await again((await last()).id)).status).toBe(409)
    await Promise.all([payOwedRefunds(deps), payOwedRefunds(deps)])
    await processEvents()
    expect(await outcomes()).toEqual(['again', 'succeeded'])
    expect(paidAtStripe()).toEqual(failedThenPaid)
  },
)

test('a refund that failed twice is paid a third time from its last try only', async () => {
  const { last, fail, again, outcomes, paidAtStripe } = await refunded()
  await fail()
  const first = (await last()).id
  await again(first)
  await fail()
  expect(await outcomes()).toEqual(['again', 'failed'])
  const second = (await last()).id
  const answers = await Promise.all([again(first), again(second), onCommandLine(first)])
  expect(answers.slice(0, 2).map((answer) => 'status' in answer && answer.status)).toEqual([409, 200])
  await processEvents()
  expect(await outcomes()).toEqual(['again', 'again', 'succeeded'])
  expect(paidAtStripe()).toEqual([[7_00, 'failed'], ...failedThenPaid])
})

test('a refund that fails at once when it is paid again is said to be owed still', async () => {
  const { last, fail, again, outcomes } = await refunded()
  await fail()
  await atStripe('/refunds/beginning', { status: 'failed' })
  const answer = await again((await last()).id)
  await atStripe('/refunds/beginning', { status: 'succeeded' })
  expect(answer.body.message).toBe('$7.00 was not taken again, and is owed still. Give it in another way.')
  expect(await outcomes()).toEqual(['again', 'failed'])
})
