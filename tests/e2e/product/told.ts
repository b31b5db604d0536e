import { type BrowserContext, expect, type Page } from '@playwright/test'

/** What a page keeps of the short messages it has shown, since each of them goes after a few seconds. */
interface Told extends Window {
  messagesTold?: Set<string>
}

/** Lets every page of a browser remember its short messages. Before the first page is opened. */
export const rememberMessages = (context: BrowserContext) =>
  context.addInitScript(() => {
    const told = new Set<string>()
    ;(window as Told).messagesTold = told
    /** The text that each message on the page was seen with. */
    const seen = new WeakMap<Element, string>()
    const parts = ['[data-title]', '[data-description]'].map((part) => `[data-sonner-toast] ${part}`).join()
    new MutationObserver(() => {
      for (const element of document.querySelectorAll(parts)) {
        const { textContent } = element
        if (!textContent || seen.get(element) === textContent) continue
        seen.set(element, textContent)
        told.add(textContent)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })

/**
 * Expects a message: on the page now, or told for a few seconds since the page was opened. What has been read is
 * forgotten: the same message is expected again after it.
 */
export const expectTold = (page: Page, message: string | RegExp): Promise<void> =>
  expect
    .poll(
      async () => {
        // A page that is being left answers nothing.
        const wasTold = await page
          .evaluate((wanted) => {
            const { messagesTold = new Set<string>() } = window as Told
            const told = [...messagesTold].find((text) =>
              typeof wanted === 'string' ? text === wanted : wanted.test(text),
            )
            return told !== undefined && messagesTold.delete(told)
          }, message)
          .catch(() => false)
        return (
          wasTold || (await page.getByText(message, { exact: true }).filter({ visible: true }).count()) > 0
        )
      },
      { message: `The page says “${message}”`, timeout: 20_000 },
    )
    .toBe(true)
