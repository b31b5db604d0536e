import type { Page } from '@playwright/test'
import { openDetails, selectAll, start } from './managing/workspace.ts'
import { freshDraft, storeDraft } from './ordering/stored-draft.ts'
import { seedOrder } from './product/seed-order.ts'
import { expect, test } from './product/test.ts'

interface Stop {
  /** What has the focus; nothing once it has left the page. */
  element: string
  isRadio: boolean
  /** The focus was there before. */
  isKnown: boolean
}

/** What has the focus, beside whether it had it since the walk began. */
const look = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const { activeElement: element, body } = document
    const isKnown = element?.hasAttribute('data-walked') ?? false
    element?.setAttribute('data-walked', '')
    if (!element || element === body) return { element: '', isRadio: false, isKnown }
    return {
      // Without our marks, which what stands inside may have already.
      element: element.outerHTML.replaceAll(' data-walked=""', ''),
      isRadio: element.matches('[role=radio], [type=radio]'),
      isKnown,
    }
  })

/** Everything a key leads to until it is back where the walk began: round the page, or round a dialog. */
async function walkRound(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> {
  await page.evaluate(() => {
    for (const walked of document.querySelectorAll('[data-walked]')) walked.removeAttribute('data-walked')
  })
  const stops: Stop[] = []
  for (;;) {
    await page.keyboard.press(key)
    const stop = await look(page)
    if (stop.isKnown) {
      expect(stop.element, `${key} goes round without passing where it began`).toBe(stops[0]?.element)
      return stops
    }
    stops.push(stop)
  }
}

/** The browser's own controls, which come after the page, are passed in one direction only. */
const namesOf = (stops: readonly Stop[]) =>
  stops
    .map(({ element }) => element)
    .filter(Boolean)
    .toSorted()

test('Tab passes a toast and leaves the page, in both directions', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/dashboard')
  await page.route('**/api/auth/logout', (route) => route.abort())
  const account = page.getByRole('button', { name: 'Ada Byron' })
  await account.click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const toast = page.locator('[data-sonner-toast]')
  // It stays as long as the pointer is over it.
  await toast.hover()

  const names = namesOf(await walkRound(page, 'Tab'))
  for (const passed of ['data-close-button="true"', 'Skip to content', 'Contact support'])
    expect(names, passed).toContainEqual(expect.stringContaining(passed))
  expect(namesOf(await walkRound(page, 'Shift+Tab'))).toEqual(names)

  // One that leaves with the focus leads back to where that came from.
  await account.focus()
  await page.keyboard.press('Alt+t')
  await toast.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(toast).toHaveCount(0)
  await expect(account).toBeFocused()
})

/** The radio buttons of what is open, cards among them: Tab reaches one of each question, and arrows lead to the others. */
async function expectOneStop(page: Page, count: number, { questions = 1 } = {}): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab'] as const) {
    const stops = await walkRound(page, key)
    expect(stops.filter(({ isRadio }) => isRadio)).toHaveLength(questions)
  }
  while (!(await look(page)).isRadio) await page.keyboard.press('Tab')
  const reached: string[] = []
  for (let moves = 0; moves < count; moves++) {
    await page.keyboard.press('ArrowDown')
    const stop = await look(page)
    expect(stop.isRadio, 'arrows stay within').toBe(true)
    reached.push(stop.element)
  }
  expect(new Set(reached).size).toBe(count)
}

test('the choices of the wizard are one stop each', async ({ page, customer, signIn }) => {
  await signIn()
  const draft = { ...freshDraft(), tool: null, people: [] }
  await storeDraft(page, customer, { ...draft, domainOption: null })
  await page.goto('/select-domains')
  await expect(page.getByRole('radio')).toHaveCount(2)
  await expectOneStop(page, 2)
  // Arrows have chosen nothing, which would have led on.
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)

  await storeDraft(page, customer, draft)
  await page.goto('/setup-domain-settings')
  await expect(page.getByRole('radio')).toHaveCount(4)
  await expectOneStop(page, 4)
  // Tab leads in at what is chosen, and on from it.
  await page.getByRole('radio', { name: 'Smartlead' }).click()
  const walk = await walkRound(page, 'Tab')
  expect(walk.filter(({ isRadio }) => isRadio).map(({ element }) => element)).toEqual([
    expect.stringContaining('aria-checked="true"'),
  ])
})

test('the choices in dialogs over an order are one stop each', async ({ page, deps, customer, signIn }) => {
  const { groups } = await seedOrder(deps, customer.id, { groups: [{ statuses: ['done'], tool: 'other' }] })
  await signIn()
  await selectAll(page)
  await start(page, 'replaceDomains')
  // Which domains come instead, and when the old ones end.
  await expect(page.getByRole('dialog').getByRole('radio')).toHaveCount(4)
  await expectOneStop(page, 2, { questions: 2 })

  const details = await openDetails(page, groups[0]?.groupId ?? '')
  await details.getByRole('button', { name: 'Edit order' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Order' }).getByRole('radio')).toHaveCount(4)
  await expectOneStop(page, 4)
})

test('the reasons of a cancellation and the two ways into a bulk tool are one stop each', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { groups } = await seedOrder(deps, customer.id, {})
  await signIn()
  await page.goto(`/cancel_order?id=${groups[0]?.groupId}`)
  await expect(page.getByRole('radio', { name: 'Other' })).toBeVisible()
  await expectOneStop(page, await page.getByRole('radio').count())

  await page.goto('/smartlead-bulk-update')
  await expect(page.getByRole('radio')).toHaveCount(2)
  await expectOneStop(page, 2)
})
