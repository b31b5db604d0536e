import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { joinedStaff } from './console/staff.ts'
import { keyOf } from './product/built-files.ts'
import { expectDrawn } from './product/expect-drawn.ts'
import { expect, test } from './product/test.ts'

interface Built {
  file: string
  name?: string
  css?: string[]
}

const manifestOf = (name: string): Record<string, Built> =>
  JSON.parse(readFileSync(new URL(`../../dist/${name}/.vite/manifest.json`, import.meta.url), 'utf8'))
const filesOf = (manifest: Record<string, Built>): string[] =>
  Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css])

const manifest = manifestOf('console')
/** Fonts and the like come out of both builds the same. */
const customersFiles = new Set(filesOf(manifestOf('web')))
const consoleFiles = filesOf(manifest).filter((file) => !customersFiles.has(file))

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

test('a page of the console names the code that all of them need, and no page of customers does', async ({
  request,
}) => {
  const start = Object.values(manifest).find(({ name }) => name === 'console')?.file ?? ''
  expect(consoleFiles).toContain(start)
  const page = await (await request.get('/operator/domains')).text()
  expect(page).toContain(`src="/${start}"`)
  expect(await (await request.get('/signin')).text()).not.toContain(start)
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
  expect(loaded).toContain(manifest[keyOf('features/staff/console/staff-page.tsx')]?.file)
  const picture = manifest[keyOf('features/accounts/web/second-factor/qr-picture.ts')]?.file
  expect(picture).toBeDefined()
  const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(names.filter((name) => name.endsWith(`/${picture}`))).toEqual([])
})
