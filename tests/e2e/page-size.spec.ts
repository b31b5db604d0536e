import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

const website = new URL('../../dist/web/', import.meta.url)

interface Built {
  file: string
  /** Keys of the files that have to be there before this one runs. */
  imports?: string[]
}

const readManifest = (): Record<string, Built> =>
  JSON.parse(readFileSync(new URL('.vite/manifest.json', website), 'utf8'))

/** Bytes of JavaScript, compressed, that these entries of the build need before they run. */
function scriptBytes(...entries: string[]): number {
  const manifest = readManifest()
  const needed = new Set<string>()
  const add = (key: string): void => {
    if (needed.has(key)) return
    needed.add(key)
    for (const imported of manifest[key]?.imports ?? []) add(imported)
  }
  entries.forEach(add)
  return [...needed]
    .map((key) => gzipSync(readFileSync(new URL(manifest[key]?.file ?? '', website)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0)
}

test('the sign-in page needs at most 115 KB of JavaScript', () => {
  expect(scriptBytes('index.html')).toBeLessThanOrEqual(115_000)
})

const dashboardMost = 161_000
const frame = ['index.html', 'customer-routes.tsx', 'app-shell/app-frame.tsx']
const dashboard = [...frame, 'features/dashboard/dashboard-page.tsx']

test('the dashboard needs at most 161 KB of JavaScript', () => {
  expect(scriptBytes(...dashboard)).toBeLessThanOrEqual(dashboardMost)
})

test('every other page needs at most 40 KB of JavaScript more than the dashboard may', () => {
  const pages = Object.keys(readManifest()).filter((key) => /^features\/.*-page\.tsx$/.test(key))
  expect(pages.length).toBeGreaterThan(10)
  const most = dashboardMost + 40_000
  const tooLarge = pages
    .map((page) => [page, scriptBytes(...frame, page)] as const)
    .filter(([, bytes]) => bytes > most)
  expect(tooLarge).toEqual([])
})

test('the console opens without the library that checks what is entered', () => {
  const page = readFileSync(new URL('console.html', website), 'utf8')
  const files = [...page.matchAll(/\/(assets\/[\w-]+\.js)"/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(10)
  const withZod = files.filter((file) => readFileSync(new URL(file, website), 'utf8').includes('ZodMini'))
  expect(withZod).toEqual([])
})
