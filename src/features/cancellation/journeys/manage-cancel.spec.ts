import { eq } from 'drizzle-orm'
import { bundles, outbox } from '#base/db/schema/index.ts'
import {
  callApi,
  expectStatus,
  placeDeliveredOrder,
  placePaidOrder,
} from '#tests/e2e/managing/place-paid-order.ts'
import { atVendors, expectAgreed } from '#tests/e2e/managing/vendors.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { cancelReasonLabels } from '../rules/cancel-order.ts'

test('an order ends in two steps, and its domains with it', async ({ page, signIn, customer }) => {
  test.setTimeout(180_000)
  await signIn()
  const order = await placePaidOrder(page, customer)
  const address = `/cancel_order?id=${order.groupId}`
  await page.goto(address)

  await page.getByRole('button', { name: 'Continue' }).click({ force: true })
  await expect(page.getByText('Please select a reason to continue').last()).toBeVisible()
  for (const label of Object.values(cancelReasonLabels))
    await expect(page.getByRole('radio', { name: label, exact: true })).toBeVisible()
  await page.getByRole('radio', { name: 'Other', exact: true }).check()
  await page.getByLabel('What is the reason?').fill('we moved in-house')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Continue' }).click()

  const step = page.getByRole('main')
  await expect(step.getByRole('heading', { name: 'Confirm Cancellation' })).toBeVisible()
  for (const text of [
    order.groupId,
    customer.name,
    customer.email,
    'Other: we moved in-house',
    '100 mailboxes',
  ])
    await expect(step.getByText(text)).toBeVisible()
  await expect(step.getByText(`2 domains: ${order.domains.join(', ')}`)).toBeVisible()
  await expect(step.getByText('This cannot be reversed.')).toBeVisible()
  await expect(step.getByText('is not refunded')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Other', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.route('**/api/orders/cancel', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Confirm Cancellation' }).click()
  await expectTold(page, 'Failed to cancel order. Please try again.')
  await page.getByRole('button', { name: 'Confirm Cancellation' }).click()
  await expectTold(page, 'Order cancelled successfully')
  await expect(page).toHaveURL(/\/dashboard/)

  await expectStatus(page, order.domains, 'cancelled')
  const group = await callApi<{ live: boolean; cancelReason: string }>(
    page,
    'GET',
    `/api/orders/groups/${order.groupId}`,
  )
  expect(group).toMatchObject({ live: false, cancelReason: 'Other: we moved in-house' })
  await page.goto(address)
  await expect(page.getByText('This order has been cancelled already.')).toBeVisible()
})

test('a delivered Premium order that is cancelled from its details stops at every vendor and is not billed any more', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  await signIn()
  const { instantly } = await atVendors(deps).credentials()
  const order = await placeDeliveredOrder(page, customer, {
    plan: 'premium',
    tool: 'instantly',
    credentials: { password: 'Secret.1', ...instantly },
  })
  const [bundle] = await deps.db.select().from(bundles).where(eq(bundles.id, order.groupId))
  await page.goto(`/dashboard?details=${order.groupId}`)
  await page.getByRole('link', { name: 'Cancel order' }).click()
  await page.getByRole('radio', { name: 'Technical issues' }).check()
  await page.getByRole('button', { name: 'Continue' }).click()
  const comesBack = page.getByText('The domains can be reinstated from your dashboard.')
  await expect(comesBack).toBeHidden()
  await page.getByRole('button', { name: 'Confirm Cancellation' }).click()
  await expectTold(page, 'Order cancelled successfully')

  await expectStatus(page, order.domains, 'cancelled')
  // Out of the sending tool, disabled at the host, no redirect left.
  await expectAgreed(deps, order.domains)
  await expect
    .poll(async () => (await deps.vendors.payments.readSubscription(bundle?.subscriptionId ?? '')).status, {
      timeout: 60_000,
    })
    .toBe('ended')
  const mails = await deps.db.select().from(outbox).where(eq(outbox.recipient, customer.email))
  expect(mails.map(({ subject }) => subject)).toContain('Your order for Acme 42 is cancelled')
  await page.goto(`/dashboard?details=${order.groupId}`)
  const details = page.getByRole('dialog', { name: 'Order Details' })
  await expect(details.getByText('Cancelled the order: Technical issues')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel order' })).toBeHidden()
})
