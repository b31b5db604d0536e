import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

/** Which file each module of the website travels in. */
export const manifest = () =>
  JSON.parse(
    readFileSync(new URL('../../../dist/web/.vite/manifest.json', import.meta.url), 'utf8'),
  ) as Record<string, { file: string }>

/** The address of the file that a module travels in. */
export function addressOf(module: string): string {
  const { [module]: built } = manifest()
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
