import { OrderWizard } from './ordering/order-wizard.ts'
import { freshDraft, storeDraft } from './ordering/stored-draft.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'

test.describe.configure({ timeout: 120_000 })
test.beforeEach(({ signIn }) => signIn())

test('choosing a plan', async ({ page, customer }) => {
  await storeDraft(page, customer, freshDraft())
  await page.goto('/choose-plan')
  await expect(page.getByText('Your choice')).toBeVisible()
  await expectAccessible(page)
})

test('searching, the cart, own domains with their errors, and the name servers', async ({
  page,
  customer,
}) => {
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await expectAccessible(page)
  await wizard.chooseOption('purchase')
  await wizard.buy('azure', 2)
  await expectAccessible(page)

  const draft = freshDraft('azure', 1, 'own')
  await storeDraft(page, customer, { ...draft, confirmedDomains: [] })
  await page.goto('/select-domains')
  await expect(page.getByText('I have completed the instructions above')).toBeVisible()
  await expectAccessible(page)
  await wizard.open('Entra Domains')
  await wizard
    .cart('azure')
    .getByRole('button', { name: /^Remove / })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Several domains' }).click()
  await page.getByLabel('Your domains, one per line').fill('ac-me.dev\nacme')
  await wizard.button('Add Domains').click()
  await expect(page.getByText('2 refused')).toBeVisible()
  await expectAccessible(page)
})

test('the settings, with every error and every tool', async ({ page, customer }) => {
  const wizard = new OrderWizard(page)
  await storeDraft(page, customer, { ...freshDraft('premium'), forwardUrl: '', tool: null, people: [] })
  await page.goto('/setup-domain-settings')
  await wizard.saveStep()
  await expect(page.getByText('Please enter a forwarding URL')).toBeVisible()
  await expectAccessible(page)
  await wizard.saveBasics()
  await page.getByRole('radio', { name: 'Email Bison' }).click()
  await wizard.saveStep()
  await expect(page.getByText('Please fill in all Bison credentials')).toBeVisible()
  await expectAccessible(page)
  await wizard.saveTool('other')
  await wizard.addPerson('Jane', 'Doe')
  await wizard.addPerson('Jane', 'Doe')
  await expect(page.getByText('A user with this name already exists')).toBeVisible()
  await expectAccessible(page)
})

test('the review, wide and on a phone', async ({ page, customer }) => {
  await storeDraft(page, customer, freshDraft('premium', 2))
  await page.goto('/review-order')
  await page.getByLabel('Promotion code').fill('LAUNCH60')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('LAUNCH60').last()).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  for (const path of ['/choose-plan', '/select-domains', '/setup-domain-settings', '/review-order']) {
    await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, path).toBe(0)
  }
})

test('the pages behind the payment', async ({ page }) => {
  await page.goto('/payment-success')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})
