import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { isAlive, runsOn, signal } from '#base/db/embedded/process.ts'
import { errorCode } from '#base/error-code.ts'

/** Short, since sockets are in there. */
const memory = '/dev/shm'
const disk = '/tmp'

/** Several times what a run takes. */
const neededBytes = 4_000_000_000

/** Which processes a number may mean: containers may share the memory and count their processes apart. */
function processesHere(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    // Not on macOS, for one.
    return '0'
  }
}

/**
 * Where a run of tests keeps its databases: in memory where there is enough of it. Each test file makes hundreds of files
 * and removes them, which on a disk takes five times the processor time and more: ext4 looks at all that were removed of
 * late before it makes another.
 */
function placeForRuns(): string {
  try {
    accessSync(memory, constants.W_OK)
    const { bsize, bavail } = statfsSync(memory)
    // What a file system in memory may hold says nothing of whether that memory is there.
    return Math.min(bsize * bavail, process.availableMemory()) >= neededBytes ? memory : disk
  } catch {
    return disk
  }
}

/** A folder of this run's, which the database's account can pass through. */
export function folderForRun(kind: string): string {
  const folder = mkdtempSync(join(placeForRuns(), `inboxyard-run-${kind}-${processesHere()}-${process.pid}-`))
  chmodSync(folder, 0o711)
  return folder
}

const nameOfRun = /^inboxyard-run-([a-z0-9]+)-(\d+)-(\d+)-/

/** Ends and removes what runs of this kind left behind that were killed. */
export function removeAbandoned(kind: string): void {
  for (const folder of [memory, disk].filter(existsSync).flatMap(foldersIn)) {
    const [, of, processes, run] = nameOfRun.exec(basename(folder)) ?? []
    if (of !== kind || processes !== processesHere() || isAlive(Number(run))) continue
    try {
      const cluster = join(folder, 'postgres/cluster')
      const [pid] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
      if (runsOn(Number(pid), cluster)) signal(Number(pid), 'SIGQUIT')
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') continue
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

const foldersIn = (place: string): string[] => readdirSync(place).map((name) => join(place, name))
