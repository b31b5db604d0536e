import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { network } from '#tests/web/network.ts'
import { draw } from '#tests/web/open-page.tsx'
import {
  type CustomerPayment,
  planCustomerRefund,
  refundCustomer,
} from '../../api/console-customer-payments.ts'
import { customerActMessages } from '../../rules/customer-acts.ts'
import RefundDialog from './refund-dialog.tsx'

const payment: CustomerPayment = {
  id: 'chk_1',
  kind: 'order',
  status: 'paid',
  amountCents: 81_00,
  paidCents: 81_00,
  leftCents: 50_00,
  at: '2026-01-15T12:00:00.000Z',
  orderId: 'ord_1',
  paymentIntentId: 'pi_1',
  subscriptionId: null,
  refunds: [],
  disputes: [],
}

const amount = page.getByRole('textbox', { name: 'Amount in dollars', exact: true })
const reason = page.getByRole('textbox', { name: 'Reason', exact: true })
const look = page.getByRole('button', { name: 'See what happens', exact: true })

function open() {
  network.answer(planCustomerRefund, ({ body: { cents = payment.leftCents } }) => ({
    cents,
    paidCents: payment.paidCents,
    refundedCents: 31_00,
    isKnown: false,
    groups: 0,
    domains: 0,
    mailboxes: 0,
  }))
  draw(<RefundDialog title="Refund a payment" customerId="cus_1" payment={payment} onClose={() => {}} />)
}

test.each([
  ['12.50', 12_50],
  ['$7', 7_00],
  ['0.05', 5],
])('an amount typed as %s goes back as %i cents, as it was said before', async (typed, cents) => {
  open()
  network.answer(refundCustomer, { message: 'It goes back.' })
  await amount.fill(typed)
  await reason.fill('a day was lost')
  await look.click()
  await page.getByRole('button', { name: /^Refund \$/ }).click()
  await expect.poll(() => network.sent(refundCustomer).length).toBe(1)
  const bodies = [...network.sent(planCustomerRefund), ...network.sent(refundCustomer)].map(
    ({ body }) => body,
  )
  const asked = { of: { checkoutId: payment.id }, reason: 'a day was lost', cents }
  expect(bodies).toEqual([asked, asked])
})

test('all that is left goes back without an amount, since it may be less by now', async () => {
  open()
  await reason.fill('a day was lost')
  await look.click()
  await expect.element(page.getByRole('button', { name: 'Refund $50.00', exact: true })).toBeVisible()
  expect(network.sent(planCustomerRefund)[0]?.body).not.toHaveProperty('cents')
})

test.each(['12.5', '1,200.00', '0.00', '-3.00', '12.500', ''])(
  'an amount typed as “%s” is none: nothing is asked for, and the field says what one looks like',
  async (typed) => {
    open()
    await amount.fill(typed)
    await reason.fill('a day was lost')
    await look.click()
    await expect.element(amount).toHaveAccessibleDescription(customerActMessages.amountWrong)
    expect(network.sent(planCustomerRefund)).toEqual([])
  },
)
