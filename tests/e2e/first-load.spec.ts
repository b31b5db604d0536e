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
