import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { node, root } from './repository.mjs'
import { run } from './run.mjs'

/** Installs what the lockfile names, if that is not what `node_modules` holds already. */
export async function ensureInstalled() {
  if (isComplete()) return
  await withLock('install', async () => {
    // Another script may have done it while we waited.
    if (isComplete()) return
    console.log('Installing packages (about half a minute) …')
    const npm = process.env.npm_execpath
    const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
    const code = await run(
      command,
      [
        ...first,
        'ci',
        '--include=dev',
        '--ignore-scripts=false',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
      ],
      { quiet: true },
    )
    if (code !== 0) throw new Error('npm ci failed; what it said is above.')
    if (!existsSync(node)) {
      throw new Error(
        'npm ci did not run the install scripts, which fetch Node and PostgreSQL. Allow them (npm config get ignore-scripts, allow-scripts) and start again.',
      )
    }
  })
}

/**
 * Compares the lockfile with npm's own record of what it has installed: one version and hash for each package.
 * Packages for other platforms may be absent.
 */
function isComplete() {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record) || !existsSync(node)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true
    const found = installed[path]
    return found ? found.version === version && found.integrity === integrity : optional === true
  })
}
