import type { Locator } from '@playwright/test'

/** What somebody pastes by mistake: a name on each of 16,000 lines. */
export const manyLines = Array.from({ length: 16_000 }, (_, at) => `acmemail${at}.com`).join('\n')

/** Pastes a text as a person does, in place of what a field has. */
export async function paste(box: Locator, text: string): Promise<void> {
  const page = box.page()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await box.focus()
  await box.press('Control+A')
  await box.press('Control+V')
}
