import type { Locator, Page } from '@playwright/test'
import { type OrderAction, orderActionLabels } from '#features/orders/rules/order-actions.ts'
import { expect } from '../product/test.ts'
import { expectTold } from '../product/told.ts'

/** The dashboard with every group of the order that is shown selected. */
export async function selectAll(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByLabel(/^Select All/).click()
}

/** Starts an action on the selected groups. */
export const start = (page: Page, action: OrderAction): Promise<void> =>
  page.getByRole('toolbar').getByRole('button', { name: orderActionLabels[action] }).click()

/** Starts an action on every group of the order that is shown. */
export async function startOnAll(page: Page, action: OrderAction): Promise<void> {
  await selectAll(page)
  await start(page, action)
}

/** The details of a group, opened by its address. */
export async function openDetails(page: Page, groupId: string): Promise<Locator> {
  await page.goto(`/dashboard?details=${groupId}`)
  const details = page.getByRole('dialog', { name: 'Order Details' })
  await expect(details).toBeVisible()
  return details
}

/** Presses a button that says it cannot be used now, and reads why. */
export async function pressUnavailable(page: Page, button: Locator, reason: string): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.press('Enter')
  await expectTold(page, reason)
}

/** Nothing of the page is wider than the window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(over).toBeLessThanOrEqual(0)
}
