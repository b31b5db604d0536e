import type { Page } from '@playwright/test'
import { expect, test } from './product/test.ts'

const started = (page: Page) => page.getByLabel('Password', { exact: true })
const startFiles = /\/assets\/index-[^/]+\.js$/

test('a start file that fails once is asked for again, and the page opens', async ({ page }) => {
  let failures = 0
  await page.route(startFiles, (route) =>
    failures++ === 0 ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue(),
  )
  await page.goto('/signin')
  await expect(started(page)).toBeVisible()
  expect(failures).toBeGreaterThan(1)
})

test('styles that fail once are asked for again, and the page is loaded with them', async ({ page }) => {
  let failures = 0
  await page.route(/\/assets\/index-[^/]+\.css$/, (route) =>
    failures++ === 0 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  )
  await page.goto('/signin')
  await expect.poll(() => failures).toBeGreaterThan(2)
  await expect(started(page)).toBeVisible()
})

test('a start file that stays away is said to, and a press loads the page again', async ({ page }) => {
  await page.route(startFiles, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.clock.install()
  await page.goto('/signin')
  const message = page.getByRole('alert')
  await expect(async () => {
    await page.clock.runFor(4_000)
    await expect(message).toHaveText(/^This page couldn’t be loaded\. Try again in a moment\./, {
      timeout: 100,
    })
  }).toPass()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.unrouteAll()
  await message.getByRole('button', { name: 'Reload' }).click()
  await expect(started(page)).toBeVisible()
})

test('a browser that is too old is told so instead of the sign-in form', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'))
  await page.goto('/signin')
  await expect(page.getByRole('alert')).toHaveText(/^Your browser is too old for this site\. Update it, /)
  await page.waitForLoadState('networkidle')
  await expect(started(page)).toBeHidden()
})
