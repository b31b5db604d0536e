import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import { connectionTo, writerOf } from './connection-to.ts'
import { repeatDeadlocked } from './repeat-deadlocked.ts'
import * as schema from './schema/index.ts'
import { timeLimits } from './time-limits.ts'
import { UnnamedClient } from './unnamed-client.ts'

/** Queries, over the pool. */
export type Db = NodePgDatabase<typeof schema>

export interface Database {
  db: Db
  /** For statements that Drizzle has no words for. */
  pool: pg.Pool
  openSession: OpenSession
  /** Waits for running queries. */
  close(): Promise<void>
}

/**
 * A connection of its own, past any pooler, for what lasts as long as a session does: LISTEN, and locks that outlast a
 * transaction. The caller connects and ends it.
 * @param name by which PostgreSQL lists it
 */
export type OpenSession = (name: string) => pg.Client

export interface DatabaseOptions {
  /** Connections at most. */
  max: number
  log: Pick<Logger, 'warn'>
  /** A process that is stopped within a transaction keeps others from its rows for so long. */
  idleInTransactionMs?: number
  /** Past the pooler in transaction mode that `url` leads to; without it `url` leads to the database itself. */
  directUrl?: string | undefined
}

/**
 * A pool that outlives restarts of the database, and its moves from one host to another: connections that are lost are
 * logged and replaced, the queries on them fail (see `isDatabaseUnavailable`).
 * @param url `postgres://…`; a directory in `?host=` means the Unix socket in it, several hosts have commas between them
 */
export function createDatabase(
  url: string,
  { max, log, idleInTransactionMs = 60_000, directUrl }: DatabaseOptions,
): Database {
  const limits = timeLimits(idleInTransactionMs)
  const common = { keepAlive: true, connectionTimeoutMillis: 10_000 }
  const pool = new pg.Pool({
    ...connectionTo(url),
    ...common,
    max,
    application_name: 'inboxyard',
    idleTimeoutMillis: 60_000,
    // A pooler refuses limits that come with a connection: they stand at the role.
    ...(directUrl === undefined ? limits : { Client: UnnamedClient }),
  })
  // A lost connection is an event on the client while it is lent out and on the pool while it is not; without a
  // listener either one ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  writerOf(url)?.onMove((move) => log.warn(move, 'another host of the database takes writes'))

  const over = (client: pg.Pool | pg.PoolClient) => drizzle(client, { schema, casing: 'snake_case' })
  const db: Db = over(pool)
  const onOne = new WeakMap<pg.PoolClient, Db>()
  // Left to itself, Drizzle never gives a connection back that is lost before its transaction has begun.
  const transact: Db['transaction'] = async (work, config) => {
    const client = await pool.connect()
    try {
      const own = onOne.get(client) ?? over(client)
      onOne.set(client, own)
      return await own.transaction(work, config)
    } finally {
      client.release()
    }
  }
  db.transaction = repeatDeadlocked(transact) as Db['transaction']
  const openSession: OpenSession = (name) =>
    new pg.Client({ ...connectionTo(directUrl ?? url), ...common, ...limits, application_name: name })
  return { pool, db, openSession, close: () => pool.end() }
}
