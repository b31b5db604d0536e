import type { Page } from '@playwright/test'
import { expect } from '../product/test.ts'

/** Buttons and links that our colors draw as a shape, with a fill or an edge, are remembered in the page. */
const rememberShapes = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const shaped = [...document.querySelectorAll('button, a')].filter((element) => {
      const { backgroundColor, borderTopWidth } = getComputedStyle(element)
      const isFilled = !/^(transparent|rgba\(.*, 0\)|\w+\(.* \/ 0\))$/.test(backgroundColor)
      return element.checkVisibility() && (isFilled || borderTopWidth !== '0px')
    })
    for (const element of shaped) element.setAttribute('data-shaped', '')
    return shaped.length
  })

/** Those of which nothing but their words is left. */
const shapesLost = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-shaped]')]
      .filter((element) => {
        const { borderTopWidth, outlineStyle } = getComputedStyle(element)
        return borderTopWidth === '0px' && outlineStyle === 'none'
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 300)),
  )

const marks =
  '[aria-current]:not([aria-current=false]), [aria-selected=true], [role=radio][aria-checked=true], [role=tab][data-state=active]'

/** How what is chosen or current is outlined, by its words. */
const outlinesOf = (page: Page): Promise<[words: string, outline: string][]> =>
  page
    .locator(marks)
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => [element.textContent, getComputedStyle(element).outlineStyle]),
    )

/**
 * In the system's own colors buttons keep their edges, and what is chosen or current is outlined.
 * @param marked words of what has to be marked
 */
export async function expectForcedColors(page: Page, marked = ''): Promise<void> {
  expect(await rememberShapes(page)).toBeGreaterThan(0)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  expect(await shapesLost(page), 'shapes lost in the system’s own colors').toEqual([])
  const outlines = await outlinesOf(page)
  expect(outlines.filter(([, outline]) => outline !== 'solid')).toEqual([])
  expect(outlines.map(([words]) => words).join()).toContain(marked)
  await page.emulateMedia({ forcedColors: 'none' })
}
