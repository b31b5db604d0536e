import { expect, test } from 'vitest'
import { commands } from '#apps/operator/commands.ts'
import { runCommand } from '#apps/operator/run-command.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { MoneyView } from '../api/console-money.ts'
import { backfillBooks } from './books/backfill-books.ts'
import { bookEvents } from './books/book-events.ts'

const world = await createTestWorld()
const { deps } = world
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, payments } = stripeActs(world)
const finance = await joinedStaff(world, 'finance')
const order = async (act: string, { groupId }: ManagedOrder, ...more: string[]) => {
  const { err } = await runCommand(commands, ['order', act, '--order', groupId, ...more], async () => deps)
  expect(err).toBe('')
}

async function look(): Promise<MoneyView> {
  await processEvents()
  await bookEvents(deps)
  await backfillBooks(deps)
  return (await finance.get('/api/operator/money')).body as MoneyView
}
/** The present month, with what one billing period brings in if nothing changes. */
async function present() {
  const { months, forecast } = await look()
  const {
    mrr,
    paid,
    returned,
    cancelled,
    held,
    unpaid,
    new: gained,
    lost,
  } = months.at(-1) as MoneyView['months'][number]
  const due = forecast.filter(({ renewals }) => renewals > 0)
  return { mrr, paid, returned, cancelled, held, unpaid, gained, lost, next: due[0]?.renewed ?? 0 }
}

test('MRR is what will renew, as the forecast has it, and all else that is paid for is named once', async () => {
  await paidOrder({}, false)
  expect(await present()).toMatchObject({ mrr: 5_000, paid: 5_000, unpaid: 0, gained: 5_000, next: 5_000 })

  const refunded = await paidOrder({}, false)
  const disputed = await paidOrder({}, false)
  const held = await paidOrder({}, false)
  const ended = await paidOrder({}, false)
  const stopped = await paidOrder({}, false)
  const { paymentIntent } = await payments(refunded)
  await look()
  await atStripe('/refunds', { paymentIntent })
  await atStripe('/disputes', { paymentIntent: (await payments(disputed)).paymentIntent })
  await order('hold', held)
  await order('end', ended, '--reason', 'as asked')
  await deps.pool.query('update customers set billing_stopped_at = now() where id = $1', [stopped.person.id])
  expect(await present()).toMatchObject({
    mrr: 5_000,
    paid: 30_000,
    returned: 10_000,
    held: 10_000,
    cancelled: 5_000,
    unpaid: 0,
    gained: 5_000,
    lost: 0,
    next: 5_000,
  })

  // What is released runs on; the money that went back was for the period before the next one.
  await order('release', refunded)
  await order('release', held)
  expect(await present()).toMatchObject({
    mrr: 15_000,
    paid: 30_000,
    returned: 10_000,
    held: 5_000,
    cancelled: 5_000,
    unpaid: 5_000,
    next: 15_000,
  })
})
