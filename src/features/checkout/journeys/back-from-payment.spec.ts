import type { Page } from '@playwright/test'
import { domainNames } from '#base/db/schema/index.ts'
import { reinstatePath } from '#features/reinstatement/rules/reinstate-path.ts'
import { atVendors } from '#tests/e2e/managing/vendors.ts'
import { OrderWizard } from '#tests/e2e/ordering/order-wizard.ts'
import { freshDraft, storeDraft } from '#tests/e2e/ordering/stored-draft.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { findWholeChromium } from '../../../../scripts/lib/chromium.mjs'

test.describe.configure({ timeout: 240_000 })
// Browsers show a page that is gone back to as it was left. The one without windows has it loaded again, and so has
// Playwright's own setting.
test.use({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        executablePath: findWholeChromium(),
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
      }),
    { scope: 'worker' },
  ],
})

const isMarked = (page: Page) => page.evaluate(() => document.body.dataset.marked === 'yes')

/** The browser's own way back from the payment page, which finds the page as it was left. */
async function goBackToMarked(page: Page, path: string): Promise<void> {
  await page.goBack({ waitUntil: 'commit' })
  await expect(page).toHaveURL(new RegExp(path))
  expect(await isMarked(page), 'the page is the one that was left').toBe(true)
}
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-marked', 'yes'))

test('an order is there with all its entries after going back from the payment page, and can be paid then', async ({
  page,
  customer,
  signIn,
}) => {
  await signIn()
  const draft = freshDraft()
  await storeDraft(page, customer, { ...draft, tool: null, people: [] })
  await page.goto('/setup-domain-settings')
  const wizard = new OrderWizard(page)
  await wizard.open('Basic Configuration')
  await wizard.saveSettings('smartlead', [
    ['Jane', 'Doe'],
    ['John', 'Roe'],
  ])
  await page.getByLabel('Promotion code').fill('LAUNCH60')
  await wizard.press(wizard.button('Apply'))
  const total = page.getByRole('complementary', { name: 'Order summary' }).getByText('$32.40 USD')
  const expectReview = async () => {
    await expect(total).toBeVisible()
    for (const name of draft.domains.purchase.azure)
      await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
    await expect(page.getByRole('table', { name: 'Users' })).toContainText('Jane Doe')
    await expect(page.getByRole('table', { name: 'Users' })).toContainText('John Roe')
    await expect(page.getByRole('main')).toContainText('Smartlead')
    await expect(wizard.button('Checkout with Stripe')).not.toHaveAttribute('aria-busy', 'true')
  }
  await expectReview()
  await mark(page)
  await wizard.checkOut()
  const first = page.url()

  await goBackToMarked(page, '/review-order')
  await expectReview()
  // Nothing is to be agreed to a second time either.
  await expect(page.getByRole('checkbox', { name: 'I accept the terms' })).toBeChecked()
  await wizard.press(wizard.button('Checkout with Stripe'))
  await expect(page).toHaveURL(/\/pay\/cs_/)
  // Nothing has changed: it is the same page to pay on, not a second one.
  expect(page.url()).toBe(first)

  await page.goBack({ waitUntil: 'commit' })
  await page.reload()
  await expectReview()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await wizard.open('Basic Configuration')
  await expect(page.getByLabel('Forwarding URL')).toHaveValue(/example\.com$/)
  await expect(page.getByLabel('Company/Client name')).toHaveValue('Acme 42')
  await wizard.press(wizard.button('Continue to Review'))
  await wizard.checkOut()
  await expect(page.getByText('$32.40 due now')).toBeVisible()
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
})

test('a reinstatement is there with all its entries after going back from the payment page, and can be paid then', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {
    groups: [{ statuses: ['cancelled'], cancelled: true, tool: 'other' }],
  })
  const { groupId = '', domains: names = [] } = groups[0] ?? {}
  const expiresAt = new Date(Date.now() + 365 * 24 * 3600_000)
  await deps.db
    .insert(domainNames)
    .values(names.map((name) => ({ name, registration: 'registered' as const, expiresAt })))
  const { username = '', apiKey = '', workspace = '' } = (await atVendors(deps).credentials()).instantly
  const typed = { Username: username, Password: 'Typed.Secret.1', 'API Key': apiKey, Workspace: workspace }
  await signIn()
  await page.goto(
    reinstatePath(names.map((domain) => ({ domain, domainType: 'Azure', status: 'cancelled', groupId }))),
  )
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await press('Continue')
  await page.getByLabel('Forwarding Domain').fill('example.com/back')
  await page.getByLabel('Organization Name').fill('Kept Inc')
  await press('Save Configuration')
  await press('Edit Jane Doe')
  await page.getByLabel('Edit last name').fill('Return')
  await press('Save')
  await press('Confirm User Configuration')
  await page.getByRole('tab', { name: 'Instantly' }).click()
  const enter = async () => {
    for (const [label, value] of Object.entries(typed))
      await page.getByLabel(label, { exact: true }).fill(value)
    await press('Save Tool Configuration')
  }
  await enter()
  const pay = async () => {
    await press('Confirm Reinstatement')
    await expect(page).toHaveURL(/\/pay\/cs_/, { timeout: 30_000 })
    return page.url()
  }
  const open = (step: string) => page.getByRole('button', { name: new RegExp(`^${step}`) }).click()
  const expectEntries = async () => {
    await open('Basic Configuration')
    await expect(page.getByLabel('Forwarding Domain')).toHaveValue('example.com/back')
    await expect(page.getByLabel('Organization Name')).toHaveValue('Kept Inc')
    await open('User Configuration')
    await expect(page.getByRole('button', { name: 'Remove Jane Return' })).toBeVisible()
    await open('Sending Tool')
  }
  await mark(page)
  const first = await pay()

  await goBackToMarked(page, '/reinstate-order')
  await expectEntries()
  for (const [label, value] of Object.entries(typed))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
  expect(await pay(), 'the same page to pay on, not a second one').toBe(first)

  // Loaded again, it has all but the credentials, which are nowhere but in memory.
  await page.goBack({ waitUntil: 'commit' })
  await page.reload()
  await expectEntries()
  await expect(page.getByRole('tab', { name: 'Instantly' })).toHaveAttribute('aria-selected', 'true')
  await enter()
  await pay()
  await press('Pay')
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 })
  await expect(page).toHaveURL('/dashboard')
})
