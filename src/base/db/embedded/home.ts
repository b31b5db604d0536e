import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../../error-code.ts'
import { databaseHome, databasePointer, makeDataDir } from '../../secrets/data-directory.ts'
import type { Account } from './account.ts'

/** The directory that holds cluster, log and settings, if this data directory has one already. */
export function findHome(dataDir: string): { home: string; owner: Stats } | undefined {
  const pointer = databasePointer(dataDir)
  if (existsSync(pointer)) {
    const home = readFileSync(pointer, 'utf8').trim()
    if (!existsSync(home)) {
      throw new Error(
        `The database of ${dataDir} is kept in ${home}, which does not exist. Restore that directory, or remove the file ${pointer} to begin with an empty database.`,
      )
    }
    return { home, owner: statSync(home) }
  }
  const home = databaseHome(dataDir)
  return existsSync(home) ? { home, owner: statSync(home) } : undefined
}

/** Makes the home inside of `dataDir` where the account can reach it, else outside with a pointer in `dataDir`. */
export function createHome(dataDir: string, account: Account, outsideDirectory: string): string {
  makeDataDir(dataDir)
  if (account.become.uid === undefined || canEnter(dataDir, account)) {
    return ownDirectory(databaseHome(dataDir), account)
  }
  mkdirSync(outsideDirectory, { recursive: true, mode: 0o711 })
  const home = ownDirectory(join(outsideDirectory, randomBytes(6).toString('hex')), account)
  const draft = `${databasePointer(dataDir)}.${process.pid}`
  writeFileSync(draft, `${home}\n`)
  try {
    linkSync(draft, databasePointer(dataDir))
  } catch (error) {
    // Another start was quicker; its home is the one.
    if (errorCode(error) !== 'EEXIST') throw error
    rmdirSync(home)
  } finally {
    unlinkSync(draft)
  }
  return readFileSync(databasePointer(dataDir), 'utf8').trim()
}

/** A Unix socket's path may have 107 bytes on Linux, 103 on macOS; the file's own name takes 16. */
const socketDirectoryMax = 103 - 16

/** A private directory for the socket with a path short enough for one. The same for the same home. */
export function socketDirectory(home: string, account: Account): string {
  const inside = join(home, 'socket')
  if (Buffer.byteLength(inside) <= socketDirectoryMax) return ownDirectory(inside, account)
  const hash = createHash('sha256').update(home).digest('hex').slice(0, 12)
  return ownDirectory(join('/tmp', `inboxyard-${account.uid}-${hash}`), account)
}

/**
 * Makes a directory that only the account can enter; refuses one that someone else prepared under that name. It
 * gets its name when it is the account's already: another start at the same time never sees it half made.
 */
function ownDirectory(path: string, account: Account): string {
  if (!existsSync(path)) {
    const draft = mkdtempSync(`${path}.`)
    if (account.become.uid !== undefined) chownSync(draft, account.uid, account.gid)
    try {
      renameSync(draft, path)
    } catch (error) {
      rmdirSync(draft)
      if (!['EEXIST', 'ENOTEMPTY', 'ENOTDIR'].includes(errorCode(error) ?? '')) throw error
    }
  }
  const found = lstatSync(path)
  if (!found.isDirectory() || found.uid !== account.uid || (found.mode & 0o077) !== 0) {
    throw new Error(
      `${path} must be a directory that only the account with the number ${account.uid} can enter. Remove it and start again.`,
    )
  }
  return path
}

function canEnter(directory: string, { become }: Account): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$0"', directory], { cwd: '/', stdio: 'ignore', ...become }).status === 0
  )
}
