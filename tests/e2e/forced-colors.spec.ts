import type { Page } from '@playwright/test'
import { freshDraft, storeDraft } from './ordering/stored-draft.ts'
import { expectDrawn } from './product/expect-drawn.ts'
import { customerPages } from './product/routes.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'

/** Buttons and links that our colours draw as a shape, with a fill or an edge, are remembered in the page. */
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

/** The words of what has to be marked on a page. */
const markedOn: Partial<Record<string, string>> = {
  '/dashboard': 'example.com',
  '/health': 'Health',
  '/plan-by-volume': 'Plan by volume',
  '/choose-plan': 'Choose plan',
  '/select-domains': 'Select domains',
  '/setup-domain-settings': 'Domain settings',
  '/review-order': 'Review order',
  '/instantly-bulk-update': 'Instantly Bulk Update',
  '/smartlead-bulk-update': 'Smartlead Bulk Update',
}

for (const path of customerPages) {
  test(`with the system’s own colours ${path} marks what is current and keeps the edges of its buttons`, async ({
    page,
    deps,
    customer,
    signIn,
  }) => {
    await signIn()
    await seedOrder(deps, customer.id, {})
    await storeDraft(page, customer, freshDraft())
    await page.goto(path)
    await expectDrawn(page)
    expect(await rememberShapes(page)).toBeGreaterThan(0)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await shapesLost(page)).toEqual([])
    const outlines = await outlinesOf(page)
    expect(outlines.filter(([, outline]) => outline !== 'solid')).toEqual([])
    expect(outlines.map(([words]) => words).join()).toContain(markedOn[path] ?? '')
  })
}

test('with the system’s own colours a message keeps its edge', async ({ page, signIn }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn()
  await page.goto('/dashboard')
  await expectDrawn(page)
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Ada Byron' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const toast = page.locator('[data-sonner-toast]')
  await expect(toast).toBeVisible()
  expect(await toast.evaluate((each) => getComputedStyle(each).borderTopWidth)).toBe('1px')
})
