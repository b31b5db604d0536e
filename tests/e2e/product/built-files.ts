import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import type { Page } from '@playwright/test'

/** The customers' pages and the staff's console are built apart. */
type Build = 'web' | 'console'

/** Which file each module of the website travels in. */
export const manifest = (build: Build = 'web') =>
  JSON.parse(
    readFileSync(new URL(`../../../dist/${build}/.vite/manifest.json`, import.meta.url), 'utf8'),
  ) as Record<string, { file: string }>

/** What a build calls a module below `src`: its place from that of the page it begins with. */
export const keyOf = (module: string) => posix.relative('apps/website', module)

/** The address of the file that a module below `src` travels in. */
export function addressOf(module: string, build?: Build): string {
  const { [keyOf(module)]: built } = manifest(build)
  if (!built) throw new Error(`${module} is not a file of its own.`)
  return `**/${built.file}`
}

/**
 * Waits until the code of a module has come in to be run. It is fetched before, and a browser with routes of a test keeps
 * nothing of that.
 */
export const imported = (page: Page, module: string) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith(addressOf(module).slice(2)) && response.request().resourceType() === 'script',
  )
