import { fillMessage } from '#base/text/message.ts'
import { OrderWizard } from '#tests/e2e/ordering/order-wizard.ts'
import { freshDraft, storeDraft } from '#tests/e2e/ordering/stored-draft.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { emptyDraft, orderDraftMessages } from '../rules/order-draft.ts'

test.beforeEach(({ signIn }) => signIn())

test('every step survives being reloaded', async ({ page, customer }) => {
  const draft = freshDraft('premium', 2)
  await storeDraft(page, customer, draft)
  const wizard = new OrderWizard(page)

  await page.goto('/choose-plan')
  await page.reload()
  const card = page.getByRole('region', { name: 'Premium' })
  await expect(card.getByText('Your choice')).toBeVisible()
  await expect(card.getByLabel('How many orders would you like to place?')).toHaveValue('2')

  await page.goto('/select-domains')
  await page.reload()
  await wizard.open('Google Domains')
  await expect(wizard.cart('google').getByText('6 of 6')).toBeVisible()
  expect(await wizard.chosen('google')).toEqual(draft.domains.purchase.google)

  await page.goto('/setup-domain-settings')
  await page.reload()
  await wizard.open('Basic Configuration')
  await expect(page.getByLabel('Company/Client name')).toHaveValue('Acme')
  await wizard.open('Setup Your User Configuration')
  await expect(page.getByRole('list', { name: 'Users' })).toContainText('Jane Doe')

  await page.goto('/review-order')
  await page.reload()
  await expect(page.getByRole('main').getByText('Acme', { exact: true })).toBeVisible()
  await expect(page.getByText('$436.00 USD')).toBeVisible()
})

test('the browser’s back and forward walk through the steps without losing anything', async ({ page }) => {
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.selectDomains('azure', { own: true })
  await wizard.saveBasics()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Select and Setup Domains' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Choose Your Plan' })).toBeVisible()
  await page.goForward()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Configure Domain Settings' })).toBeVisible()
  await expect(page.getByText('Acme 42 · example.com')).toBeVisible()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/select-domains')
})

test('each tab has an order of its own, and paying one leaves the other', async ({
  page,
  context,
  customer,
}) => {
  const draft = freshDraft('azure', 1, 'own')
  await storeDraft(page, customer, draft)
  await page.goto('/review-order')
  const here = new OrderWizard(page)
  await expect(page.getByRole('heading', { name: 'Review Your Order' })).toBeVisible()

  const other = await context.newPage()
  await other.goto('/select-domains')
  const there = new OrderWizard(other)
  await expect(other).toHaveURL('/choose-plan')
  const drafts = other.getByRole('region', { name: 'Continue a draft' })
  await expect(drafts).toContainText('2 domains')
  await there.press(drafts.getByRole('button', { name: /^Continue: / }))
  await expectTold(other, 'This draft is open in another tab.')
  await there.choosePlan('google')
  await there.selectDomains('google', { own: true })
  await there.saveBasics()

  await here.checkOut()
  await here.onPaymentPage('Pay')
  await here.expectPaid()
  await other.reload()
  await expect(other.getByText('Acme 42 · example.com')).toBeVisible()
  await page.goto('/choose-plan')
  await expect(page.getByRole('region', { name: 'Continue a draft' }).getByRole('listitem')).toHaveCount(1)
  await expect(page.getByText('Your choice')).toBeHidden()
})

test('a draft of a tab that was closed is continued in another one', async ({ page, context, customer }) => {
  const draft = freshDraft('premium')
  await storeDraft(page, customer, draft)
  await page.goto('/review-order')
  await expect(page.getByRole('heading', { name: 'Review Your Order' })).toBeVisible()
  const other = await context.newPage()
  await page.close()
  await other.goto('/choose-plan')
  const wizard = new OrderWizard(other)
  await wizard.press(other.getByRole('button', { name: /^Continue: Premium, 6 domains, / }))
  await expect(other).toHaveURL('/review-order')
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Review Your Order' })).toBeVisible()
})

test('the order can be put together in a browser that keeps nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('refused', 'QuotaExceededError')
    }
  })
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.selectDomains('azure', { own: true })
  await wizard.saveSettings()
  await expect(page.getByRole('heading', { name: 'Review Your Order' })).toBeVisible()
})

test('own domains are refused for Premium, and buying stays chosen', async ({ page }) => {
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('premium')
  await wizard.open('Domain Option')
  await wizard.press(page.getByRole('radio', { name: 'Use domains you own' }))
  await expectTold(page, fillMessage(orderDraftMessages.ownUnavailable, { plan: 'Premium' }))
  await expect(page.getByRole('radio', { name: 'Purchase domains' })).toBeChecked()
})

test('what cannot be pressed says why on hover and on focus, and once however often it is pressed', async ({
  page,
  customer,
}) => {
  await storeDraft(page, customer, { ...freshDraft(), domains: emptyDraft().domains })
  await page.goto('/select-domains')
  const onward = page.getByRole('button', { name: 'Continue to Domain Settings' })
  const sentence = /Please complete all required sections before continuing/
  const bubble = page.locator('[popover]', { hasText: sentence })
  // The words arrive when the page is idle.
  await expect(async () => {
    await page.mouse.move(0, 0)
    await onward.hover({ force: true })
    await expect(bubble).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.mouse.move(0, 0)
  await expect(bubble).toBeHidden()
  await page.getByRole('link', { name: 'Go Back' }).focus()
  await page.keyboard.press('Tab')
  await expect(onward).toBeFocused()
  await expect(bubble).toBeVisible()
  for (let times = 0; times < 3; times++) await onward.press('Enter')
  await expect(page.locator('[data-sonner-toast]', { hasText: sentence })).toHaveCount(1)
})
