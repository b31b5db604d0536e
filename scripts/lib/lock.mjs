import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { cacheDir } from './repository.mjs'

/**
 * Does `work` while no other script of this checkout does work of the same name. The lock of a script that was
 * killed is taken over.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  mkdirSync(cacheDir, { recursive: true })
  const lock = join(cacheDir, `${name}.lock`)
  const draft = `${lock}.${randomUUID()}`
  writeFileSync(draft, String(process.pid))
  try {
    while (!tryLink(draft, lock)) {
      if (isAbandoned(lock)) rmSync(lock, { force: true })
      else await delay(200)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function tryLink(from, to) {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isAbandoned(lock) {
  try {
    // The number of a script that ended with the machine's power may be any other process's now.
    if (statSync(lock).mtimeMs < Date.now() - uptime() * 1000) return true
    process.kill(Number(readFileSync(lock, 'utf8')), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}
