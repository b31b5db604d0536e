import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** The page itself stands there, and not what it was served with until its code had arrived. */
export async function expectDrawn(page: Page, message = page.url()): Promise<void> {
  await expect(page.getByRole('main'), message).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^Loading$/ }), message).toHaveCount(0)
  // The rows that stand for what is on its way have a name and no text.
  await expect(page.getByRole('status', { name: 'Loading' }), message).toHaveCount(0)
}
