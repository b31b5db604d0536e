import { expect, test } from './product/test.ts'

test('what the dashboard waits for is asked for once, by the page itself before its code runs', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/dashboard')
  await expect(page.getByText('Welcome back, Ada')).toBeVisible()
  const calls = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .map(({ name, initiatorType }) => ({ path: new URL(name).pathname, askedBy: initiatorType }))
      .filter(({ path }) => ['/api/auth/check', '/api/config', '/api/orders'].includes(path)),
  )
  expect(calls.sort((a, b) => a.path.localeCompare(b.path))).toEqual([
    { path: '/api/auth/check', askedBy: 'link' },
    { path: '/api/config', askedBy: 'link' },
    { path: '/api/orders', askedBy: 'link' },
  ])
})

test('the dashboard’s outline stands before any of its code has run', async ({ page, signIn }) => {
  await signIn()
  await page.route('**/assets/*.js', () => {})
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
