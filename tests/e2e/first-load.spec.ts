import type { Page } from '@playwright/test'
import { bannerRoomKey } from '#features/accounts/rules/session-storage-keys.ts'
import { expect, test } from './product/test.ts'

/** The calls of a page to the API so far, and what asked for each: the page itself, or its code. */
const callsOf = async (page: Page): Promise<[path: string, askedBy: string][]> => {
  const calls = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, initiatorType }): [string, string] => [new URL(name).pathname, initiatorType],
    ),
  )
  return calls.sort(([a], [b]) => a.localeCompare(b))
}

test('what the dashboard waits for is asked for once, by the page itself before its code runs', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome back, Ada')).toBeVisible()
  const awaited = ['/api/auth/check', '/api/config', '/api/orders']
  expect((await callsOf(page)).filter(([path]) => awaited.includes(path))).toEqual(
    awaited.map((path) => [path, 'link']),
  )
})

test('what Health waits for is asked for once, by the page itself before its code runs', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/health')
  await expect(page.getByText('No domain is watched yet')).toBeVisible()
  const awaited = ['/api/auth/check', '/api/config', '/api/domain-health/overview', '/api/reserve']
  expect((await callsOf(page)).filter(([path]) => awaited.includes(path))).toEqual(
    awaited.map((path) => [path, 'link']),
  )
})

test('a stranger at Health is asked to sign in', async ({ page }) => {
  await page.goto('/health')
  await expect(page).toHaveURL('/signin')
  expect((await callsOf(page)).map(([path]) => path)).not.toContain('/api/domain-health/overview')
})

test('the outline of Health stands before any of its code has run', async ({ page, signIn }) => {
  await signIn()
  await page.route(/\/assets\/.*\.(js|css)$/, () => {})
  await page.goto('/health', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible()
})

test('the dashboard’s outline stands before any of its code has run', async ({ page, signIn }) => {
  await signIn()
  await page.route(/\/assets\/.*\.(js|css)$/, () => {})
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading your orders' })).toBeVisible()
  const width = () => page.getByRole('main').evaluate((element) => element.getBoundingClientRect().width)
  const outlined = await width()
  await page.unrouteAll()
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome back, Ada')).toBeVisible()
  expect(await width()).toBe(outlined)
})

test('an outline leaves room for the promotion that the last page had above it', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome back, Ada')).toBeVisible()
  const top = () => page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().y)
  await page.route(/\/assets\/.*\.js$/, () => {})
  const outlined = async (hadPromotion: boolean) => {
    await page.evaluate(
      ([key, has]) => (has ? localStorage.setItem(key, '1') : localStorage.removeItem(key)),
      [bannerRoomKey, hadPromotion] as const,
    )
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await expect(page.getByRole('status', { name: 'Loading your orders' })).toBeVisible()
    return top()
  }
  expect(await outlined(false)).toBe(0)
  expect(await outlined(true)).toBe(36)
})
