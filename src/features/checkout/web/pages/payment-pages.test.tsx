import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { withBankText } from '#features/billing/rules/bank-days.ts'
import { paymentOutcomeMessages } from '#features/billing/rules/payment-outcome.ts'
import { completeDraft } from '#tests/rules/complete-draft.ts'
import { kept } from '#tests/web/kept-answers.ts'
import { network } from '#tests/web/network.ts'
import { button, holdClock, storeDraft } from '#tests/web/open-order.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { confirmPayment, discardPayment } from '../../api/payments.ts'

const paid = () => kept(confirmPayment, 'paid-payment')
const told = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
const pages = ['/payment-success', '/confirmed_order'] as const

test('a confirmed order says what was ordered, what was paid and what comes next', async () => {
  network.answer(confirmPayment, paid())
  openPage('/confirmed_order?session_id=cs_1')
  await expect.element(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  await told(/^ord_/)
  await expect.element(page.getByText('Entra', { exact: true })).toBeVisible()
  await told('Number of Orders')
  await told('$81.00 USD')
  await expect.element(page.getByRole('heading', { name: "What's Next?" })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Go to Dashboard' }))
    .toHaveAttribute('href', '/dashboard')
})

test.each(pages)(
  '%s says of what was paid twice that it goes back, and not that it is set up',
  async (path) => {
    const { totalCents } = paid()
    network.answer(confirmPayment, {
      ...paid(),
      backCents: totalCents,
      notNeeded: { cause: 'paid', whole: true },
    })
    openPage(`${path}?session_id=cs_1`)
    await expect.element(page.getByRole('heading', { name: 'This payment was not needed' })).toBeVisible()
    await told(
      'The $81.00 that you paid go back to your card, because it had been paid for already. Nothing is set up for this payment, and it is not billed again.',
    )
    await expect.element(page.getByText("What's Next?")).not.toBeInTheDocument()
  },
)

test('a payment that is not decided is asked about again until it is, and whoever waits long may leave', async () => {
  holdClock()
  network.answer(confirmPayment, kept(confirmPayment, 'open-payment'))
  openPage('/confirmed_order?session_id=cs_1')
  await told(paymentOutcomeMessages.verifying)
  await vi.advanceTimersByTimeAsync(16_000)
  await told(/You can leave this page/)
  network.answer(confirmPayment, paid())
  await vi.advanceTimersByTimeAsync(2_500)
  await expect.element(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
})

test.each(pages)(
  '%s says of a payment that a bank has how long that takes, and of a refused one why',
  async (path) => {
    network.answer(confirmPayment, { ...paid(), status: 'with bank' })
    openPage(`${path}?session_id=cs_1`)
    await expect.element(page.getByRole('heading', { name: paymentOutcomeMessages.withBank })).toBeVisible()
    await told(withBankText)
    network.answer(confirmPayment, { ...paid(), status: 'refused' })
    openPage(`${path}?session_id=cs_2`)
    await told(/Your bank declined the payment\./)
  },
)

test.each(pages)(
  '%s does not believe an address without a payment, or with one of nobody’s',
  async (path) => {
    openPage(path)
    await told(paymentOutcomeMessages.notFound)
    expect(network.sent(confirmPayment)).toEqual([])
  },
)

test.each(pages)('%s does not believe an address with a payment of nobody’s', async (path) => {
  network.refuse(confirmPayment, { status: 404, code: 'not_found', message: 'There is no such payment.' })
  openPage(`${path}?session_id=cs_of_nobody`)
  await told(paymentOutcomeMessages.notFound)
  expect(window.location.pathname).toBe(path)
})

test('a payment that cannot be loaded is asked for again by a press', async () => {
  network.refuse(confirmPayment, { status: 503 })
  openPage('/confirmed_order?session_id=cs_1')
  await expect.element(page.getByText(paymentOutcomeMessages.notLoaded)).toBeVisible()
  network.answer(confirmPayment, paid())
  await button('Try Again').click()
  await expect.element(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
})

test('a payment page that has expired leads back to the order', async () => {
  network.answer(confirmPayment, kept(confirmPayment, 'expired-payment'))
  openPage('/payment-success?session_id=cs_1')
  await told(paymentOutcomeMessages.failed)
  await expect
    .element(page.getByRole('link', { name: 'Back to your order' }))
    .toHaveAttribute('href', '/review-order')
})

test.each([
  ['discarded', 'Payment Cancelled', /nothing is replaced/],
  ['paid', 'Paid in another window', /It has been paid already/],
] as const)('turning back from a payment that is %s says so', async (status, title, text) => {
  const held = network.hold(discardPayment)
  openPage('/payment-cancel?for=replace&checkout=chk_1')
  await told('One moment, the payment page is being closed.')
  held.answer({ status })
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await told(text)
})

test('turning back from a payment that cannot be ended says that it can still be paid', async () => {
  network.refuse(discardPayment, { status: 409, code: 'conflict', message: 'Not now, please.' })
  openPage('/payment-cancel?for=replace&checkout=chk_1')
  await told(/^Nothing was charged\. The replacement still waits for its payment/)
})

test('turning back from the payment of an order whose page stays open says not to pay there', async () => {
  storeDraft(completeDraft('azure'))
  network.refuse(discardPayment, { status: 409, code: 'conflict', message: 'Not now, please.' })
  openPage('/payment-cancel?for=order&checkout=chk_1')
  await told(/^Your order is kept as you left it\. We couldn’t close the payment page/)
})

test('who opens the page of a cancelled payment without one is told that nothing was being paid', async () => {
  const router = openPage('/payment-cancel')
  await told('Nothing was charged, and there is no unfinished order in this browser.')
  await expect.element(page.getByRole('heading', { name: 'No payment in progress' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Back to your orders' }))
    .toHaveAttribute('href', '/dashboard')
  expect(router.state.location.pathname).toBe('/payment-cancel')
})

test('turning back from the payment of an order leads back to it, as it was left', async () => {
  storeDraft(completeDraft('azure'))
  openPage('/payment-cancel')
  await told('Nothing was charged, and your order is kept as you left it.')
  await expect
    .element(page.getByRole('link', { name: 'Back to your order' }))
    .toHaveAttribute('href', '/review-order?order_cancelled=true')
})
