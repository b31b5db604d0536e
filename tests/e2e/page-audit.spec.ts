import { eq } from 'drizzle-orm'
import { domains as domainsTable } from '#base/db/schema/index.ts'
import { reinstatePath } from '#features/reinstatement/rules/reinstate-path.ts'
import { expectForcedColors } from './audit/expect-forced-colors.ts'
import { expectWithinWindow } from './audit/expect-within-window.ts'
import { expectWordsWhole } from './audit/expect-words-whole.ts'
import { longestDraft, seedLongest } from './audit/seed-longest.ts'
import { storeDraft } from './ordering/stored-draft.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expectDrawn } from './product/expect-drawn.ts'
import { customerPages, customerPagesOfOne, openPages, withIds } from './product/routes.ts'
import { expect, test } from './product/test.ts'

/** Some pages move on by themselves after a second or two; looking at them takes longer. */
function keepPage(): void {
  const { setTimeout } = window
  const keeping = (task: () => void, delay = 0) => (delay < 1000 ? setTimeout(task, delay) : 0)
  Object.assign(window, { setTimeout: keeping })
}

/** The words of what has to be marked on a page as chosen or current. */
const markedOn: Partial<Record<string, string>> = {
  '/dashboard': 'wwwwwwww',
  '/health': 'Health',
  '/tasks': 'Tasks',
  '/plan-by-volume': 'Plan by volume',
  '/choose-plan': 'Choose plan',
  '/select-domains': 'Select domains',
  '/setup-domain-settings': 'Domain settings',
  '/review-order': 'Review order',
  '/instantly-bulk-update': 'Instantly Bulk Update',
  '/smartlead-bulk-update': 'Smartlead Bulk Update',
}

const tablet = { width: 768, height: 1024 }
const phone = { width: 360, height: 740 }

for (const path of customerPages)
  test(`${path} is accessible, keeps its shapes in the system’s own colors, and holds the longest values on a phone`, async ({
    page,
    deps,
    customer,
    signIn,
  }) => {
    await seedLongest(deps, customer)
    await signIn()
    await storeDraft(page, customer, longestDraft())
    await page.addInitScript(keepPage)
    await page.goto(path)
    await expectDrawn(page)
    await expectAccessible(page)
    await expectForcedColors(page, markedOn[path])
    for (const size of [tablet, phone]) {
      await page.setViewportSize(size)
      await expectWordsWhole(page)
      await expectWithinWindow(page)
    }
  })

test('orders, their details, a cancellation and a reinstatement hold the longest values on a phone', async ({
  page,
  deps,
  customer,
  signIn,
}) => {
  const { orderId, groups } = await seedLongest(deps, customer)
  await signIn()
  await page.setViewportSize(phone)
  const [running, cancelled] = groups
  const [domain] = await deps.db
    .select({ id: domainsTable.id })
    .from(domainsTable)
    .where(eq(domainsTable.name, running?.domains[0] ?? ''))
  const domains = (cancelled?.domains ?? []).map((domain) => ({
    domain,
    domainType: 'Azure' as const,
    status: 'cancelled' as const,
    groupId: cancelled?.groupId ?? '',
  }))
  for (const path of [
    `/dashboard?order=${orderId}`,
    `/dashboard?order=${orderId}&details=${running?.groupId}`,
    `/dashboard?order=${orderId}&details=${cancelled?.groupId}`,
    `/cancel_order?id=${running?.groupId}`,
    reinstatePath(domains),
    ...withIds(customerPagesOfOne, { '/health/:domainId': domain?.id }),
  ]) {
    await page.goto(path)
    await expectDrawn(page)
    await expectWordsWhole(page)
    await expectWithinWindow(page)
  }
})

test('every page that needs no session is accessible, and fits on a phone', async ({ page }) => {
  for (const path of openPages) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path)
    await expectDrawn(page)
    await expectAccessible(page)
    await page.setViewportSize(phone)
    await expectWithinWindow(page)
  }
})

test('a stranger’s errors, a message over a page and the sheet of a phone are accessible', async ({
  page,
  signIn,
}) => {
  await page.goto('/signin')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/no-such-page')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expectAccessible(page)

  await page.setViewportSize(phone)
  await signIn()
  await page.goto('/reset-password')
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Ada Byron' }).click()
  await page.getByRole('menuitem', { name: 'Logout', exact: true }).click()
  const toast = page.locator('[data-sonner-toast]')
  // It stays for as long as the pointer is on it.
  await toast.hover()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  expect(await toast.evaluate((each) => getComputedStyle(each).borderTopWidth)).toBe('1px')
  await page.emulateMedia({ forcedColors: 'none' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)

  const gone = { code: 'not_found', message: 'Gone' }
  await page.route('**/api/config', (route) => route.fulfill({ status: 404, json: gone }))
  await page.goto('/dashboard')
  await expect(page.getByText('Unexpected Application Error!')).toBeVisible()
  await expectAccessible(page)
})
