import { eq } from 'drizzle-orm'
import { domains } from '#base/db/schema/index.ts'
import { plans } from '#features/plans/rules/catalog.ts'
import { expectStatus, placeDeliveredOrder } from '#tests/e2e/managing/place-paid-order.ts'
import { expectAgreed } from '#tests/e2e/managing/vendors.ts'
import { openDetails, startOnAll } from '#tests/e2e/managing/workspace.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { updateForwardingMessages } from '../rules/update-forwarding.ts'

test('a new forwarding address of a Premium order reaches all of its zones', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  await signIn()
  const order = await placeDeliveredOrder(page, customer, { plan: 'premium' })
  await startOnAll(page, 'updateForwarding')
  const dialog = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
  await dialog.getByLabel('New Forwarding Domain').fill('example.org/offer')
  await dialog.getByRole('button', { name: 'Update Forwarding Domain' }).click()
  await expectTold(page, updateForwardingMessages.updated)
  await expect(page.getByRole('region', { name: 'example.org/offer' })).toBeVisible()

  await expectStatus(page, order.domains, 'done')
  // Zone records, redirects, mailboxes and registrations as they are wanted now.
  await expectAgreed(deps, order.domains)
  const held = await deps.db.select().from(domains).where(eq(domains.bundleId, order.groupId))
  expect(held.map(({ forwardingUrl }) => forwardingUrl)).toEqual(
    order.domains.map(() => 'https://example.org/offer'),
  )
  const { azure, google } = plans.premium.domains
  const details = await openDetails(page, order.groupId)
  await expect(details.getByText(`Sent visitors of ${azure + google} domains elsewhere`)).toBeVisible()
})
