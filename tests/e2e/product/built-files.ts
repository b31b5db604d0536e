import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** The customers' pages and the staff's console are built apart. */
type Build = 'web' | 'console'

/** Which file each module of the website travels in. */
export const manifest = (build: Build = 'web') =>
  JSON.parse(
    readFileSync(new URL(`../../../dist/${build}/.vite/manifest.json`, import.meta.url), 'utf8'),
  ) as Record<string, { file: string }>

/** The address of the file that a module travels in. */
export function addressOf(module: string, build?: Build): string {
  const { [module]: built } = manifest(build)
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
