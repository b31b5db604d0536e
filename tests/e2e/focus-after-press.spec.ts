import type { Page } from '@playwright/test'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import { selectAll } from './managing/workspace.ts'
import { OrderWizard } from './ordering/order-wizard.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'

/** Expects the keys to go on from somewhere on the page, and not from its beginning. */
const expectFocusKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: 'Something has the focus' })
    .not.toBe('BODY')

/** Presses twice at one place, whatever the first press brings there. */
async function pressTwice(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name, exact: true })
  await button.scrollIntoViewIfNeeded()
  const place = await button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  })
  await page.mouse.dblclick(place.x, place.y)
}

test('the focus stays where the work is after presses that come twice, and after buttons that go', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  test.slow()
  await seedOrder(deps, customer.id, {})
  await signIn()

  await test.step('a dialog that a double press has opened', async () => {
    await selectAll(page)
    for (const [button, title] of [
      ['Update Forwarding', 'Update Forwarding Domain'],
      ['Replace Domains', 'Replace Domains'],
    ] as const) {
      const dialog = page.getByRole('dialog', { name: title })
      // Once its code is there it stands before the second press, which falls beside it.
      await page.getByRole('button', { name: button, exact: true }).press('Enter')
      await expect(dialog.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await pressTwice(page, button)
      await expect(dialog).toBeVisible()
      await expect(dialog.locator(':focus')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: button, exact: true })).toBeFocused()
    }
  })

  await test.step('a double press that ends a dialog', async () => {
    await page.getByRole('button', { name: 'Update Forwarding', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Update Forwarding Domain' })
    await dialog.getByLabel('New Forwarding Domain').fill('example.org')
    await dialog.getByRole('button', { name: 'Update Forwarding Domain' }).dblclick()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Update Forwarding', exact: true })).toBeFocused()
  })

  await test.step('a page that a double Enter in the palette has opened', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('instantly bulk')
    await expect(page.getByRole('option', { name: /Instantly Bulk Update/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/instantly-bulk-update')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('main')).toBeFocused()
  })

  await test.step('the question before a bulk update', async () => {
    await page.getByLabel('API key').fill(demoInstantly.apiKey)
    await page.getByLabel('Domains to search').fill(demoInstantly.domains[7].name)
    await page.getByRole('button', { name: 'Fetch Accounts' }).click()
    await page.getByRole('button', { name: 'This looks right' }).click()
    await page.getByLabel('Daily limit').fill('71')
    await pressTwice(page, 'Update Account Settings')
    const question = page.getByRole('alertdialog', { name: /^Update Account Settings/ })
    await expect(question.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Update Account Settings' })).toBeFocused()
  })

  const wizard = new OrderWizard(page)
  await test.step('the last name that is added to an order', async () => {
    await wizard.choosePlan('azure')
    await wizard.chooseOption('purchase')
    await wizard.buy('azure', 2)
    await expectFocusKept(page)
    await page.getByRole('button', { name: 'Continue to Domain Settings' }).click()
  })

  await test.step('a step that is saved twice', async () => {
    await page.getByLabel('Forwarding URL').fill('example.com')
    await page.getByLabel('Company/Client name').fill('Acme 42')
    await pressTwice(page, 'Save & Continue')
    await expect(page.getByRole('button', { name: /^Connect Your Email Automation Tool/ })).toBeFocused()
    await wizard.saveTool('other')
    await wizard.savePeople(['Ada', 'Byron'])
  })

  await test.step('a promotion code that is applied twice', async () => {
    await page.getByLabel('Promotion code').fill('LAUNCH60')
    await pressTwice(page, 'Apply')
    await expect(page.getByLabel('Promotion code')).toBeHidden()
    await expectFocusKept(page)
  })
})
