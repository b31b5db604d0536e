import { forwardingUrlMaxLength, forwardingUrlMessages } from '#features/forwarding/rules/forwarding-url.ts'
import { companyNameMaxLength, companyNameMessages } from '#features/ordering/rules/company-name.ts'
import { expectStatus, placeDeliveredOrder } from '#tests/e2e/managing/place-paid-order.ts'
import { atVendors, expectAgreed } from '#tests/e2e/managing/vendors.ts'
import { expectNoOverflow, openDetails, pressUnavailable } from '#tests/e2e/managing/workspace.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

test('an order is corrected: forwarding, company name and sending tool, and its activity tells so', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  await signIn()
  const order = await placeDeliveredOrder(page, customer)
  const details = await openDetails(page, order.groupId)
  await details.getByRole('button', { name: 'Edit order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  await pressUnavailable(page, save, 'Nothing has been changed yet.')
  const refused = async (label: string, text: string, message: string) => {
    await dialog.getByLabel(label).fill(text)
    await save.click()
    await expectTold(page, message)
  }
  await refused('Forwarding Domain', 'not an address', forwardingUrlMessages.invalid)
  await refused(
    'Forwarding Domain',
    `example.com/${'x'.repeat(forwardingUrlMaxLength)}`,
    forwardingUrlMessages.tooLong,
  )
  await dialog.getByLabel('Forwarding Domain').fill('example.com/edited')
  await refused('Organization Name', 'Acme & Sons', companyNameMessages.characters)
  await refused('Organization Name', 'x'.repeat(companyNameMaxLength + 1), companyNameMessages.tooLong)
  await dialog.getByLabel('Organization Name').fill('Renamed Inc')

  const { instantly } = await atVendors(deps).credentials()
  await dialog.getByRole('radio', { name: 'Instantly' }).click()
  await save.click()
  await expect(dialog.getByText('Please fill in all Instantly credentials')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Username', { exact: true }).fill(instantly?.username ?? '')
  await dialog.getByLabel('Password', { exact: true }).fill('Secret.1')
  await dialog.getByLabel('API Key', { exact: true }).fill(instantly?.apiKey ?? '')
  await dialog.getByLabel('Workspace', { exact: true }).fill(instantly?.workspace ?? '')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route('**/api/orders/groups/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 422, json: { message: 'Not now, please.' } })
      : route.continue(),
  )
  await save.click()
  await expect(dialog.getByText('Not now, please.')).toBeVisible()
  await page.unroute('**/api/orders/groups/*')
  await save.click()
  await expect(dialog).toBeHidden()

  await expect(details.getByText('Renamed Inc')).toBeVisible()
  await expect(details.getByText('https://example.com/edited').first()).toBeVisible()
  await expect(
    details.getByText('Corrected the forwarding, the company name, and the sending tool'),
  ).toBeVisible()
  // The zones lead elsewhere, and the mailboxes are in the tool by now.
  await expectStatus(page, order.domains, 'done')
  await expectAgreed(deps, order.domains)
})

test('a Premium order is corrected, and its zones lead to the new address', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.setTimeout(300_000)
  await signIn()
  const order = await placeDeliveredOrder(page, customer, { plan: 'premium' })
  const details = await openDetails(page, order.groupId)
  await details.getByRole('button', { name: 'Edit order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  await dialog.getByLabel('Forwarding Domain').fill('example.com/edited')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(details.getByText('Corrected the forwarding')).toBeVisible()
  await expectStatus(page, order.domains, 'done')
  await expectAgreed(deps, order.domains)
})

test('what was typed is not lost by accident, and corrected credentials are kept', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{ tool: 'smartlead' }] })
  await signIn()
  await page.goto(`/dashboard?details=${groups[0]?.groupId}`)
  await page.getByRole('button', { name: 'Edit order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Order' })
  await dialog.getByLabel('API Key', { exact: true }).fill('another-key-1')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    page.getByRole('dialog', { name: 'Order Details' }).getByText('Corrected the sending tool'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Show API Key' }).click()
  await expectTold(page, 'another-key-1')
})
