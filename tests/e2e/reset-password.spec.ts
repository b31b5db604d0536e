import { passwordMaxLength, passwordMessages } from '#shared/accounts/password.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

test.beforeEach(async ({ page, signIn }) => {
  await signIn()
  await page.goto('/reset-password')
})

test('asks for all fields, for the same word twice and for a strong one', async ({ page }) => {
  const current = page.getByLabel('Current Password')
  const next = page.getByLabel('New Password', { exact: true })
  const again = page.getByLabel('Confirm New Password')
  const change = page.getByRole('button', { name: 'Change Password' })

  await change.click()
  await expect(page.getByText('Please fill in all fields')).toBeVisible()
  await expect(current).toBeFocused()

  await current.fill('Correct.Horse.1')
  await next.fill('too weak')
  await again.fill('too weak')
  await change.click()
  await expect(
    page.getByText(
      'Password must be at least 8 characters long and contain uppercase, lowercase, number, and special character (including .)',
    ),
  ).toBeVisible()

  await next.fill('Correct.Horse.2')
  await again.fill('Correct.Horse.3')
  await change.click()
  await expect(page.getByText('New passwords do not match')).toBeVisible()
})

test('refuses a common password and an endless one', async ({ page }) => {
  const use = async (password: string) => {
    await page.getByLabel('Current Password').fill('Correct.Horse.1')
    await page.getByLabel('New Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm New Password').fill(password)
    await page.getByRole('button', { name: 'Change Password' }).click()
  }
  await use('P@ssw0rd')
  await expect(page.getByText(passwordMessages.common)).toHaveCount(1)
  await use('Example.Horse.1')
  await expect(page.getByText(passwordMessages.personal)).toHaveCount(1)
  await use(`Aa1.${'x'.repeat(passwordMaxLength)}`)
  await expect(page.getByText(passwordMessages.tooLong)).toBeVisible()
})

test('says when the current password is wrong', async ({ page }) => {
  await page.getByLabel('Current Password').fill('Wrong.Horse.1')
  await page.getByLabel('New Password', { exact: true }).fill('Correct.Horse.2')
  await page.getByLabel('Confirm New Password').fill('Correct.Horse.2')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expectTold(page, 'Failed to change password. Please check your current password and try again.')
  await expect(page).toHaveURL('/reset-password')
})

test('changes the password, says so and leads to the dashboard', async ({ page, customer }) => {
  const tries: string[] = []
  page.on('request', (request) => request.url().endsWith('/change-password') && tries.push(request.url()))
  await page.getByLabel('Current Password').fill(customer.password)
  await page.getByLabel('New Password', { exact: true }).fill('Correct.Horse.2')
  await page.getByLabel('Confirm New Password').fill('Correct.Horse.2')
  // A press that comes twice changes it once: the second change would be refused.
  await page.getByRole('button', { name: 'Change Password' }).dblclick()
  await expectTold(page, 'Password changed successfully')
  await expect(page).toHaveURL('/dashboard')
  expect(tries).toHaveLength(1)
})

test('can be left as it was', async ({ page }) => {
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/dashboard')
})
