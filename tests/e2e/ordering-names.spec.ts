import { allocateAddresses } from '#shared/people/mailbox-address.ts'
import { freshLabel, OrderWizard } from './ordering/order-wizard.ts'
import { freshDraft, storeDraft } from './ordering/stored-draft.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'

test.describe.configure({ timeout: 120_000 })
test.beforeEach(({ signIn }) => signIn())

const none = { azure: [], google: [] }

test('twenty pasted names show at once which are free and what they cost, and one press adds those', async ({
  page,
  customer,
}) => {
  await storeDraft(page, customer, { ...freshDraft('azure', 10), domains: { purchase: none, own: none } })
  await page.goto('/select-domains')
  const wizard = new OrderWizard(page)
  const fresh = Array.from({ length: 18 }, () => `${freshLabel()}.com`)
  await wizard.press(page.getByRole('tab', { name: 'Several names' }))
  const box = page.getByLabel('Wanted names, one per line')
  await wizard.fill(box, ['google.com', 'no-hyphens.com', ...fresh, 'one.more'].join('\n'))
  await wizard.press(wizard.button('Check Names'))
  await expect(page.getByText('At most 20 names can be checked at a time')).toBeVisible()
  await wizard.fill(box, ['google.com', 'no-hyphens.com', ...fresh].join('\n'))
  await wizard.press(wizard.button('Check Names'))
  const list = page.getByRole('list', { name: 'Wanted names' })
  await expect(list.getByRole('listitem')).toHaveCount(19)
  await expect(list.getByRole('listitem').filter({ hasText: 'google.com' })).toContainText('Taken')
  await expect(list.getByRole('listitem').filter({ hasText: fresh[0] })).toContainText('$15.50')
  await expect(page.getByText('1 not checked')).toBeVisible()
  await expectAccessible(page)
  await wizard.press(wizard.button('Add 18 free names'))
  await expect(wizard.cart('azure').getByText('18 of 20')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Choose 2 domains to continue')).toBeVisible()
})

test('names like the company’s are there before anything is searched for, and can be added', async ({
  page,
  customer,
}) => {
  const label = freshLabel()
  const draft = { ...freshDraft(), companyName: label, domains: { purchase: none, own: none } }
  await storeDraft(page, customer, draft)
  await page.goto('/select-domains')
  const suggested = page.getByRole('list', { name: 'Suggested names' })
  const add = suggested.getByRole('button', { name: `Add ${label}.com`, exact: true })
  await expect(add).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Choose 2 domains to continue')).toBeVisible()
  await add.click()
  await expect(page.getByText('Choose 1 domain to continue')).toBeVisible()
  await expectAccessible(page)
})

test('names that are too many for fewer orders are removed together, and come back', async ({
  page,
  customer,
}) => {
  const many = freshDraft('azure', 10)
  await storeDraft(page, customer, { ...many, orderCount: 1 })
  await page.goto('/select-domains')
  await expect(page.getByText('Remove 18 domains to continue')).toBeVisible()
  const wizard = new OrderWizard(page)
  await wizard.press(wizard.button('Remove all Entra domains'))
  await expect(page.getByText('Choose 2 domains to continue')).toBeVisible()
  await wizard.press(wizard.button('Undo'))
  await expect(page.getByText('Remove 18 domains to continue')).toBeVisible()
})

test('the review of several orders says which domains go to which', async ({ page, customer }) => {
  const draft = freshDraft('azure', 2)
  await storeDraft(page, customer, draft)
  await page.goto('/review-order')
  const names = draft.domains.purchase.azure
  for (const [number, from] of [
    [1, 0],
    [2, 2],
  ] as const) {
    const row = page
      .locator('div', { has: page.locator('dt', { hasText: `Domains of order ${number}` }) })
      .last()
    await expect(row.getByRole('listitem')).toHaveText(names.slice(from, from + 2))
  }
})

test('the settings of several orders say which domains go to which', async ({ page, customer }) => {
  const draft = freshDraft('premium', 2)
  await storeDraft(page, customer, draft)
  await page.goto('/setup-domain-settings')
  await page.getByText('Selected domains (12)').click()
  const { azure, google } = draft.domains.purchase
  for (const [number, from] of [
    [1, 0],
    [2, 3],
  ] as const) {
    const names = page.getByRole('region', { name: `Domains of order ${number}` }).getByRole('listitem')
    await expect(names).toHaveText([...azure.slice(from, from + 3), ...google.slice(from, from + 3)])
  }
})

test('each person’s addresses are seen before they are ordered, by the rule that makes them', async ({
  page,
  customer,
}) => {
  const draft = freshDraft()
  const people = [
    { id: 'a', firstName: 'Ann', lastName: 'Smith' },
    { id: 'b', firstName: 'Bo', lastName: 'Jones' },
  ]
  await storeDraft(page, customer, { ...draft, people })
  await page.goto('/setup-domain-settings')
  await page.getByRole('button', { name: /^Setup Your User Configuration/ }).click()
  await page.getByText(`Addresses on ${draft.domains.purchase.azure[0]}`).click()
  const chosen = allocateAddresses({
    people: people.map((person) => ({ ...person, personaId: person.id, count: 26 })),
    taken: new Set(),
  })
  for (const { id } of people)
    await expect(page.getByText((chosen.get(id) ?? []).slice(0, 25).join(', '))).toBeVisible()
  await expectAccessible(page)
})

test('what cannot be pressed says why on hover and on focus, and once however often it is pressed', async ({
  page,
  customer,
}) => {
  await storeDraft(page, customer, { ...freshDraft(), domains: { purchase: none, own: none } })
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
