import { emptyDraft, orderDraftMessages } from '#shared/order-draft/order-draft.ts'
import { OrderWizard } from './ordering/order-wizard.ts'
import { freshDraft, storeDraft, storeTexts } from './ordering/stored-draft.ts'
import { expect, test } from './product/test.ts'

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

test('a step that is not due yet sends back to the one that is', async ({ page, customer }) => {
  for (const path of ['/select-domains', '/setup-domain-settings', '/review-order']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/choose-plan')
  }
  const draft = freshDraft()
  await storeDraft(page, customer, { ...draft, domains: emptyDraft().domains })
  for (const path of ['/setup-domain-settings', '/review-order']) {
    await page.goto(path)
    await expect(page, path).toHaveURL('/select-domains')
  }
  await storeDraft(page, customer, { ...draft, people: [] })
  await page.goto('/review-order')
  await expect(page).toHaveURL('/setup-domain-settings')
  await page.goto('/choose-plan')
  await expect(page).toHaveURL('/choose-plan')
})

test('two tabs work on one order', async ({ page, context, customer }) => {
  const draft = freshDraft('azure', 1, 'own')
  await storeDraft(page, customer, { ...draft, domains: emptyDraft().domains })
  await page.goto('/select-domains')
  const other = await context.newPage()
  await other.goto('/select-domains')
  const [here, there] = [new OrderWizard(page), new OrderWizard(other)]
  await here.fill(page.getByLabel('Your domain', { exact: true }), 'firstoftwo.dev')
  await here.press(here.button('Add Domain'))
  await expect(there.cart('azure').getByText('1 of 2')).toBeVisible()
  await there.fill(other.getByLabel('Your domain', { exact: true }), 'secondoftwo.dev')
  await there.press(there.button('Add Domain'))
  await expect(here.cart('azure').getByText('2 of 2')).toBeVisible()
  expect(await here.chosen('azure')).toEqual(['firstoftwo.dev', 'secondoftwo.dev'])
})

test('an order that is paid in one tab is over in the other', async ({ page, context, customer }) => {
  await storeDraft(page, customer, freshDraft())
  await page.goto('/review-order')
  const other = await context.newPage()
  await other.goto('/review-order')
  await expect(other.getByRole('heading', { name: 'Review Your Order' })).toBeVisible()
  const wizard = new OrderWizard(page)
  await wizard.checkOut()
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
  await expect(other).toHaveURL('/choose-plan')
})

test('a broken draft is repaired with a word, and what was whole stays', async ({ page, customer }) => {
  await storeDraft(page, customer, freshDraft())
  await storeTexts(page, {
    userConfig: '[{"firstName":',
    basicConfig: 'null',
    purchaseAzureDomains: '["ok-.com","finename.com"]',
  })
  await page.goto('/select-domains')
  await expect(page.getByText(orderDraftMessages.repaired)).toBeVisible()
  const wizard = new OrderWizard(page)
  await wizard.open('Entra Domains')
  await expect.poll(() => wizard.chosen('azure')).toEqual(['finename.com'])
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Select and Setup Domains' })).toBeVisible()
  await expect(page.getByText(orderDraftMessages.repaired)).toHaveCount(0)
})

test('a draft of an older shape, with its secrets, is read and its secrets are gone', async ({
  page,
  customer,
}) => {
  await storeDraft(page, customer, freshDraft())
  await storeTexts(page, {
    emailToolConfig: JSON.stringify({
      tool: 'instantly',
      username: 'ops@acme.test',
      password: 'Old-Secret',
      workspace: 'Main',
      apiKey: 'Old-Key',
    }),
  })
  await page.goto('/setup-domain-settings')
  await expect(page.getByText(orderDraftMessages.repaired)).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toContain('Old-Secret')
  expect(stored).toContain('ops@acme.test')
  await expect(page.getByLabel('Username')).toHaveValue('ops@acme.test')
})

test('someone else’s draft in the same browser is not shown', async ({ page, customer }) => {
  await storeDraft(page, { ...customer, email: 'somebody@else.test' }, freshDraft())
  await page.goto('/review-order')
  await expect(page).toHaveURL('/choose-plan')
  await expect(page.getByText('Your choice')).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('purchaseAzureDomains'))).toBeNull()
})

test('fewer orders than before ask for domains to be removed', async ({ page, customer }) => {
  await storeDraft(page, customer, freshDraft('azure', 2))
  const wizard = new OrderWizard(page)
  await page.goto('/choose-plan')
  const card = page.getByRole('region', { name: 'Entra', exact: true })
  await wizard.choose(card.getByLabel('How many orders would you like to place?'), '1')
  await wizard.press(card.getByRole('button', { name: 'Select Entra' }))
  await expect(page.getByText('Please remove 2 domains')).toBeVisible()
  await wizard
    .cart('azure')
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await wizard
    .cart('azure')
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await wizard.press(wizard.button('Continue to Domain Settings'))
  await expect(page).toHaveURL('/setup-domain-settings')
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
