import type { Page } from '@playwright/test'
import { freshLabel, OrderWizard } from '#tests/e2e/ordering/order-wizard.ts'
import { expectAccessible } from '#tests/e2e/product/expect-accessible.ts'
import { expect, test } from '#tests/e2e/product/test.ts'

test.beforeEach(({ signIn }) => signIn())

const plansTable = (page: Page) => page.getByRole('table', { name: 'Plans that reach it' })
const emailsField = (page: Page) => page.getByLabel('Cold emails a month')
const start = (page: Page) => page.getByRole('button', { name: /^Start (this order|these \d+ orders)$/ })

test('a number of emails becomes a paid order, to the cent', async ({ page }) => {
  test.setTimeout(120_000)
  const wizard = new OrderWizard(page)
  await page.goto('/choose-plan')
  await page.getByRole('link', { name: 'Plan by the emails you want to send' }).click()
  await expect(page).toHaveURL('/plan-by-volume')
  await emailsField(page).fill('10,000')
  const row = plansTable(page).getByRole('row', { name: /^Entra/ })
  for (const figure of ['Recommended', '200', '$100.00', '$162.00', '$1,362.00'])
    await expect(row).toContainText(figure)
  await expectAccessible(page)
  await start(page).click()

  await expect(page).toHaveURL('/select-domains')
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary).toContainText('2 orders')
  await expect(summary).toContainText('0 of 4')
  for (let count = 0; count < 4; count++) {
    const name = `${freshLabel()}.com`
    await wizard.search(name)
    await page.getByRole('button', { name: `Add ${name}` }).click({ timeout: 30_000 })
  }
  await expect(summary.getByText('$162.00')).toBeVisible()
  await page.getByRole('button', { name: 'Continue to Domain Settings' }).click()
  await wizard.saveBasics()
  await expect(page.getByRole('radio', { name: 'Instantly' })).toBeChecked()
  await wizard.saveTool('instantly')
  await wizard.savePeople(['Jane', 'Doe'])
  await expect(summary.getByText('$162.00 USD')).toBeVisible()
  await expect(summary).toContainText('Then $100.00 every 30 days')
  await wizard.checkOut()
  await expect(page.getByText('$162.00 due now')).toBeVisible()
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
})
