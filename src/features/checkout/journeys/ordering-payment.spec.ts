import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { checkouts } from '#base/db/schema/index.ts'
import { paymentOutcomeMessages } from '#features/billing/rules/payment-outcome.ts'
import { checkoutMessages } from '#features/ordering/rules/checkout-validation.ts'
import { OrderWizard } from '#tests/e2e/ordering/order-wizard.ts'
import { freshDraft, storeDraft } from '#tests/e2e/ordering/stored-draft.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { promotionMessages } from '../rules/pricing.ts'

test.describe.configure({ timeout: 90_000 })
test.beforeEach(async ({ page, signIn, customer }) => {
  await signIn()
  await storeDraft(page, customer, freshDraft())
  await page.goto('/review-order')
})

test('a declined card is tried again and pays, and the order is confirmed with what was ordered', async ({
  page,
}) => {
  const wizard = new OrderWizard(page)
  await wizard.checkOut()
  const session = page.url().split('/').at(-1) ?? ''
  await wizard.onPaymentPage('Decline')
  await expect(page.getByRole('alert')).toContainText('declined')
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
  await page.goto(`/confirmed_order?session_id=${session}`)
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
  await expect(page.getByText(/^ord_/)).toBeVisible()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('a cancelled payment leads back to the review with its code, says so once, and charges what is shown', async ({
  page,
}) => {
  const wizard = new OrderWizard(page)
  await page.getByLabel('Promotion code').fill('LAUNCH60')
  await wizard.press(wizard.button('Apply'))
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary.getByText('$32.40 USD')).toBeVisible()
  await wizard.checkOut()
  await expect(page.getByText('$32.40 due now')).toBeVisible()
  await wizard.onPaymentPage('Cancel')
  await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible()
  await expect(page).toHaveURL('/review-order')
  await expect(page.getByText(checkoutMessages.cancelled)).toHaveCount(1)
  await expect(summary.getByText('$32.40 USD')).toBeVisible()
  await wizard.checkOut()
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
})

test('the browser’s own way back from the payment page finds the review ready to pay', async ({ page }) => {
  const wizard = new OrderWizard(page)
  await wizard.checkOut()
  await page.goBack()
  await expect(page).toHaveURL('/review-order')
  await expect(wizard.button('Checkout with Stripe')).toBeVisible()
  const terms = page.getByRole('checkbox', { name: 'I accept the terms' })
  if (!(await terms.isChecked())) await terms.click()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page).toHaveURL(/\/pay\/cs_/)
  await page.goForward().catch(() => {})
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
})

/** A code that takes off the half, made at the payment provider, and a way to end it there. */
async function codeThatEnds(page: Page, { baseUrl, secretKey }: { baseUrl: string; secretKey: string }) {
  const atStripe = async (method: string, path: string, fields: Record<string, string> = {}) => {
    const answer = await page.request.fetch(`${baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${secretKey}` },
      ...(method === 'POST' && { form: fields }),
    })
    expect(answer.ok()).toBe(true)
  }
  const code = `ENDS${process.env.TEST_PARALLEL_INDEX}${Date.now()}`
  await atStripe('POST', '/v1/coupons', { id: code, percent_off: '50', duration: 'once' })
  const made = { code, 'promotion[type]': 'coupon', 'promotion[coupon]': code }
  await atStripe('POST', '/v1/promotion_codes', made)
  return { code, end: () => atStripe('DELETE', `/v1/coupons/${code}`) }
}

/** As if this page had been opened before the prices were changed. */
const statesAnotherPriceOnce = (page: Page) =>
  page.route(
    '**/api/payments/create-checkout-session',
    (route) => route.continue({ postData: { ...route.request().postDataJSON(), totalPrice: 30 } }),
    { times: 1 },
  )
const priceHasChanged = 'The price has changed. Please check the new total before you pay.'

test('a code that ends while the page is open, after the price has changed, is taken off what is shown, and the order is paid without it', async ({
  page,
  deps,
}) => {
  const { code, end } = await codeThatEnds(page, deps.config.vendors.stripe)
  const wizard = new OrderWizard(page)
  await page.getByLabel('Promotion code').fill(code)
  await wizard.press(wizard.button('Apply'))
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary.getByText('$40.50 USD')).toBeVisible()
  await wizard.acceptTerms()
  await statesAnotherPriceOnce(page)
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page.getByText(priceHasChanged)).toBeVisible()
  await expect(summary.getByText('$40.50 USD')).toBeVisible()
  await end()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page.getByLabel('Promotion code')).toHaveAccessibleDescription(promotionMessages.unknown)
  await expect(summary.getByText('$81.00 USD')).toBeVisible()
  await expectAccessible(page)
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page.getByText('$81.00 due now')).toBeVisible()
})

test.describe('the pages behind the payment', () => {
  test('say of what was paid twice that it goes back, and not that it is set up', async ({ page, deps }) => {
    const wizard = new OrderWizard(page)
    await wizard.checkOut()
    const first = page.url()
    const session = first.split('/').at(-1) ?? ''
    // As a restored backup leaves it: open at the payment provider, and over as far as we know.
    await deps.db.update(checkouts).set({ status: 'expired' }).where(eq(checkouts.sessionId, session))
    await page.goto('/review-order')
    await wizard.checkOut()
    expect(page.url()).not.toBe(first)
    await wizard.onPaymentPage('Pay')
    await wizard.expectPaid()

    await page.goto(first)
    await wizard.onPaymentPage('Pay')
    const heading = page.getByRole('heading', { name: 'This payment was not needed' })
    await expect(heading).toBeVisible({ timeout: 30_000 })
    const why = page.getByText(
      'The $81.00 that you paid go back to your card, because it had been paid for already. Nothing is set up for this payment, and it is not billed again.',
    )
    await expect(why).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/confirmed_order?session_id=${session}`)
    await expect(heading).toBeVisible()
    await expect(why).toBeVisible()
    await expect(page.getByText("What's Next?")).toHaveCount(0)
    await page.getByRole('link', { name: 'Go to Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

  test('say that they are verifying while the provider has not decided, and go on once it has', async ({
    page,
  }) => {
    const wizard = new OrderWizard(page)
    await wizard.checkOut()
    const paying = page.url()
    const session = paying.split('/').at(-1) ?? ''
    await page.goto(`/payment-success?session_id=${session}`)
    await expect(page.getByText(paymentOutcomeMessages.verifying)).toBeVisible()
    const other = await page.context().newPage()
    await other.goto(paying)
    await other.getByRole('button', { name: 'Pay' }).click()
    await wizard.expectPaid()
  })
})
