import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { colleague, openConsole } from '#tests/web/open-page.tsx'
import { answerSamples } from '#tests/web/sample-answers.ts'
import {
  type CustomerPayment,
  customerPayments,
  customerSubscriptions,
  planCustomerRefund,
} from '../../api/console-customer-payments.ts'

const renewal: CustomerPayment = {
  id: 'in_1',
  kind: 'renewal',
  status: 'paid',
  amountCents: 50_00,
  paidCents: 50_00,
  leftCents: 43_00,
  at: '2026-01-15T12:00:00.000Z',
  orderId: null,
  paymentIntentId: 'pi_1',
  subscriptionId: 'sub_1',
  refunds: [
    {
      id: 'rfd_1',
      cents: 7_00,
      reason: 'a week was lost',
      outcome: 'succeeded',
      stripeRefundId: 're_1',
      at: '2026-01-16T12:00:00.000Z',
    },
    {
      id: 're_2',
      cents: 3_00,
      reason: 'given at Stripe',
      outcome: 'failed',
      stripeRefundId: 're_2',
      at: '2026-01-17T12:00:00.000Z',
    },
  ],
  disputes: [{ id: 'dp_1', cents: 50_00, outcome: 'inquiry' }],
}

test('a renewal stands among the payments with what went back of it, and is refunded by its invoice', async () => {
  answerSamples()
  network.answer(customerPayments, { rows: [renewal], hasMore: false })
  network.answer(customerSubscriptions, {
    subscriptions: [
      {
        id: 'sub_1',
        status: 'past_due',
        periodEnd: '2026-01-31T00:00:00.000Z',
        owed: [
          {
            invoiceId: 'in_2',
            number: 'A-0007',
            url: 'https://invoice.example/in_2',
            cents: 50_00,
            from: '2026-01-01T00:00:00.000Z',
            until: '2026-01-31T00:00:00.000Z',
          },
        ],
      },
    ],
  })
  openConsole('/operator/customers/cus_1?tab=payments', { as: colleague({ role: 'owner' }) })
  const table = page.getByRole('table', { name: 'Payments' })
  await expect.element(table.getByText(/a week was lost/)).toBeVisible()
  await expect.element(table.getByText(/bank inquiry, nothing taken/)).toBeVisible()
  // What somebody gave at Stripe is refunded anew, not paid again.
  await expect.element(table.getByText(/given at Stripe \(did not arrive\)/)).toBeVisible()
  await expect.element(table.getByRole('button', { name: /again$/ })).not.toBeInTheDocument()
  await table.getByRole('button', { name: /^Refund the payment of/ }).click()
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('a day was lost')
  await page.getByRole('button', { name: 'See what happens', exact: true }).click()
  await expect
    .poll(() => network.sent(planCustomerRefund).map(({ body }) => body))
    .toEqual([{ of: { invoiceId: 'in_1' }, reason: 'a day was lost' }])
})
