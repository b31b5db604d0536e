import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { joinedStaff } from './console/staff.ts'
import { expectDrawn } from './product/expect-drawn.ts'
import { expect, test } from './product/test.ts'

const manifest: Record<string, { file: string; name?: string; css?: string[] }> = JSON.parse(
  readFileSync(new URL('../../dist/web/.vite/manifest.json', import.meta.url), 'utf8'),
)

/** What the build has made of the console's own modules; those of its first pages travel together, under no name. */
const consoleFiles = Object.entries(manifest)
  .filter(([module, { name }]) => module.startsWith('operator/') || name === 'console')
  .flatMap(([, { file, css = [] }]) => [file, ...css])

/** Of the console's files those that a page has asked for. */
async function loadedBy(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  return consoleFiles.filter((file) => names.some((name) => name.endsWith(`/${file}`)))
}

test('a customer’s browser loads nothing of the console, not even when it has nothing better to do', async ({
  page,
  signIn,
}) => {
  expect(consoleFiles.length).toBeGreaterThan(5)
  await page.goto('/signin')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await loadedBy(page)).toEqual([])
  await signIn()
  await page.goto('/dashboard')
  await expectDrawn(page)
  // Late parts arrive when the page is idle.
  await page.waitForLoadState('networkidle')
  expect(await loadedBy(page)).toEqual([])
})

test('a page of the console names the code that all of them need', async ({ request }) => {
  const first = Object.values(manifest).filter(({ name }) => name === 'console')
  expect(first).toHaveLength(1)
  const page = await (await request.get('/operator/domains')).text()
  expect(page).toContain(`<link rel="modulepreload" crossorigin href="/${first[0]?.file}">`)
  expect(await (await request.get('/signin')).text()).not.toContain(first[0]?.file)
})

test('the console loads its own, and the picture of a key only where one is shown', async ({
  page,
  deps,
}) => {
  await joinedStaff(deps, page, 'owner')
  await page.goto('/operator/staff')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const loaded = await loadedBy(page)
  expect(loaded).toContain(manifest['operator/staff/staff-page.tsx']?.file)
  expect(loaded).not.toContain(manifest['operator/sign-in/qr-picture.ts']?.file)
})
