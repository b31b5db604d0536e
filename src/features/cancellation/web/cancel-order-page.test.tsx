import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getGroup } from '#features/orders/api/groups.ts'
import { network } from '#tests/web/network.ts'
import { openPage } from '#tests/web/open-page.tsx'
import {
  answerOrders,
  expectNoOverflow,
  expectTold,
  groupOf,
  type KeptOrder,
  pressUnavailable,
} from '#tests/web/orders.ts'
import { cancelOrder } from '../api/cancel-order.ts'
import { cancelOrderMessages, cancelReasonLabels } from '../rules/cancel-order.ts'

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

/** The summary of what ends with an order. */
async function openSummary(name: KeptOrder): Promise<void> {
  answerOrders()
  await toSummary(name)
}

async function toSummary(name: KeptOrder): Promise<void> {
  openPage(`/cancel_order?id=bun_${name}_1`)
  await page.getByRole('radio', { name: 'Other' }).click()
  await page.getByLabelText('What is the reason?').fill('we moved in-house')
  await press('Continue')
}

test('without an order there is nothing to cancel, and the page leads to the dashboard', async () => {
  answerOrders()
  openPage('/cancel_order')
  await expectTold('No order ID provided')
  await expect.poll(() => window.location.pathname).toBe('/dashboard')
})

test('an order that is not there says so', async () => {
  network.refuse(getGroup, { status: 404, code: 'not_found', message: 'There is no such order.' })
  openPage('/cancel_order?id=bun_somebody_1')
  await expectTold('There is no such order.')
})

test('an order that was cancelled before is not cancelled again', async () => {
  answerOrders()
  openPage('/cancel_order?id=bun_gone_1')
  await expectTold(cancelOrderMessages.alreadyCancelled)
})

test('an order that another tab cancels meanwhile is shown as cancelled, without a way to try again', async () => {
  await openSummary('mixed')
  network.refuse(cancelOrder, {
    ...{ status: 409, code: 'conflict', message: cancelOrderMessages.alreadyCancelled },
  })
  network.answer(getGroup, groupOf('mixed', { live: false, cancelledAt: '2026-03-04T05:06:00.000Z' }))
  await press('Confirm Cancellation')
  await expect.element(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible()
  await expectTold(cancelOrderMessages.alreadyCancelled)
  await expect.element(page.getByText(cancelOrderMessages.failed)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Confirm Cancellation' })).not.toBeInTheDocument()
})

test('a reason is chosen first, of all that there are', async () => {
  answerOrders()
  openPage('/cancel_order?id=bun_mixed_1')
  await pressUnavailable(page.getByRole('button', { name: 'Continue' }))
  await expectTold('Please select a reason to continue')
  for (const label of Object.values(cancelReasonLabels))
    await expect.element(page.getByRole('radio', { name: label, exact: true })).toBeVisible()
})

test('the summary names what ends and that it cannot be taken back, and Back keeps the reason', async () => {
  await openSummary('mixed')
  for (const text of [
    'bun_mixed_1',
    'ada@example.test',
    'Other: we moved in-house',
    '2 domains: mixed1.com, mixed2.com',
    '100 mailboxes',
  ])
    await expectTold(text)
  await expect
    .element(
      page.getByText(/This cannot be reversed\..*is not refunded.*can be reinstated from your dashboard\./),
    )
    .toBeVisible()
  await expectNoOverflow()
  await press('Back')
  await expect.element(page.getByRole('radio', { name: 'Other' })).toBeChecked()
})

test('while a domain is replaced, its place counts with the mailboxes that were sold', async () => {
  await openSummary('replaced')
  await expectTold('2 domains: replaced1.com, replaced2.com')
  await expectTold('50 mailboxes')
})

const renewal = {
  ...{ invoiceId: 'in_1', number: null, url: null, cents: 50_00 },
  ...{ from: '2026-10-03T12:00:00.000Z', until: '2026-11-02T12:00:00.000Z' },
}
const writtenOff = { ...renewal, invoiceId: 'in_2', cents: 20_00, isWrittenOff: true }

test.each([
  ['that is given up', [], ['You no longer have to pay the $70.00 that you owed for it.'], 0],
  [
    'of which a part was written off',
    [writtenOff],
    [
      'You no longer have to pay the $50.00 that you owed for it.',
      'You still owe $20.00 for the time it ran. Paying does not start it again.',
    ],
    1,
  ],
] as const)('the summary says what becomes of a debt %s', async (_, owed, told, listed) => {
  answerOrders(
    groupOf('mixed', {
      owed: [renewal, writtenOff],
      owedOnceCancelled: { owed: [...owed], isShared: false },
    }),
  )
  await toSummary('mixed')
  await expectTold('What you owe once it is cancelled')
  for (const text of told) await expectTold(text)
  await expect.element(page.getByText(/^You (still owe|no longer)/)).toHaveLength(told.length)
  await expect.element(page.getByText('Oct 3, 2026 – Nov 2, 2026: $20.00')).toHaveLength(listed)
  await expectNoOverflow()
})

test('an order that continues after a renewal was given up names no day that is past, and no next billing', async () => {
  answerOrders(groupOf('mixed', { paidUntil: null, nextBilling: '2027-01-02T12:00:00.000Z' }))
  await toSummary('mixed')
  await expectTold('Mailboxes')
  await expect.element(page.getByText(/Paid until|Next billing/)).not.toBeInTheDocument()
})

test('a Premium order is not said to come back', async () => {
  await openSummary('premium')
  await expect.element(page.getByText(/This cannot be reversed\./)).toBeVisible()
  await expect.element(page.getByText(/can be reinstated/)).not.toBeInTheDocument()
})

test('a lost answer leaves the order to be cancelled again, and then it is said and left', async () => {
  await openSummary('mixed')
  network.lose(cancelOrder)
  await press('Confirm Cancellation')
  await expectTold('Failed to cancel order. Please try again.')
  network.answer(cancelOrder, { success: true, message: '' })
  await press('Confirm Cancellation')
  await expectTold('Order cancelled successfully')
  await expect.poll(() => window.location.pathname).toBe('/dashboard')
  expect(network.sent(cancelOrder).at(-1)?.body).toEqual({
    ...{ groupId: groupOf('mixed').groupId, reason: 'other', details: 'we moved in-house' },
  })
})
