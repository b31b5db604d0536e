import type { Page } from '@playwright/test'
import { demoSmartlead } from '../../src/sandbox/smartlead/demo.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expectNotStored } from './product/expect-not-stored.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

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

test('the end tells no update that was not made', async ({ page, signIn }) => {
  await signIn()
  await openSettings(page)
  await press(page, 'This looks right')
  await press(page, 'Continue to next step')
  await expect(page.getByText('No update was started, so nothing has changed.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing was updated in Smartlead' })).toBeFocused()
})

test('what was entered stays while an earlier step is looked at', async ({ page, signIn }) => {
  await signIn()
  await openSettings(page)
  await press(page, 'This looks right')
  await page.getByLabel('Tags', { exact: true }).fill('spring')
  await press(page, 'Go Back')
  await expect(page.getByText('21 accounts found matching the domains')).toBeVisible()
  await press(page, 'This looks right')
  await expect(page.getByLabel('Tags', { exact: true })).toHaveValue('spring')
})

test('editing the domains of the second step locks those after it until they are fetched again', async ({
  page,
  signIn,
}) => {
  await signIn()
  await openSettings(page)
  await page.getByRole('button', { name: /^Updating Domains/ }).click()
  await page.getByLabel('Domain list').fill(`${domain}\n${demoSmartlead.domains[5].name}`)
  await expect(page.getByRole('button', { name: 'Confirm Domain Details', exact: true })).toBeDisabled()
  await press(page, 'Fetch & Analyze Accounts')
  await expect(page.getByText('42 accounts found matching the domains')).toBeVisible()
})

test('says what is missing, that nothing was found, and what was refused', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/smartlead-bulk-update')
  const fetching = page.getByRole('button', { name: 'Fetch Accounts' })
  await expect(fetching).toBeDisabled()
  await fetching.focus()
  await page.keyboard.press('Enter')
  await expectTold(page, 'Missing Information')
  await expect(page.getByText('Please provide both JWT token and domains.').last()).toBeVisible()

  await page.getByLabel('JWT token').fill('expired')
  await page.getByRole('textbox', { name: 'Domains', exact: true }).fill('nothing-here.com')
  await fetching.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Smartlead refused the credentials' })).toBeVisible()
  await page.getByLabel('JWT token').fill(`Bearer ${demoSmartlead.jwt}`)
  await fetching.click()
  await press(page, 'Fetch & Analyze Accounts')
  await expect(
    page.getByText('No accounts found. Please go back and check your domains.').first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'This looks right' })).toBeDisabled()
  await press(page, 'Go Back')
  await expect(page.getByLabel('Domain list')).toBeVisible()
})

test('in the sandbox a button fills in what the tool takes, and warm-up that is off is spoken of', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/smartlead-bulk-update')
  await page.getByLabel('API key').fill('typed')
  await expect(page.getByRole('radio', { name: 'With a key' })).toBeChecked()
  await page.getByLabel('JWT token').fill('typed, too')
  await expect(page.getByRole('radio', { name: 'From your browser' })).toBeChecked()
  await expect(page.getByLabel('API key')).toHaveValue('typed')
  await press(page, 'Fill in demo credentials')
  // With the way in that is recommended, whichever was chosen.
  await expect(page.getByRole('radio', { name: 'With a key' })).toBeChecked()
  await expect(page.getByLabel('API key')).toHaveValue(demoSmartlead.apiKey)
  await expect(page.getByLabel('JWT token')).toHaveValue('typed, too')
  await press(page, 'Fetch Accounts')
  await press(page, 'Fetch & Analyze Accounts')
  await press(page, 'This looks right')
  await expect(
    page.getByText(/This update also switches (it on there|warm-up on where it is off)\./),
  ).toBeVisible()
  // With a token a missing number would be reset there; with a key each can be left.
  await expect(page.getByRole('checkbox', { name: 'Leave as it is' })).toHaveCount(5)
  await expectAccessible(page)
})

test('with a token the two outbound numbers are set together, and the page says why', async ({
  page,
  signIn,
}) => {
  await signIn()
  await openSettings(page)
  await press(page, 'This looks right')
  const outbound = page.getByRole('region', { name: 'Outbound Settings', exact: true })
  await expect(outbound.getByText('Smartlead resets the outbound setting that is left out')).toBeVisible()
  await expect(outbound.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: 'Leave as it is' })).toHaveCount(3)
})

test('with an API key the ramp-up starts at 5 and says why', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/smartlead-bulk-update?domains=${domain}`)
  await page.getByLabel('API key').fill(demoSmartlead.apiKey)
  await press(page, 'Fetch Accounts')
  await press(page, 'Fetch & Analyze Accounts')
  await press(page, 'This looks right')
  await expect(page.getByLabel('Ramp-up value')).toHaveValue('5')
  await expect(page.getByText("Smartlead's documented API accepts a ramp-up of 5 or more.")).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(page)
})
