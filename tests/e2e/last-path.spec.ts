import type { Page } from '@playwright/test'
import { type Customer, expect, test } from './product/test.ts'

async function fillIn(page: Page, { email, password }: Customer): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ada Byron' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/signin')
}

test('a refused page is reached after signing in, once', async ({ page, customer }) => {
  await page.goto('/instantly-bulk-update?domains=one.example,two.example')
  await expect(page).toHaveURL('/signin')
  // It is still known after a reload.
  await page.reload()
  await fillIn(page, customer)
  await expect(page).toHaveURL('/instantly-bulk-update?domains=one.example,two.example')
  await signOut(page)
  await fillIn(page, customer)
  await expect(page).toHaveURL('/dashboard')
})
