import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { errorCode } from '../../error-code.ts'

/** Whether a process has this number, whichever account it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** Whether that process is a PostgreSQL; where that cannot be seen, whether it lives. */
export function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid)
  try {
    const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
    return state !== 'Z' && basename(program).startsWith('postgres')
  } catch {
    return false
  }
}

/** Sends a signal; a process that has ended meanwhile is fine. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error
  }
}
