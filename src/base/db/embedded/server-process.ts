import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { sqlState } from '../sql-state.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { databaseEnvironment, roleName } from './cluster.ts'
import { runsOn, signal } from './process.ts'

export interface ServerFiles {
  home: string
  cluster: string
  socket: string
  hba: string
  ident: string
}

export interface ServerOptions {
  files: ServerFiles
  account: Account
  binaries: Binaries
  connections: number
  durable: boolean
  log: Pick<Logger, 'info' | 'warn'>
  /** Aborted: the start is given up. */
  signal: AbortSignal
}

/** Part of the socket's name; nothing listens on a network port. */
const port = 5432
const pollMs = 20
const startDeadlineMs = 30_000
const logMaxBytes = 10_000_000

export const urlOf = (socket: string, database: string) =>
  `postgres://${roleName}@localhost:${port}/${database}?host=${encodeURIComponent(socket)}`

/**
 * Returns as soon as the server takes connections. One may be running already, left behind by a product that was
 * killed: it is used as it is. One may be about to end: then a new one takes its place.
 * @returns the server that was started for it, if one was
 */
export async function ensureRunning(options: ServerOptions): Promise<StartedServer | undefined> {
  const { files, log, signal } = options
  let deadline = Date.now() + startDeadlineMs
  let attempt: Attempt | undefined
  try {
    for (let polls = 0; ; polls++) {
      signal.throwIfAborted()
      const state = await ping(files.socket)
      if (state === 'up') {
        if (!attempt) log.info('the database was running already')
        return attempt
      }
      if (state === 'busy') {
        // Recovery after a crash takes as long as it takes.
        deadline = Date.now() + startDeadlineMs
        if (polls % 500 === 499) log.warn('the database is still recovering or shutting down')
      } else if (!attempt || attempt.ended) {
        const complaint = attempt?.complaint() ?? ''
        const lockedByAnother = /lock file|shared memory block|another postmaster/i.test(complaint)
        if (attempt && (!lockedByAnother || Date.now() > deadline)) {
          throw new Error(`The database did not start: ${complaint.trim() || 'it said nothing'}`)
        }
        if (attempt) await delay(200)
        removeStalePidFile(files.cluster)
        attempt = launch(options)
      } else if (Date.now() > deadline) {
        throw new Error(`The database did not answer for ${startDeadlineMs / 1000} s: ${attempt.complaint()}`)
      }
      await delay(pollMs)
    }
  } catch (error) {
    await attempt?.end()
    throw error
  }
}

/** Ends the server, also one that another process started, after what it is doing; open connections are closed. */
export async function stopServer({ cluster }: ServerFiles): Promise<void> {
  const pid = runningPid(cluster)
  if (pid === undefined) return
  signal(pid, 'SIGINT')
  const impatientAt = Date.now() + 20_000
  let impatient = false
  while (runningPid(cluster) === pid) {
    if (!impatient && Date.now() > impatientAt) {
      impatient = true
      signal(pid, 'SIGQUIT')
    }
    await delay(pollMs)
  }
}

export interface StartedServer {
  /** Another process owns it: it outlives us. */
  leave(): void
}

interface Attempt extends StartedServer {
  ended: boolean
  /** What the server wrote to its log since it was started. */
  complaint(): string
  end(): Promise<void>
}

function launch({ files, account, binaries, connections, durable }: ServerOptions): Attempt {
  const logFile = join(files.home, 'postgres.log')
  const size = existsSync(logFile) ? statSync(logFile).size : 0
  if (size > logMaxBytes) renameSync(logFile, `${logFile}.1`)
  const beginning = size > logMaxBytes ? 0 : size
  const output = openSync(logFile, 'a', 0o600)
  chownSync(logFile, account.uid, account.gid)

  const settings = {
    listen_addresses: '',
    unix_socket_directories: files.socket,
    unix_socket_permissions: '0700',
    hba_file: files.hba,
    ident_file: files.ident,
    max_connections: connections,
    shared_buffers: '128MB',
    max_wal_size: '512MB',
    wal_level: 'minimal',
    max_wal_senders: 0,
    io_method: 'sync',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  // Detached: Ctrl-C in a terminal reaches the product only, which ends the database last. Its log is a file,
  // which outlives the product as the server may.
  const child = spawn(
    binaries.postgres,
    ['-D', files.cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      cwd: files.home,
      env: databaseEnvironment,
      detached: true,
      stdio: ['ignore', output, output],
      ...account.become,
    },
  )
  closeSync(output)
  child.unref()
  // However we end, but for being killed.
  const endAtExit = () => child.kill('SIGINT')
  const leave = () => void process.off('exit', endAtExit)
  process.on('exit', endAtExit)
  const attempt: Attempt = {
    ended: false,
    complaint: () => readFileSync(logFile).subarray(beginning).toString('utf8').slice(-2_000),
    async end() {
      if (endAtExit()) await ended
    },
    leave,
  }
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      attempt.ended = true
      leave()
      resolve()
    }
    child.on('exit', end)
    child.on('error', (error) => {
      attempt.complaint = () => error.message
      end()
    })
  })
  return attempt
}

/** `busy`: it runs, but is starting up or shutting down (57P03). */
async function ping(socket: string): Promise<'up' | 'busy' | 'down'> {
  const client = new pg.Client({
    connectionString: urlOf(socket, 'postgres'),
    connectionTimeoutMillis: 5_000,
    application_name: 'inboxyard ping',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return 'up'
  } catch (error) {
    const state = sqlState(error)
    if (state === '57P03') return 'busy'
    // It answered, but not as it should: our rules of access are not what it was started with.
    if (state !== undefined) throw error
    return 'down'
  } finally {
    await client.end().catch(() => {})
  }
}

const pidFile = (cluster: string) => join(cluster, 'postmaster.pid')

/** The server's process by its own pid file, if that process is alive and still the server. */
function runningPid(cluster: string): number | undefined {
  const pid = recordedPid(cluster)
  return pid !== undefined && runsOn(pid, cluster) ? pid : undefined
}

function recordedPid(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(pidFile(cluster), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * In a container that was restarted, and after a power cut, the number of the old server may belong to another process
 * by now, and PostgreSQL would refuse to start because of it.
 */
function removeStalePidFile(cluster: string): void {
  const pid = recordedPid(cluster)
  if (pid !== undefined && !runsOn(pid, cluster)) rmSync(pidFile(cluster), { force: true })
}
