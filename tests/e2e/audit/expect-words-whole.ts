import type { Page } from '@playwright/test'
import { expect } from '../product/test.ts'

/** No word breaks in its middle that has room: what is this narrow fits beside anything, on a phone as well. */
export async function expectWordsWhole(page: Page): Promise<void> {
  const broken = () =>
    page.evaluate(() => {
      const alwaysFitsPx = 140
      const found = new Set<string>()
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only, textarea'))
          continue
        // A hyphen is where a line may end.
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]{3,}/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          const parts = [...range.getClientRects()]
          const lines = new Set(parts.map(({ bottom }) => Math.round(bottom / 8)))
          const width = parts.reduce((sum, part) => sum + part.width, 0)
          if (lines.size > 1 && width > 0 && width <= alwaysFitsPx) found.add(word)
        }
      }
      return [...found]
    })
  await expect.poll(broken, { message: page.url() }).toEqual([])
}
