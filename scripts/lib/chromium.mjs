import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installFromDebian, onPath } from './debian.mjs'
import { binDir, root } from './repository.mjs'
import { run } from './run.mjs'

/** Chromium without windows. It starts and draws with two thirds of the effort. */
const shell = 'chromium-headless-shell'
/** How tests start it: nothing asks for anything outside of this machine. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/** @returns {string | undefined} the machine's own, or the one that Playwright has brought */
export const findChromium = () => onPath([shell, ...names]) ?? playwrightsOwn()

/**
 * @returns {string | undefined} what people use, for figures, and for what only it does: it shows a page that is gone
 * back to as it was left. Without it what there is.
 */
export const findWholeChromium = () => onPath(names) ?? findChromium()

/**
 * The browsers of the tests: Debian's, if we may install them; else the machine's own; else the one Playwright brings.
 * @returns {Promise<string>} the path of the one that most of them run in
 */
export async function ensureChromium() {
  if (!onPath([shell])) await installFromDebian(shell)
  if (!onPath(names)) await installFromDebian('chromium')
  const present = findChromium()
  if (present) return present
  console.log("Fetching Playwright's Chromium …")
  await run(join(binDir, 'playwright'), ['install', 'chromium'], { quiet: true })
  const fetched = playwrightsOwn()
  if (fetched) return fetched
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) and start again.',
  )
}

function playwrightsOwn() {
  const path = createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath()
  return existsSync(path) ? path : undefined
}
