import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** None of these texts stands in the page's storage, its cookies that scripts can read, or its address. */
export async function expectNotStored(page: Page, secrets: readonly string[]): Promise<void> {
  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    return JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      databases,
      history.state,
    ])
  })
  for (const secret of secrets) expect(`${kept} ${decodeURIComponent(page.url())}`).not.toContain(secret)
}
