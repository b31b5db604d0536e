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
  await fillIn(page, customer)
  await expect(page).toHaveURL('/instantly-bulk-update?domains=one.example,two.example')
  await signOut(page)
  await fillIn(page, customer)
  await expect(page).toHaveURL('/dashboard')
})

test('the refused page is still known after the sign-in page was reloaded', async ({ page, customer }) => {
  await page.goto('/choose-plan')
  await expect(page).toHaveURL('/signin')
  await page.reload()
  await fillIn(page, customer)
  await expect(page).toHaveURL('/choose-plan')
})

test('the start page leads to where the customer was last, or to the dashboard', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
  await page.goto('/choose-plan')
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await page.goto('/')
  await expect(page).toHaveURL('/choose-plan')
})

test('neither the start page nor an unknown one is remembered', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await page.goto('/no-such-page')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/reset-password')
})

test('a stored path that would leave the site is not followed', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/signin')
  await page.evaluate(() => localStorage.setItem('inboxyard.lastPath', '//evil.example/steal'))
  await page.goto('/')
  await expect(page).toHaveURL('/dashboard')
})
