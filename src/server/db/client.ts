import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import { repeatDeadlocked } from './repeat-deadlocked.ts'
import * as schema from './schema/index.ts'

/** Queries, over the pool. */
export type Db = NodePgDatabase<typeof schema>

export interface Database {
  db: Db
  /** For statements that Drizzle has no words for, and for the job queue. */
  pool: pg.Pool
  /** Waits for running queries. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Connections at most. */
  max: number
  log: Pick<Logger, 'warn'>
  /** A process that is stopped within a transaction keeps others from its rows for so long. */
  idleInTransactionMs?: number
}

/**
 * A pool that outlives restarts of the database: connections that are lost are logged and replaced, the queries
 * on them fail (see `isDatabaseUnavailable`).
 * @param url `postgres://…`; a directory in `?host=` means the Unix socket in it
 */
export function createDatabase(
  url: string,
  { max, log, idleInTransactionMs = 60_000 }: DatabaseOptions,
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'inboxyard',
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  })
  // A lost connection is an event on the client while it is lent out and on the pool while it is not; without a
  // listener either one ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))

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
  return { pool, db, close: () => pool.end() }
}
