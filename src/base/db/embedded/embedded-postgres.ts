import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { errorCode } from '../../error-code.ts'
import { databaseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { databaseName, ensureCluster, writeAccessRules } from './cluster.ts'
import { createHome, findHome, socketDirectory } from './home.ts'
import { ensureRunning, type ServerOptions, stopServer, urlOf } from './server-process.ts'

export interface EmbeddedPostgres {
  /** Of the product's database. */
  url: string
  /** Of a database next to it. */
  urlOf(database: string): string
  /** Ends the server, unless another process owns it. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Absolute. */
  dataDir: string
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Connections that the product's own pool may open; a command beside it may open as many, and queues a few more. */
  connections?: number
  /** Off only for tests: a power cut may lose data. */
  durable?: boolean
  /**
   * One process owns a data directory. `refuse` (a product): fail when another one does. `join` (a command): use
   * its server then.
   */
  whenOwned?: 'refuse' | 'join'
  /** Where root keeps what the database's account must reach, when `dataDir` or the programs are closed to it. */
  outsideDirectory?: string
  /** The server went away and is not available back. */
  onLost?: (error: Error) => void
  /** Aborted: the start is given up, and what it has begun has ended when it says so. */
  signal?: AbortSignal | undefined
}

/** Any number: an advisory lock held for as long as the owner lives, in the database `postgres`. */
const ownerLock = 7_240_000
/** How long a product that is just ending may take to let go. */
const ownerPatienceMs = 3_000

/**
 * Starts the database that ships with the product, or takes over one that a killed product left running. The
 * caller owns the data directory from then on: a lock in the database itself says so, which ends with the
 * process however it ends.
 * @throws Error whose message tells a person what is in the way
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, connections = 20, durable = true, whenOwned = 'refuse', onLost, signal } = options
  const { outsideDirectory = '/var/lib/inboxyard' } = options
  const found = findHome(dataDir)
  const account = databaseAccount(found?.owner)
  const home = found?.home ?? createHome(dataDir, account, outsideDirectory)
  const binaries = findBinaries(account, outsideDirectory)
  const cluster = await ensureCluster({ home, account, binaries, durable, signal })
  const socket = socketDirectory(home, account)
  const files = { home, cluster, socket, ...writeAccessRules(home, account) }
  const forAll = 2 * connections + 20
  const stopped = new AbortController()
  const ending = AbortSignal.any([stopped.signal, ...(signal ? [signal] : [])])
  const server: ServerOptions = {
    files,
    account,
    binaries,
    connections: forAll,
    durable,
    log,
    signal: ending,
  }
  const adminUrl = urlOf(socket, 'postgres')

  let owner: pg.Client | undefined
  let recovering: Promise<void> | undefined

  async function own(): Promise<void> {
    owner = undefined
    const started = await ensureRunning(server)
    try {
      owner = await becomeOwner(adminUrl, dataDir, whenOwned)
    } finally {
      if (!owner) started?.leave()
    }
    owner?.once('end', () => {
      if (!ending.aborted) recovering = recover()
    })
  }

  async function recover(): Promise<void> {
    log.error('the database server ended unexpectedly; starting it again')
    for (let attempt = 0; !ending.aborted; attempt++) {
      try {
        await own()
        return
      } catch (error) {
        if (attempt === 5) {
          onLost?.(error as Error)
          return
        }
        await delay(200 * 2 ** attempt)
      }
    }
  }

  async function stop(): Promise<void> {
    stopped.abort()
    await recovering
    if (!owner) return
    await owner.end().catch(() => {})
    await stopServer(files)
  }

  await own()
  try {
    ending.throwIfAborted()
    await ensureDatabase(adminUrl)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: urlOf(socket, databaseName), urlOf: (database) => urlOf(socket, database), stop }
}

/** The connection that holds the lock; undefined when another process does and that is fine. */
async function becomeOwner(
  adminUrl: string,
  dataDir: string,
  whenOwned: 'refuse' | 'join',
): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: adminUrl,
    application_name: `inboxyard owner ${process.pid}`,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  const deadline = Date.now() + ownerPatienceMs
  for (;;) {
    const { rows } = await client.query<{ owned: boolean }>('select pg_try_advisory_lock($1) as owned', [
      ownerLock,
    ])
    if (rows[0]?.owned) return client
    if (whenOwned === 'join' || Date.now() > deadline) break
    await delay(100)
  }
  const { rows } = await client.query<{ pid: string }>(
    `select substring(application_name from '\\d+$') as pid from pg_stat_activity
     where pid in (select pid from pg_locks where locktype = 'advisory' and objid = $1 and granted)`,
    [ownerLock],
  )
  await client.end()
  if (whenOwned === 'join') return undefined
  throw new Error(
    `Another Inboxyard (process ${rows[0]?.pid ?? 'unknown'}) is using ${dataDir}. Stop it first, or set DATA_DIR to another directory.`,
  )
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } catch (error) {
    // 42P04, 23505: another process was quicker.
    if (!['42P04', '23505'].includes(errorCode(error) ?? '')) throw error
  } finally {
    await client.end()
  }
}
