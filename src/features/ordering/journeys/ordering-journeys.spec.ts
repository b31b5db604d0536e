import { type PlanId, plans } from '#features/plans/rules/catalog.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { credentials, OrderWizard } from '#tests/e2e/ordering/order-wizard.ts'
import { freshDraft, storeDraft } from '#tests/e2e/ordering/stored-draft.ts'
import { expect, test } from '#tests/e2e/product/test.ts'
import { expectTold } from '#tests/e2e/product/told.ts'
import { workspaceOf } from '#vendors/instantly/simulator/workspace-of.ts'
import { settingsMessages } from '../rules/order-draft.ts'

test.describe.configure({ timeout: 120_000 })
test.beforeEach(({ signIn }) => signIn())

const journeys: { plan: PlanId; own: boolean; tool: SendingToolId }[] = [
  { plan: 'azure', own: false, tool: 'instantly' },
  { plan: 'azure', own: true, tool: 'other' },
  { plan: 'google', own: false, tool: 'smartlead' },
  { plan: 'google', own: true, tool: 'bison' },
  { plan: 'premium', own: false, tool: 'bison' },
]

for (const { plan, own, tool } of journeys) {
  const { name } = plans[plan]
  test(`${name} with ${own ? 'own' : 'bought'} domains and ${tool} is chosen, set up, reviewed and paid`, async ({
    page,
  }) => {
    const wizard = new OrderWizard(page)
    await wizard.prepare(plan, { own, tool })

    const main = page.getByRole('main')
    await expect(main.getByText('Acme 42')).toBeVisible()
    await expect(main.getByRole('row', { name: /^Jane Doe/ })).toBeVisible()
    if (tool === 'other')
      await expect(main.getByText('CSV of usernames & passwords will be provided')).toBeVisible()
    else {
      const { label, value } = credentials[tool].secret
      // The Google plan has no consent link, so another secret stands for it.
      const shown =
        plan === 'google' && tool === 'smartlead'
          ? { label: 'Password', value: 'Secret-2' }
          : { label, value }
      await expect(main.getByText(shown.value)).toHaveCount(0)
      await page.getByRole('button', { name: `Show ${shown.label}` }).click()
      await expect(main.getByText(shown.value, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: `Hide ${shown.label}` }).click()
      await expect(main.getByText(shown.value)).toHaveCount(0)
    }
    const summary = page.getByRole('complementary', { name: 'Order summary' })
    await expect(summary.getByText(own ? 'Free for own domains' : 'One-time fee')).toBeVisible()
    const total = await summary.getByText(/ USD$/).innerText()

    await wizard.checkOut()
    await expect(page.getByText(`${total.replace(' USD', '')} due now`)).toBeVisible()
    await wizard.onPaymentPage('Pay')
    await wizard.expectPaid()
    expect(wizard.interactions).toBeLessThanOrEqual(40)
    // The order is placed: the next one starts afresh.
    expect(await page.evaluate(() => localStorage.getItem('selectedPlan'))).toBeNull()
    await page.goto('/select-domains')
    await expect(page).toHaveURL('/choose-plan')
  })
}

test('ten Premium orders with 60 domains are one order like any other', async ({ page, customer }) => {
  const wizard = new OrderWizard(page)
  await storeDraft(page, customer, freshDraft('premium', 10))
  await page.goto('/review-order')
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await expect(summary.getByText('$1,250.00').first()).toBeVisible()
  const main = page.getByRole('main')
  // Which domains go to which of the orders.
  await expect(main.getByRole('term').filter({ hasText: /^Domains of order \d+$/ })).toHaveCount(10)
  await expect(main.getByRole('img', { name: 'Microsoft' })).toHaveCount(30)
  await expect(main.getByRole('img', { name: 'Google' })).toHaveCount(30)
  await wizard.checkOut()
  await wizard.onPaymentPage('Pay')
  await wizard.expectPaid()
})

test('workspaces are fetched with the customer’s own keys, from their host and through the server', async ({
  page,
  customer,
}) => {
  const wizard = new OrderWizard(page)
  await storeDraft(page, customer, { ...freshDraft(), tool: null })
  await page.goto('/setup-domain-settings')
  const type = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields))
      await page.getByLabel(label, { exact: true }).fill(text)
  }
  await type({ Username: 'ops@acme.test', Password: 'p', 'API Key': 'demo-instantly-key-lumen-outreach' })
  await wizard.press(wizard.button('Fetch Workspace'))
  await expect(page.getByLabel('Workspace', { exact: true })).toHaveValue('Lumen Outreach')

  await page.getByRole('radio', { name: 'Email Bison' }).click()
  const url = `http://127.0.0.1:${Number(process.env.SANDBOX_PORT) + 1}`
  await type({ URL: url, 'API Key': '1|demo-bison-super-admin-harborline' })
  await wizard.press(wizard.button('Fetch Workspaces'))
  // Until the answer is here, a field of the same name stands in its place.
  await page
    .getByRole('combobox', { name: 'Workspace', exact: true })
    .selectOption({ label: 'Client: Quillstone' })
  await type({ Username: 'ops@acme.test', Password: 'p' })
  await wizard.saveStep()
  await expectTold(page, settingsMessages.toolSaved)
  expect(await page.evaluate(() => localStorage.getItem('emailToolConfig'))).toContain('"workspace_id":"55"')
})

test('saved credentials are picked again for the next order, and kept secrets need not be typed', async ({
  page,
}) => {
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.selectDomains('azure', { own: true })
  await wizard.saveBasics()
  await wizard.saveTool('instantly')
  // The same again with a key of another workspace: only these are typed.
  await wizard.open('Connect Your Email Automation Tool')
  await expect(page.getByLabel('API Key')).toHaveValue('')
  await wizard.fill(page.getByLabel('API Key', { exact: true }), 'instantly-key-2')
  await wizard.fill(page.getByLabel('Workspace', { exact: true }), workspaceOf('instantly-key-2').name)
  await wizard.saveStep()
  await expect(page.getByLabel('First name')).toBeVisible()
  await wizard.open('Connect Your Email Automation Tool')
  const saved = page.getByLabel('Saved credentials')
  const workspace = workspaceOf('instantly-key-1').name
  const first = saved.getByRole('option', { name: `ops@acme.test · ${workspace}` })
  await saved.selectOption(await first.getAttribute('value'))
  await wizard.saveStep()
  await expect(page.getByLabel('First name')).toBeVisible()
  await wizard.savePeople(['Jane', 'Doe'])
  await expect(page.getByRole('main').getByText(workspace, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show API Key' }).click()
  await expect(page.getByText('instantly-key-1')).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify(localStorage))
  expect(stored).not.toContain('instantly-key-1')
  expect(stored).not.toContain('Secret-1')
})
