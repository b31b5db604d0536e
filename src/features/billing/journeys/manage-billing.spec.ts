import { eq } from 'drizzle-orm'
import { bundles, customers, outbox, subscriptions } from '#base/db/schema/index.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { expectStatus, placeDeliveredOrder } from '#tests/e2e/managing/place-paid-order.ts'
import { atVendors, expectAgreed } from '#tests/e2e/managing/vendors.ts'
import { openDetails } from '#tests/e2e/managing/workspace.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

test('the payment portal needs a first payment, and opens beside the page', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Ada Byron/ }).click()
  await page.getByRole('menuitem', { name: 'Payment Portal' }).click()
  await expectTold(page, 'There are no payments yet. The payment portal opens with your first order.')
  // An answer without words of its own.
  await page.route('**/api/payments/create-customer-portal', (route) =>
    route.fulfill({ status: 502, json: {} }),
  )
  await page.getByRole('button', { name: /Ada Byron/ }).click()
  await page.getByRole('menuitem', { name: 'Payment Portal' }).click()
  await expectTold(page, 'An error occurred')
})

test('a failed renewal of a Premium order warns first, pauses after the time of grace, and a card changed in the portal ends it', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  const { db } = deps
  await signIn()
  const order = await placeDeliveredOrder(page, customer, { plan: 'premium' })
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, order.groupId))
  const [person] = await db.select().from(customers).where(eq(customers.id, customer.id))
  const id = bundle?.subscriptionId ?? ''
  const stripe = atVendors(deps)

  // The card fails, and a month passes: only Stripe's webhook tells us.
  await stripe.post('/_stripe/cards', { customer: person?.stripeCustomerId, behaviour: 'declines' })
  const details = await openDetails(page, order.groupId)
  await expect(details.getByText('Paid until')).toBeVisible()
  await stripe.post('/_stripe/subscriptions/advance', { id, days: 30 })
  await expect(
    details.getByText(/The last renewal could not be charged\. This order keeps running until/),
  ).toBeVisible({ timeout: 30_000 })
  const subjects = async () =>
    (await db.select().from(outbox).where(eq(outbox.recipient, customer.email))).map(({ subject }) => subject)
  expect(await subjects()).toContain('Your payment did not go through')
  await expect(details.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', /\/invoice\//)
  await expectStatus(page, order.domains, 'done')
  await page.goto('/dashboard')
  const banner = page.getByRole('status').filter({ hasText: 'A payment did not go through' })
  await expect(banner).toContainText('The last renewal of example.com could not be charged.')
  await expect(banner).toContainText('keep running until')
  await expect(banner.getByRole('link', { name: 'Pay now' })).toHaveAttribute('href', /\/invoice\//)
  await openDetails(page, order.groupId)

  await db.update(subscriptions).set({ graceUntil: new Date() }).where(eq(subscriptions.stripeId, id))
  await sweepPayments(deps)
  await expect(
    details.getByText(/update your card in the Payment Portal: this order then continues by itself/),
  ).toBeVisible()
  await expect(details.getByText(/^On hold since /)).toBeVisible()
  await expectStatus(page, order.domains, 'pending')

  await page.goto('/dashboard')
  await expect(banner).toContainText('are paused')
  await page.getByRole('button', { name: /Ada Byron/ }).click()
  await page.getByRole('menuitem', { name: 'Payment Portal' }).click()
  await expectTold(page, 'You owe $125.00. A new card is charged for it immediately.')
  const [portal] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Continue to Payment Portal' }).click(),
  ])
  await portal.getByLabel('New card').selectOption('works')
  await portal.getByRole('button', { name: 'Update card' }).click()
  await portal.getByRole('link', { name: 'Return' }).click()
  await expect(portal).toHaveURL('/dashboard')
  await expectStatus(page, order.domains, 'done')
  await expect(banner).toBeHidden()
  await openDetails(page, order.groupId)
  await expect(details.getByText('Paid until')).toBeVisible()
  await expect(details.getByText(/^On hold since /)).toBeHidden()
  await expect(details.getByRole('link', { name: 'Pay now' })).toBeHidden()
  await expect(details.getByText(/Received .* for the renewal/)).toBeVisible()
  expect(await subjects()).toContain('Your renewal is paid')
  await expectAgreed(deps, order.domains)
})
