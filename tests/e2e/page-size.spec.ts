import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { keyOf } from './product/built-files.ts'

const builtTo = (name: string) => new URL(`../../dist/${name}/`, import.meta.url)
const website = builtTo('web')

interface Built {
  file: string
  /** Keys of the files that have to be there before this one runs. */
  imports?: string[]
}

const readManifest = (built = website): Record<string, Built> =>
  JSON.parse(readFileSync(new URL('.vite/manifest.json', built), 'utf8'))

/** The files that these entries of a build need before they run. */
function filesFor(manifest: Record<string, Built>, entries: string[]): string[] {
  const needed = new Set<string>()
  const add = (key: string): void => {
    if (needed.has(key)) return
    needed.add(key)
    for (const imported of manifest[key]?.imports ?? []) add(imported)
  }
  entries.forEach(add)
  return [...needed].map((key) => manifest[key]?.file ?? '')
}

/** Bytes of JavaScript, compressed, of the customers' pages that these entries need before they run. */
const scriptBytes = (...entries: string[]): number =>
  filesFor(readManifest(), entries)
    .map((file) => gzipSync(readFileSync(new URL(file, website)), { level: 9 }).length)
    .reduce((sum, bytes) => sum + bytes, 0)

test('the sign-in page needs at most 118 KB of JavaScript', () => {
  expect(scriptBytes('index.html')).toBeLessThanOrEqual(118_000)
})

const dashboardMost = 166_000
const frame = ['index.html', ...['apps/website/customer-routes.tsx', 'ui/frame/app-frame.tsx'].map(keyOf)]
const dashboard = [...frame, keyOf('features/orders/web/dashboard/dashboard-page.tsx')]

test('the dashboard needs at most 166 KB of JavaScript', () => {
  expect(scriptBytes(...dashboard)).toBeLessThanOrEqual(dashboardMost)
})

test('every other page needs at most 45 KB of JavaScript more than the dashboard may', () => {
  const pages = Object.keys(readManifest()).filter((key) => /^(\.\.\/)+features\/.*-page\.tsx$/.test(key))
  expect(pages.length).toBeGreaterThan(10)
  const most = dashboardMost + 45_000
  const tooLarge = pages
    .map((page) => [page, scriptBytes(...frame, page)] as const)
    .filter(([, bytes]) => bytes > most)
  expect(tooLarge).toEqual([])
})

test('the console opens with few files, and without the library that checks what is entered', () => {
  const built = builtTo('console')
  const page = readFileSync(new URL('console.html', built), 'utf8')
  const manifest = readManifest(built)
  const named = Object.keys(manifest).filter((key) => page.includes(`src="/${manifest[key]?.file}"`))
  const files = filesFor(manifest, named)
  expect(files.length).toBeGreaterThan(0)
  expect(files.length).toBeLessThanOrEqual(4)
  const withZod = files.filter((file) => readFileSync(new URL(file, built), 'utf8').includes('ZodMini'))
  expect(withZod).toEqual([])
})
