import { expect, type Page } from '@playwright/test'
import { priceChangedMessage } from '#features/checkout/rules/pricing.ts'
import { OrderWizard } from '#tests/e2e/ordering/order-wizard.ts'
import { freshDraft, storeDraft } from '#tests/e2e/ordering/stored-draft.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { ownInstallation } from '#tests/e2e/product/own-installation.ts'
import { test } from '#tests/e2e/product/test.ts'

// Prices are everybody's.
const { signInAs, signInAsOwner } = ownInstallation()

const demo = 'demo@inboxyard.test'

/** The review of an order that is complete, in a page that stays open. */
async function reviewed(page: Page, plan: 'azure' | 'google'): Promise<OrderWizard> {
  await storeDraft(page, { email: demo } as Parameters<typeof storeDraft>[1], freshDraft(plan))
  await page.goto('/review-order')
  return new OrderWizard(page)
}

const card = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true })

test('an owner changes a price, a customer’s own and a plan’s name: pages show what is charged and what it is called, and what runs keeps its price', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const customer = await (await browser.newContext({ baseURL })).newPage()
  await signInAs(customer, '/signin', demo)
  await expect(customer).toHaveTitle('Dashboard · Inboxyard')
  const before = await reviewed(customer, 'azure')
  await expect(customer.getByText('$81.00 USD')).toBeVisible()

  await signInAsOwner(page)
  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Plans' }).click()
  await expect(page).toHaveTitle('Plans · Console · Inboxyard')
  const runs = page.getByRole('table', { name: 'What runs' })
  await expect(runs.getByRole('row', { name: /^Entra/ })).toContainText('$50.00')
  await expectAccessible(page)

  // What cannot be is said at its place, and nothing is asked.
  const price = page.getByLabel('Entra: price per month in US dollars')
  const original = page.getByLabel('Entra: original price in US dollars')
  const sell = page.getByRole('button', { name: 'Sell at these prices' })
  await price.fill('60')
  await original.fill('55')
  await sell.click()
  await expect(page.getByText('it has to be above it')).toBeVisible()
  await expect(original).toBeFocused()
  await original.fill('75')
  await sell.click()
  const ask = page.getByRole('alertdialog')
  await expect(ask.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
    'Entra: $50.00 → $60.00',
    'Entra: original price none → $75.00',
  ])
  await expect(ask).toContainText('keep their prices')
  await ask.getByRole('button', { name: 'Sell at these prices' }).click()
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible()
  await expect(runs.getByRole('row', { name: /^Entra/ })).toContainText('$50.00')

  // The page that was open shows the new price before anything is paid.
  await before.acceptTerms()
  await before.press(before.button('Checkout with Stripe'))
  await expect(customer.getByText(priceChangedMessage)).toBeVisible()
  await expect(customer.getByText('$91.00 USD')).toBeVisible()
  await expect(customer.getByText('1 order × $60.00')).toBeVisible()
  await before.press(before.button('Checkout with Stripe'))
  await expect(customer).toHaveURL(/\/pay\/cs_/)
  await expect(customer.getByText('$91.00').first()).toBeVisible()
  await before.onPaymentPage('Pay')
  await before.expectPaid()

  await customer.goto('/choose-plan')
  await expect(card(customer, 'Entra')).toContainText('$60.00')
  await expect(card(customer, 'Entra')).toContainText('Original price $75.00')
  await expect(card(customer, 'Entra')).toContainText('Save 20%')

  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('link', { name: 'Demo Customer' }).click()
  await page.getByRole('tab', { name: 'Payments' }).click()
  await page.getByRole('button', { name: 'Change Google' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Price per month in US dollars').fill('42.50')
  await dialog.getByRole('button', { name: 'Save price' }).click()
  await expect(page.getByRole('table', { name: 'Own prices' })).toContainText('$42.50')
  await expectAccessible(page)

  await customer.goto('/choose-plan')
  await expect(card(customer, 'Google')).toContainText('$42.50')
  const after = await reviewed(customer, 'google')
  await expect(customer.getByText('1 order × $42.50')).toBeVisible()
  // Five names at $15.50.
  await expect(customer.getByText('$120.00 USD')).toBeVisible()
  await after.checkOut()
  await expect(customer.getByText('$120.00').first()).toBeVisible()

  // The page that is open is paid at its price, whatever is sold meanwhile.
  await page.getByRole('button', { name: 'Change Google' }).click()
  await dialog.getByLabel('Price per month in US dollars').fill('')
  await dialog.getByRole('button', { name: 'Save price' }).click()
  await expect(page.getByRole('table', { name: 'Own prices' })).not.toContainText('$42.50')
  await after.onPaymentPage('Pay')
  await after.expectPaid()

  await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Plans' }).click()
  const kept = runs.getByRole('row', { name: /^Google/ })
  await expect(kept.filter({ hasText: '$42.50' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Restore version 1' }).click()
  await ask.getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible()
  await customer.goto('/choose-plan')
  await expect(card(customer, 'Entra')).toContainText('$50.00')

  // A name stands wherever the plan is read, also of what runs; one that another plan has is refused at its place.
  const name = page.getByLabel('Entra: name')
  await name.fill('Premium')
  await sell.click()
  await expect(page.getByText('Another plan is called so')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('Starter')
  await sell.click()
  await expect(ask.getByRole('list', { name: 'Changes' }).getByRole('listitem')).toHaveText([
    'Entra: called Starter',
  ])
  await ask.getByRole('button', { name: 'Sell at these prices' }).click()
  await expect(page.getByText('Version 4', { exact: true })).toBeVisible()
  await expect(runs.getByRole('row', { name: /^Starter/ }).first()).toBeVisible()
  await expectAccessible(page)

  await customer.goto('/choose-plan')
  await expect(card(customer, 'Starter')).toContainText('2 Entra domains')
  await customer.goto('/dashboard')
  await customer.getByLabel('Order type').click()
  await customer.getByRole('option', { name: 'Inboxyard Starter' }).click()
  await expect(customer.getByRole('heading', { name: /^Inboxyard Starter/ }).first()).toBeVisible()
  const named = await reviewed(customer, 'azure')
  await expect(customer.getByRole('heading', { name: 'Inboxyard Starter' })).toBeVisible()
  await named.checkOut()
  await expect(customer.getByText('Inboxyard Starter').first()).toBeVisible()
  await named.onPaymentPage('Pay')
  await named.expectPaid()

  await page.getByRole('button', { name: 'Restore version 3' }).click()
  await ask.getByRole('button', { name: 'Bring it back' }).click()
  await expect(page.getByText('Version 5', { exact: true })).toBeVisible()
  await customer.goto('/choose-plan')
  await expect(card(customer, 'Entra')).toBeVisible()
})
