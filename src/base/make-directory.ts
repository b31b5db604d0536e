import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorCode } from './error-code.ts'

/**
 * A folder, with those above it that are missing. Node's own `recursive` never ends where a folder is there and none
 * can be made in it, as in /proc (seen with Node
 * 24.21).
 */
export function makeDirectory(path: string, mode?: number): void {
  if (!existsSync(dirname(path))) makeDirectory(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error
  }
}
