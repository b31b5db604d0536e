import type { Page } from '@playwright/test'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expectNotStored } from '#tests/e2e/product/expect-not-stored.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { demoSmartlead } from '#vendors/smartlead/simulator/demo.ts'

const domain = demoSmartlead.domains[4].name
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Starts an update: its button asks, and what it will do is confirmed. */
async function update(page: Page, name: string): Promise<void> {
  await press(page, name)
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Update \d/ })
    .click()
}

async function openSettings(page: Page): Promise<void> {
  await page.goto(`/smartlead-bulk-update?domains=${domain}`)
  await page.getByLabel('JWT token').fill(demoSmartlead.jwt)
  await press(page, 'Fetch Accounts')
  await expect(page.getByText(/^Total number of all inboxes in Smartlead: \d{3}$/)).toBeVisible()
  await expect(page.getByLabel('Domain list')).toHaveValue(domain)
  await press(page, 'Fetch & Analyze Accounts')
  await expect(page.getByText('21 accounts found matching the domains')).toBeVisible()
}

test('all four settings are updated, and the end is told', async ({ page, signIn }) => {
  // Four updates, read back, and every rule of axe in two places.
  test.slow()
  await signIn()
  await openSettings(page)
  await expect(page.getByRole('table', { name: 'Account Types' })).toContainText('OUTLOOK21')
  await expectAccessible(page)
  await press(page, 'This looks right')

  const panel = (name: string) => page.getByRole('region', { name, exact: true })
  const warmup = panel('Warmup Settings')
  await expect(warmup.getByLabel('Max emails per day')).toHaveValue('5')
  await expect(warmup.getByLabel('Ramp-up value')).toHaveValue('1')
  await expect(warmup.getByLabel('Reply rate (%)')).toHaveValue('60')
  await expect(warmup.getByLabel('Tag identifier')).toHaveValue('tryit-inboxyard')
  await expect(warmup.getByRole('checkbox', { name: 'Ramp-up enabled' })).toBeChecked()
  const outbound = panel('Outbound Settings')
  await expect(outbound.getByLabel('Max emails per day')).toHaveValue('2')
  await expect(outbound.getByLabel('Minimum time between emails (minutes)')).toHaveValue('60')

  await expect(page.getByRole('button', { name: 'Update Tags' })).toHaveAccessibleDescription(
    'Missing token or account IDs, or tags',
  )
  await expect(page.getByRole('button', { name: 'Update Signature' })).toHaveAccessibleDescription(
    'Missing token or account IDs, or signature',
  )
  await update(page, 'Update Warmup Settings')
  await expect(warmup.getByText('Warmup settings updated')).toBeVisible({ timeout: 30_000 })
  await update(page, 'Update Outbound Settings')
  await expect(outbound.getByText('Outbound settings updated')).toBeVisible({ timeout: 30_000 })
  await page.getByLabel('Tags', { exact: true }).fill('spring, northwind')
  await update(page, 'Update Tags')
  await expect(panel('Tag Management').getByText('21 of 21 accounts have the new values.')).toBeVisible({
    timeout: 30_000,
  })
  await page.getByLabel('Signature text').fill('Jane Doe')
  await update(page, 'Update Signature')
  await expect(
    panel('Signature').getByText('Smartlead accepted the update for 21 of 21 accounts.'),
  ).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await expectNotStored(page, [demoSmartlead.jwt])
  await press(page, 'Continue to next step')
  await expect(page.getByRole('heading', { name: 'Smartlead has been bulk updated' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Updates of this visit' }).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByText('21 updated · 0 unchanged · 0 failed · 0 skipped').first()).toBeVisible()
})
