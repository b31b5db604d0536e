import { eq } from 'drizzle-orm'
import { bundles, checkouts, domainNames } from '#base/db/schema/index.ts'
import { expectStatus, placeDeliveredOrder } from '#tests/e2e/managing/place-paid-order.ts'
import { atVendors, expectAgreed } from '#tests/e2e/managing/vendors.ts'
import { expectNoOverflow, openDetails } from '#tests/e2e/managing/workspace.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

test('an order whose payment went back is paid for again from its details, and continues by itself', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  const { db } = deps
  await signIn()
  const order = await placeDeliveredOrder(page, customer)
  const [paid] = await db.select().from(checkouts).where(eq(checkouts.customerId, customer.id))
  const first = await openDetails(page, order.groupId)
  await atVendors(deps).post('/_stripe/refunds', { paymentIntent: paid?.paymentIntentId })
  await expect(first.getByText(/^On hold since /)).toBeVisible({ timeout: 30_000 })
  await expect(
    first.getByText('Pay for it again and it resumes by itself, or cancel it below.'),
  ).toBeVisible()
  await expect(first.getByText('Paid until')).toBeHidden()
  await expectStatus(page, order.domains, 'pending')

  const [name = ''] = order.domains
  const at = new Date(Date.now() + 20 * 24 * 3600_000)
  await db.update(domainNames).set({ expiresAt: at, expiryToldFor: at }).where(eq(domainNames.name, name))
  const details = await openDetails(page, order.groupId)
  await expect(
    details.getByText(
      'It costs $50.00 now and every 30 days from then on, and $31.00 once for the registration of 2 domains.',
    ),
  ).toBeVisible()
  await expect(details.getByText(`About to expire: ${name} on `)).toBeVisible()
  await page.setViewportSize({ width: 360, height: 800 })
  await expectNoOverflow(page)
  const pay = details.getByRole('button', { name: 'Pay $81.00 and resume' })
  await pay.click()
  await expect(page.getByRole('heading', { name: '$81.00 due now' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing was charged. The order stays on hold')).toBeVisible()

  await openDetails(page, order.groupId)
  await pay.click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expectTold(page, 'Thank you! Your order resumes: its mailboxes are switched on again.')
  await expectStatus(page, order.domains, 'done')
  await openDetails(page, order.groupId)
  await expect(details.getByText('Ended the hold: the order resumes')).toBeVisible()
  await expect(details.getByText(/^On hold since /)).toBeHidden()
  await expect(pay).toBeHidden()
  await expectAgreed(deps, order.domains)
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, order.groupId))
  expect(bundle?.subscriptionId).not.toBe(paid?.subscriptionId)
})

test('when the price of an order on hold is another by now, the new one is shown before anything is paid', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  const { db } = deps
  await signIn()
  const order = await placeDeliveredOrder(page, customer)
  await db.update(bundles).set({ refundedSince: new Date() }).where(eq(bundles.id, order.groupId))
  const details = await openDetails(page, order.groupId)
  await expect(details.getByRole('button', { name: 'Pay $50.00 and resume' })).toBeVisible()
  const [paid] = await db.select().from(checkouts).where(eq(checkouts.customerId, customer.id))
  // Refunded meanwhile, in another way than by an event that this page would hear of.
  await db.execute(
    `insert into refunds (id, checkout_id, reason, cents, stripe_refund_id)
      values ('ref_${order.groupId}', '${paid?.id}', 'elsewhere', ${paid?.paidCents}, 're_${order.groupId}')`,
  )
  await details.getByRole('button', { name: 'Pay $50.00 and resume' }).click()
  await expectTold(page, 'The price has changed. Please check the new total before you pay.')
  await expect(details.getByRole('button', { name: 'Pay $81.00 and resume' })).toBeVisible()
})
