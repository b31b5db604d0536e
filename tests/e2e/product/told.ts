import { type BrowserContext, expect, type Page } from '@playwright/test'

/** What a page keeps of the short messages it has shown, since each of them goes after a few seconds. */
interface Told extends Window {
  messagesTold?: string[]
}

/** Lets every page of a browser remember its short messages. Before the first page is opened. */
export const rememberMessages = (context: BrowserContext) =>
  context.addInitScript(() => {
    const told: string[] = []
    ;(window as Told).messagesTold = told
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('[data-sonner-toast] [data-title]'))
        if (textContent && !told.includes(textContent)) told.push(textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })

/** Expects a message: on the page now, or told for a few seconds since the page was opened. */
export const expectTold = (page: Page, message: string): Promise<void> =>
  expect
    .poll(
      async () =>
        (await page.getByText(message, { exact: true }).filter({ visible: true }).count()) > 0 ||
        (await page.evaluate(() => (window as Told).messagesTold ?? [])).includes(message),
      { message: `The page says “${message}”`, timeout: 20_000 },
    )
    .toBe(true)
