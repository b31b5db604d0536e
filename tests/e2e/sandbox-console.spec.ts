import type { Page } from '@playwright/test'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expect, test } from './product/test.ts'

const section = (page: Page, title: string) =>
  page.locator('details.section', { has: page.getByRole('heading', { name: title, exact: true }) })

/** One of its own: no other test meets what is ordered in it, or orders something here. */
let sandbox: Sandbox
let address: string
test.beforeEach(async ({ page }) => {
  sandbox = createSandbox({ storePath: ':memory:' })
  address = `http://127.0.0.1:${await sandbox.listen(0)}`
  await page.goto(address)
})
test.afterEach(() => sandbox.close())

test('the sandbox’s console leaves the focus on what was pressed, and where that is gone on its section', async ({
  page,
}) => {
  const faults = section(page, 'Faults on order')
  const order = faults.locator('summary', { hasText: 'Order a fault' })
  const clear = faults.getByRole('button', { name: 'Clear all' })
  await faults.getByRole('heading').click()
  await order.focus()
  await page.keyboard.press('Enter')
  await faults.getByLabel('Path contains').fill('/nothing/asks/for/this')
  await faults.getByLabel('Path contains').press('Enter')
  await expect(page.getByRole('status')).toHaveText('Order a fault: done')
  await expect(faults.getByRole('cell', { name: '/nothing/asks/for/this' })).toBeVisible()
  await expect(order).toBeFocused()
  await expect(faults.getByLabel('Path contains')).toBeHidden()

  // What happens elsewhere is shown without taking the focus away.
  await clear.focus()
  await page.request.post(`${address}/_faults`, { data: { kind: '503', path: '/nor/for/this' } })
  await expect(faults.getByRole('cell', { name: '/nor/for/this' })).toBeVisible()
  await expect(clear).toBeFocused()

  page.on('dialog', (dialog) => dialog.accept())
  await page.keyboard.press('Enter')
  await expect(faults.getByText('None ordered')).toBeVisible()
  await expect(clear).toHaveCount(0)
  await expect(faults.locator('> summary')).toBeFocused()
  await expect(faults).toHaveAttribute('open')
})

test('sections of the sandbox’s console are folded, opened by key or link, and found by their words', async ({
  page,
}) => {
  const addresses = section(page, 'Addresses')
  const payments = section(page, 'Payments')
  await expect(page.locator('details.section[open]')).toHaveCount(0)
  await addresses.locator('> summary').press('Enter')
  await expect(addresses.getByRole('table', { name: 'Addresses' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Payments' }).click()
  await expect(payments).toHaveAttribute('open')
  await payments.locator('> summary').press('Enter')
  await expect(payments).not.toHaveAttribute('open')

  const search = page.getByRole('searchbox', { name: 'Search sections' })
  await search.fill('None ordered')
  await expect(section(page, 'Faults on order').getByText('None ordered: every vendor')).toBeVisible()
  await expect(addresses).toBeHidden()
  await expectAccessible(page)
  await search.fill('nothing of this kind anywhere')
  await expect(page.locator('details.section:visible')).toHaveCount(0)
  await expect(page.getByText('Nothing has these words.')).toBeVisible()
  // As they were folded before.
  await search.fill('')
  await expect(page.locator('details.section[open]')).toHaveCount(1)
  await expect(addresses).toHaveAttribute('open')
})
