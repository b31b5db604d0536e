import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { binDir, root } from './repository.mjs'
import { run } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * The browser of the tests: the machine's own; else Debian's, if we may install it; else the one Playwright brings.
 * @returns {Promise<string>} its path
 */
export async function ensureChromium() {
  const present = onPath() ?? playwrightsOwn()
  if (present) return present
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing Chromium …')
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    const isDone =
      (await run('apt-get', ['update', '-q'], { quiet: true, env })) === 0 &&
      (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
        quiet: true,
        env,
      })) === 0
    const installed = isDone && onPath()
    if (installed) return installed
  }
  console.log("Fetching Playwright's Chromium …")
  await run(join(binDir, 'playwright'), ['install', 'chromium'], { quiet: true })
  const fetched = playwrightsOwn()
  if (fetched) return fetched
  throw new Error(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium) and start again.',
  )
}

function onPath() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin']
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}

function playwrightsOwn() {
  const path = createRequire(join(root, 'package.json'))('playwright-core').chromium.executablePath()
  return existsSync(path) ? path : undefined
}
