import { eq } from 'drizzle-orm'
import { domains } from '#server/db/schema/index.ts'
import { updateForwardingMessages } from '#shared/domains/forwarding/update-forwarding.ts'
import { plans } from '#shared/plans/catalog.ts'
import { expectStatus, placeDeliveredOrder } from './managing/place-paid-order.ts'
import { expectAgreed } from './managing/vendors.ts'
import { openDetails, startOnAll } from './managing/workspace.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

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
