import { afterEach, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { answerNothing } from '#tests/web/answer-nothing.ts'
import { openPage } from '#tests/web/open-page.tsx'
import { answerOrders } from '#tests/web/orders.ts'
import { pathsOf } from '#tests/web/paths-of.ts'
import { customerRoutes } from './customer-routes.tsx'

const phone = [360, 740] as const
const addresses = pathsOf(customerRoutes).map((path) => path.replace(/:\w+/, 'dom_other'))

/** Playwright's session, whose types are not there for pages. */
const pointWithFinger = (enabled: boolean): Promise<unknown> =>
  (cdp() as { send: (method: string, params: object) => Promise<unknown> }).send(
    'Emulation.setTouchEmulationEnabled',
    { enabled },
  )

afterEach(() => {
  document.documentElement.style.fontSize = ''
})

const drawn = () => expect.element(page.getByRole('heading').first()).toBeVisible()

/** What stands beyond the right edge, where nothing around it scrolls. */
function outside(): string[] {
  const isReached = (element: Element | null): boolean => {
    if (!element) return false
    const { overflowX, textOverflow } = getComputedStyle(element)
    return (
      element.clientWidth <= 1 ||
      ['auto', 'scroll'].includes(overflowX) ||
      textOverflow === 'ellipsis' ||
      isReached(element.parentElement)
    )
  }
  return [...document.querySelectorAll('body *')]
    .filter((element) => element.checkVisibility() && !element.closest('[data-sonner-toaster], .sr-only'))
    .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
    .filter((element) => !isReached(element.parentElement))
    .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 60)}`)
}

/** How much larger than it looks it is for a finger, by what it draws after its content. */
function reachOf(element: Element): number {
  const { position, top, bottom } = getComputedStyle(element, '::after')
  return position === 'absolute' ? -Number.parseFloat(top) - Number.parseFloat(bottom) : 0
}

/** What can be pressed and is smaller than a fingertip; links within a sentence are as high as it is. */
function tooSmall(): string[] {
  return [
    ...document.querySelectorAll(
      'button, a[href], select, summary, [role=tab], [role=checkbox], label:has(input)',
    ),
  ]
    .filter((element) => element.checkVisibility({ opacityProperty: true }) && !element.closest('.sr-only'))
    .filter((element) => getComputedStyle(element).display !== 'inline')
    .map((element) => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ element, box }) => box.width > 1 && Math.min(box.width, box.height) + reachOf(element) < 23.5)
    .map(
      ({ element, box }) =>
        `${Math.round(box.width)}×${Math.round(box.height)} ${element.tagName} ${element.textContent?.slice(0, 40)} ${element.className}`,
    )
}

test.each(addresses)(
  '%s scrolls sideways at no letters of a browser, and its targets can be met',
  async (address) => {
    answerNothing()
    answerOrders()
    await page.viewport(...phone)
    openPage(address)
    await drawn()
    await expect.poll(outside).toEqual([])
    await expect.poll(tooSmall).toEqual([])
    document.documentElement.style.fontSize = '32px'
    await expect.poll(outside).toEqual([])
  },
)

test('a field has letters of 16 px where a finger points, so that phones do not zoom in on it', async () => {
  await pointWithFinger(true)
  try {
    expect(window.matchMedia('(pointer: coarse)').matches).toBe(true)
    answerOrders()
    openPage('/dashboard')
    const search = page
      .getByRole('searchbox')
      .or(page.getByPlaceholder(/Search/))
      .first()
    await expect.element(search).toBeVisible()
    const sizes = [...document.querySelectorAll('input, select, textarea')].map((field) =>
      Number.parseFloat(getComputedStyle(field).fontSize),
    )
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
  } finally {
    await pointWithFinger(false)
  }
})
