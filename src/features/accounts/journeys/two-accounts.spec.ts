import type { Page } from '@playwright/test'
import { inArray } from 'drizzle-orm'
import { toolConnections } from '#base/db/schema/index.ts'
import { credentials, OrderWizard } from '#tests/e2e/ordering/order-wizard.ts'
import { freshDraft, storeDraft } from '#tests/e2e/ordering/stored-draft.ts'
import { type Customer, expect, test } from '#tests/e2e/product/test.ts'

/** Someone else with an account, at the same browser. */
const bobBaker = { name: 'Bob Baker', password: 'Correct.Horse.2' }

async function signInByForm(tab: Page, { email, password }: Customer): Promise<void> {
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await expect(tab).toHaveURL('/dashboard')
}

test('what was entered as one customer is not saved in the account of another who signed in meanwhile', async ({
  page,
  deps,
  customer,
  addPerson,
  signIn,
}) => {
  const bob = await addPerson(bobBaker)
  await signIn()
  await storeDraft(page, customer, { ...freshDraft(), tool: null, people: [] })
  await page.goto('/setup-domain-settings')
  const wizard = new OrderWizard(page)
  await page.getByRole('radio', { name: 'Smartlead' }).click()
  for (const [label, value] of Object.entries(credentials.smartlead.fields)) {
    const field = page.getByLabel(label, { exact: true })
    if (await field.isVisible()) await field.fill(value)
  }
  // As a tab has it that slept: no other tab says that the session is Bob's now.
  await signIn(bob)
  const saving = page.waitForResponse('**/api/connections')
  await wizard.saveStep()
  expect((await saving).status()).toBe(409)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Welcome back, Bob')).toBeVisible()
  await expect(page.getByText('Ada Byron')).toHaveCount(0)
  const saved = deps.db
    .select()
    .from(toolConnections)
    .where(inArray(toolConnections.customerId, [bob.id, customer.id]))
  expect(await saved).toEqual([])
})

test('a tab hears that another customer signed in, and shows nothing of the one before', async ({
  page: other,
  context,
  addPerson,
  signIn,
}) => {
  const bob = await addPerson(bobBaker)
  await other.goto('/signin')
  await expect(other.getByLabel('Email')).toBeVisible()
  await signIn()
  const page = await context.newPage()
  await page.goto('/reset-password')
  await expect(page.getByRole('button', { name: 'Ada Byron' })).toBeVisible()
  await signInByForm(other, bob)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Welcome back, Bob')).toBeVisible()
  await expect(page.getByText('Ada Byron')).toHaveCount(0)
})

test('a tab hears that its customer signed out, and stays as it is when they sign in once more', async ({
  page: other,
  context,
  customer,
  signIn,
}) => {
  await other.goto('/signin')
  await expect(other.getByLabel('Email')).toBeVisible()
  await signIn()
  const page = await context.newPage()
  await page.goto('/reset-password')
  await page.getByLabel('Current Password').fill('half of it')
  await signInByForm(other, customer)
  await expect(other.getByText('Welcome back, Ada')).toBeVisible()
  await expect(page.getByLabel('Current Password')).toHaveValue('half of it')

  await other.getByRole('button', { name: 'Ada Byron' }).click()
  await other.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/signin')
  await expect(page).toHaveURL('/signin')
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('logging out in a tab of another customer ends nobody’s session', async ({
  page,
  addPerson,
  signIn,
}) => {
  const bob = await addPerson(bobBaker)
  await signIn()
  await page.goto('/reset-password')
  await page.getByRole('button', { name: 'Ada Byron' }).click()
  // As a tab has it that slept: no other tab says that the session is Bob's now.
  await signIn(bob)
  const leaving = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  expect((await leaving).status()).toBe(409)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByText('Welcome back, Bob')).toBeVisible()
})
