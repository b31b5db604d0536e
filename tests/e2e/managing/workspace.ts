import type { Locator, Page } from '@playwright/test'
import { type OrderAction, orderActionLabels } from '#shared/order-actions.ts'
import { expect } from '../product/test.ts'

/** The dashboard with every group of the order that is shown selected. */
export async function selectAll(page: Page): Promise<void> {
  await page.goto('/dashboard')
  await page.getByLabel(/^Select All/).click()
}

/** Starts an action on the selected groups. */
export const start = (page: Page, action: OrderAction): Promise<void> =>
  page.getByRole('toolbar').getByRole('button', { name: orderActionLabels[action] }).click()

/** Presses a button that says it cannot be used now, and reads why. */
export async function pressUnavailable(page: Page, button: Locator, reason: string): Promise<void> {
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await button.press('Enter')
  await said(page, reason)
}

/** A text that can be seen somewhere on the page. */
export const said = (page: Page, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()

/** Nothing of the page is wider than the window. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(over).toBeLessThanOrEqual(0)
}
