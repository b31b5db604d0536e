import { addCustomer } from '#features/customers/server/add-customer.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'

test('signs in whatever the address is written like, and says so', async ({ page, customer }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/signin')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(`  ${customer.email.toUpperCase()} `)
  await page.getByLabel('Password').fill(customer.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expectTold(page, 'Login successful')
  await expect(page.getByText('Welcome back, Ada')).toBeVisible()
})

test('a one-time password leads nowhere but to a password of one’s own', async ({ page, deps }) => {
  const email = `new-${Date.now()}@example.test`
  const { password } = await addCustomer(deps.db, { email, name: 'Grace Hopper' })
  const refused: string[] = []
  page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
  await page.goto('/dashboard')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByText('You signed in with a one-time password.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cancel' })).toBeHidden()
  expect(refused).toEqual([])
  await page.goto('/instantly-bulk-update?domains=one.example')
  await expect(page).toHaveURL('/reset-password')
  await page.reload()

  await page.getByLabel('Current Password').fill(password)
  await page.getByLabel('New Password', { exact: true }).fill('Correct.Horse.2')
  await page.getByLabel('Confirm New Password').fill('Correct.Horse.2')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expectTold(page, 'Password changed successfully')
  // What was asked for before, now that it may be seen.
  await expect(page).toHaveURL('/instantly-bulk-update?domains=one.example')
  await page.reload()
  await expect(page).toHaveURL('/instantly-bulk-update?domains=one.example')
})
