import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { OrderWizard } from './ordering/order-wizard.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'
import { expectTold } from './product/told.ts'

const manifest = () =>
  JSON.parse(readFileSync(new URL('../../dist/web/.vite/manifest.json', import.meta.url), 'utf8')) as Record<
    string,
    { file: string }
  >

/** Has the code of a module not arrive, until it is let through. */
async function lose(page: Page, module: string): Promise<{ letThrough(): Promise<void> }> {
  const { [module]: built } = manifest()
  if (!built) throw new Error(`${module} is not a file of its own.`)
  const address = `**/${built.file}`
  await page.route(address, (route) => route.abort())
  return { letThrough: () => page.unroute(address) }
}

const notLoaded = 'This could not be loaded.'

test('a part of a step whose code does not arrive says so, and the order is kept', async ({
  page,
  signIn,
}) => {
  await signIn()
  const part = await lose(page, 'features/order-wizard/own-domains.tsx')
  const wizard = new OrderWizard(page)
  await wizard.choosePlan('azure')
  await wizard.chooseOption('own')
  const alert = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' })
  await expect(alert).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Select and Setup Domains' })).toBeVisible()
  await expectAccessible(page)
  await part.letThrough()
  await alert.getByRole('button', { name: 'Reload this page' }).click()
  await expect(page.getByLabel('Your domain', { exact: true })).toBeVisible()
  await expect(page.getByText('Use domains you own').first()).toBeVisible()
})

test('a dialog or a menu whose code does not arrive leaves the dashboard as it is', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  await seedOrder(deps, customer.id, {})
  await signIn()
  const parts = [
    await lose(page, 'features/orders/order-details/order-details-sheet.tsx'),
    await lose(page, 'app-shell/account-actions.tsx'),
    await lose(page, 'features/dashboard/explanation.tsx'),
  ]
  await page.goto('/dashboard')
  const card = page.getByRole('button', { name: 'Inboxyard Azure' }).first()
  await card.click()
  await expectTold(page, notLoaded)
  await expect(page).toHaveURL(/\/dashboard(\?order=[^&]*)?$/)
  await expect(card).toBeVisible()
  await page.getByRole('button', { name: /Ada Byron/ }).click()
  await expectTold(page, notLoaded)
  await expectAccessible(page)
  for (const part of parts) await part.letThrough()
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await page.getByRole('button', { name: /Ada Byron/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
})
