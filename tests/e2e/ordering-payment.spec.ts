import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { checkouts } from '#server/db/schema/index.ts'
import { paymentOutcomeMessages } from '#shared/money/payment-outcome.ts'
import { promotionMessages } from '#shared/money/pricing.ts'
import { checkoutMessages } from '#shared/order-draft/checkout-validation.ts'
import { OrderWizard } from './ordering/order-wizard.ts'
import { freshDraft, placeOrder, storeDraft } from './ordering/stored-draft.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

test.describe.configure({ timeout: 90_000 })
test.beforeEach(async ({ page, signIn, customer }) => {
  await signIn()
  await storeDraft(page, customer, freshDraft())
  await page.goto('/review-order')
})

test('a declined card is tried again and pays', async ({ page }) => {
  const wizard = new OrderWizard(page)
  await wizard.checkOut()
  await wizard.onPaymentPage('Decline')
  await expect(page.getByRole('alert')).toContainText('declined')
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
})

test('a cancelled payment leads back to the review, says so once, and can be paid then', async ({ page }) => {
  const wizard = new OrderWizard(page)
  await wizard.checkOut()
  await wizard.onPaymentPage('Cancel')
  await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeVisible()
  await expect(page).toHaveURL('/review-order')
  expect(checkoutMessages.cancelled).toBe(paymentOutcomeMessages.cancelled)
  await expect(page.getByText(checkoutMessages.cancelled)).toHaveCount(1)
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

test('who would have to wait for room reads so before paying, and may order all the same', async ({
  page,
}) => {
  const wizard = new OrderWizard(page)
  const note = page.getByText('mailboxes have to wait at the moment')
  const room = (azure: number) =>
    page.route('**/api/payments/room', (route) => route.fulfill({ json: { room: { azure, google: 0 } } }))
  await expect(wizard.button('Checkout with Stripe')).toBeVisible()
  await expect(note).toBeHidden()
  // The order has two domains.
  await room(2)
  const answered = page.waitForResponse('**/api/payments/room')
  await page.reload()
  await answered
  await expect(wizard.button('Checkout with Stripe')).toBeVisible()
  await expect(note).toBeHidden()
  await room(1)
  await page.reload()
  await expect(note).toHaveText('Some of the new Entra mailboxes have to wait at the moment')
  await room(0)
  await page.reload()
  await expect(note).toHaveText('New Entra mailboxes have to wait at the moment')
  await expect(page.getByText('count from your payment all the same')).toBeVisible()
  await expectAccessible(page)
  await wizard.checkOut()
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
})

test('nothing is sent before the terms are accepted', async ({ page }) => {
  const wizard = new OrderWizard(page)
  let sent = 0
  await page.route('**/api/orders', (route) => {
    sent += 1
    return route.continue()
  })
  await wizard.pressUnavailable(wizard.button('Checkout with Stripe'))
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByText(checkoutMessages.termsMissing)).toBeVisible()
  expect(sent).toBe(0)
})

test('a promotion code changes what is shown and what is charged alike', async ({ page }) => {
  const wizard = new OrderWizard(page)
  const code = page.getByLabel('Promotion code')
  await code.fill('not a code!')
  await wizard.press(wizard.button('Apply'))
  await expect(page.getByText(promotionMessages.malformed)).toBeVisible()
  await code.fill('NOSUCHCODE')
  await wizard.press(wizard.button('Apply'))
  await expect(page.getByText(promotionMessages.unknown)).toBeVisible()
  for (const message of [promotionMessages.firstOrderOnly, promotionMessages.refused]) {
    await page.route('**/api/payments/quote', (route) =>
      route.fulfill({
        status: 422,
        json: { message, code: 'rule_broken', fields: { promotionCode: message } },
      }),
    )
    await code.fill('RESTRICTED')
    await wizard.press(wizard.button('Apply'))
    await expect(page.getByText(message)).toBeVisible()
    await page.unroute('**/api/payments/quote')
  }
  await code.fill('LAUNCH60')
  await wizard.press(wizard.button('Apply'))
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary.getByText('$32.40 USD')).toBeVisible()
  await wizard.checkOut()
  await expect(page.getByText('$32.40 due now')).toBeVisible()
  // A customer who turns back finds the code still there.
  await wizard.onPaymentPage('Cancel')
  await expect(page).toHaveURL('/review-order')
  await expect(summary.getByText('$32.40 USD')).toBeVisible()
  await wizard.checkOut()
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

for (const hasChanged of [false, true])
  test(`a code that ends while the page is open${hasChanged ? ', after the price has changed,' : ''} is taken off what is shown, and the order is paid without it`, async ({
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
    if (hasChanged) {
      await statesAnotherPriceOnce(page)
      await wizard.press(wizard.button('Checkout with Stripe'))
      await expect(page.getByText(priceHasChanged)).toBeVisible()
      await expect(summary.getByText('$40.50 USD')).toBeVisible()
    }
    await end()
    await wizard.press(wizard.button('Checkout with Stripe'))
    await expect(page.getByLabel('Promotion code')).toHaveAccessibleDescription(promotionMessages.unknown)
    await expect(summary.getByText('$81.00 USD')).toBeVisible()
    await expectAccessible(page)
    await wizard.press(wizard.button('Checkout with Stripe'))
    await expect(page.getByText('$81.00 due now')).toBeVisible()
  })

test('a price that has changed is shown and asked for again', async ({ page }) => {
  const wizard = new OrderWizard(page)
  await statesAnotherPriceOnce(page)
  await wizard.acceptTerms()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page.getByText(priceHasChanged)).toBeVisible()
  await expect(page.getByText('$81.00 USD')).toBeVisible()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page).toHaveURL(/\/pay\/cs_/)
})

test('a code that another open page has used is refused at the checkout, and the order is paid without it', async ({
  page,
}) => {
  const wizard = new OrderWizard(page)
  const code = page.getByLabel('Promotion code')
  await code.fill('LAUNCH60')
  await wizard.press(wizard.button('Apply'))
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary.getByText('$32.40 USD')).toBeVisible()
  const message = promotionMessages.firstOrderOpen
  await page.route(
    '**/api/payments/create-checkout-session',
    (route) =>
      route.fulfill({
        status: 422,
        json: { message, code: 'rule_broken', fields: { promotionCode: message } },
      }),
    { times: 1 },
  )
  await wizard.acceptTerms()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page.getByText(message).filter({ visible: true }).first()).toBeVisible()
  await wizard.press(wizard.button('Remove promotion code'))
  await expect(summary.getByText('$81.00 USD')).toBeVisible()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page).toHaveURL(/\/pay\/cs_/)
})

test('while the order is processed the page says so, and a second press does nothing', async ({ page }) => {
  const wizard = new OrderWizard(page)
  let orders = 0
  let proceed = () => {}
  const held = new Promise<void>((resolve) => {
    proceed = resolve
  })
  await page.route('**/api/orders', async (route) => {
    orders += 1
    await held
    await route.continue()
  })
  await wizard.acceptTerms()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(wizard.button('Processing Order...')).toBeVisible()
  await expect(page.getByText('Please do not close this window.')).toBeVisible()
  await wizard.button('Processing Order...').dispatchEvent('click')
  proceed()
  await expect(page).toHaveURL(/\/pay\/cs_/)
  expect(orders).toBe(1)
})

test('an answer that is lost on the way is asked for again, and is one order', async ({
  page,
  deps,
  customer,
}) => {
  const wizard = new OrderWizard(page)
  const keys: (string | undefined)[] = []
  await page.route('**/api/orders', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await wizard.checkOut()
  expect(keys).toHaveLength(2)
  expect(keys[1]).toBe(keys[0])
  const { rows } = await deps.db.execute(`select id from orders where customer_id = '${customer.id}'`)
  expect(rows).toHaveLength(1)
})

test('a failure says so, keeps everything, and the next try works', async ({ page }) => {
  const wizard = new OrderWizard(page)
  await page.route(
    '**/api/payments/create-checkout-session',
    (route) =>
      route.fulfill({ status: 502, json: { message: 'Stripe did not answer.', code: 'vendor_failed' } }),
    { times: 1 },
  )
  await wizard.acceptTerms()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page.getByText(checkoutMessages.failed)).toBeVisible()
  await expect(page.getByText('Stripe did not answer.')).toBeVisible()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page).toHaveURL(/\/pay\/cs_/)
})

test('when there is nothing to pay the order is placed and the dashboard opens', async ({ page }) => {
  const wizard = new OrderWizard(page)
  await page.route('**/api/payments/create-checkout-session', (route) =>
    route.fulfill({ json: { url: null, data: { session: { id: 'cs_none', url: null } } } }),
  )
  await wizard.acceptTerms()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expectTold(page, checkoutMessages.placed)
  await expect(page).toHaveURL(/\/dashboard/)
})

test('a domain that someone has ordered meanwhile is named', async ({
  page,
  customer,
  addPerson,
  signIn,
}) => {
  const wizard = new OrderWizard(page)
  const draft = freshDraft()
  await signIn(await addPerson({ name: 'Grace Hopper' }))
  expect((await placeOrder(page, draft)).status()).toBe(200)
  await signIn(customer)
  await storeDraft(page, customer, draft)
  await page.goto('/review-order')
  await wizard.acceptTerms()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page.getByText('2 domains already exists.')).toBeVisible()
})

test.describe('the pages behind the payment', () => {
  test('confirm an order for real, with what was ordered', async ({ page }) => {
    const wizard = new OrderWizard(page)
    await wizard.checkOut()
    const session = page.url().split('/').at(-1) ?? ''
    await wizard.onPaymentPage('Pay')
    await wizard.expectPaid()
    await page.goto(`/confirmed_order?session_id=${session}`)
    await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible()
    await expect(page.getByText(/^ord_/)).toBeVisible()
    await expect(page.getByText('Entra', { exact: true })).toBeVisible()
    await expect(page.getByText('Number of Orders')).toBeVisible()
    await expect(page.getByRole('heading', { name: "What's Next?" })).toBeVisible()
    await page.getByRole('link', { name: 'Go to Dashboard' }).click()
    await expect(page).toHaveURL('/dashboard')
  })

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

  for (const path of ['/payment-success', '/confirmed_order']) {
    test(`${path} does not believe an address without a payment`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByText(paymentOutcomeMessages.notFound)).toBeVisible()
      await page.goto(`${path}?session_id=cs_of_nobody`)
      await expect(page.getByText(paymentOutcomeMessages.notFound)).toBeVisible()
      await expect(page).toHaveURL(new RegExp(path))
    })
  }

  test('offer another try when they cannot be loaded', async ({ page }) => {
    await page.route('**/api/payments/confirmation*', (route) => route.fulfill({ status: 503, json: {} }))
    await page.goto('/confirmed_order?session_id=cs_1')
    await expect(page.getByText(paymentOutcomeMessages.notLoaded)).toBeVisible()
    await page.unroute('**/api/payments/confirmation*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText(paymentOutcomeMessages.notFound)).toBeVisible()
  })

  test('say that a payment page has expired', async ({ page, deps }) => {
    const wizard = new OrderWizard(page)
    await wizard.checkOut()
    const session = page.url().split('/').at(-1) ?? ''
    await deps.vendors.payments.expireCheckout(session)
    await page.goto(`/payment-success?session_id=${session}`)
    await expect(page.getByText(paymentOutcomeMessages.failed)).toBeVisible()
    await page.getByRole('link', { name: 'Back to your order' }).click()
    await expect(page).toHaveURL('/review-order')
  })
})
