import type { Page } from '@playwright/test'
import { expectNoOverflow } from '../managing/workspace.ts'
import { expect } from '../product/test.ts'

/** Nothing stands beyond the right edge of the window, where it cannot be scrolled to and nothing says that it is cut off. */
export async function expectWithinWindow(page: Page): Promise<void> {
  await expectNoOverflow(page)
  const outside = () =>
    page.evaluate(() => {
      const isReached = (element: Element | null): boolean => {
        if (!element) return false
        const { overflowX, textOverflow } = getComputedStyle(element)
        return (
          ['auto', 'scroll'].includes(overflowX) ||
          textOverflow === 'ellipsis' ||
          isReached(element.parentElement)
        )
      }
      return [...document.querySelectorAll('body *')]
        .filter(
          (element) =>
            element.checkVisibility() &&
            !element.closest('[data-sonner-toaster], .sr-only, .block-table thead'),
        )
        .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
        .filter((element) => !isReached(element.parentElement))
        .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 60)}`)
    })
  await expect.poll(outside, { message: page.url() }).toEqual([])
}
