import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
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

/**
 * Whether that process is the PostgreSQL of this cluster. A number that was written down may be another process's by
 * now, after a power cut even another PostgreSQL's of the same account.
 */
export function runsOn(pid: number, cluster: string): boolean {
  try {
    // A server works in its cluster's folder.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
  } catch (error) {
    // Root in a container may not look there; what a process was started with is told to everybody.
    if (!['EACCES', 'EPERM'].includes(errorCode(error) ?? '')) return false
  }
  return commandOf(pid).includes(` -D ${cluster} `)
}

function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
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
