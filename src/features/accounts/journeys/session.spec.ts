import { sql } from 'drizzle-orm'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type Customer, expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

/** As if the hour were over. */
const endSessions = ({ db }: Dependencies, { id }: Customer) =>
  db.execute(sql`delete from sessions where customer_id = ${id}`)

test('an ended session is renewed and the call sent again, unnoticed', async ({ page, deps, customer }) => {
  await page.goto('/signin')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password').fill(customer.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/reset-password')
  await page.getByLabel('Current Password').fill(customer.password)
  await page.getByLabel('New Password', { exact: true }).fill('Correct.Horse.2')
  await page.getByLabel('Confirm New Password').fill('Correct.Horse.2')

  await endSessions(deps, customer)
  const calls: string[] = []
  page.on('response', (answer) => {
    const path = new URL(answer.url()).pathname
    if (path.startsWith('/api/auth/')) calls.push(`${answer.status()} ${path}`)
  })
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expectTold(page, 'Password changed successfully')
  expect(calls).toEqual([
    '401 /api/auth/change-password',
    '200 /api/auth/refresh-token',
    '200 /api/auth/change-password',
  ])

  await endSessions(deps, customer)
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome back, Ada')).toBeVisible()
})

test('signing out forgets what the browser kept for the customer, and nothing else', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/dashboard')
  const kept = [
    ...['selectedPlan', 'orderCount', 'azureDomains', 'googleDomains', 'purchaseAzureDomains'],
    ...['purchaseGoogleDomains', 'domainOption', 'emailToolConfig', 'basicConfig', 'userConfig'],
    ...['domainSettingsCompleted', 'promoBannerHiddenTime', 'azureDomainPrices', 'googleDomainPrices'],
    ...['totalDomainCost', 'profilePictureLink', 'user', 'inboxyard.anything'],
  ]
  await page.evaluate((keys) => {
    for (const key of [...keys, 'another-site-tool']) localStorage.setItem(key, '1')
  }, kept)
  await page.getByRole('link', { name: 'Instantly Bulk Update' }).click()
  await expect(page).toHaveURL('/instantly-bulk-update')
  await page.getByRole('button', { name: 'Ada Byron' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/signin')
  await expectTold(page, 'Logged out successfully')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['another-site-tool'])

  await page.goBack()
  await expect(page).toHaveURL('/signin')
})
