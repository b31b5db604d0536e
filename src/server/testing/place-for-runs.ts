import { accessSync, constants, existsSync, readdirSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Short, since sockets are in there. */
const memory = '/dev/shm'
const disk = '/tmp'

/** Several times what a run takes. */
const neededBytes = 4_000_000_000

/**
 * Where a run of tests keeps its databases: in memory where there is enough of it. Each test file makes hundreds of files
 * and removes them, which on a disk takes five times the processor time and more: ext4 looks at all that were removed of
 * late before it makes another.
 */
export function placeForRuns(): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bsize, bavail } = statfsSync(memory)
    return bsize * bavail >= neededBytes ? memory : disk
  } catch {
    // Not on macOS, for one.
    return disk
  }
}

/** All there is in the places that runs may have had. */
export const leftInPlaces = (): string[] =>
  [memory, disk].filter(existsSync).flatMap((place) => readdirSync(place).map((name) => join(place, name)))
