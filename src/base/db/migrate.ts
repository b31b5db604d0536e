import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMissing } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { messageOf } from '../error-code.ts'
import { connectionTo } from './connection-to.ts'

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))
/** Any number, as long as nothing else in the database locks it. */
const migrationLock = 7_240_001
const oldestSupported = 150_000

/**
 * Brings the tables up to date. Several processes may call it together: one works, the others wait and find
 * nothing to do. All missing migrations are applied in one transaction, so a crash leaves the old tables.
 * Throws when the database began with other tables than ours.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'inboxyard migrations' })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw new Error(unreachable(error), { cause: error })
  })
  try {
    await refuseUnfitDatabase(client)
    // Limits may stand at the role, and building an index takes as long as it takes.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await refuseForeignTables(client)
    await applyMissing(drizzle(client), { migrationsFolder })
  } finally {
    // Ends the lock with the connection.
    await client.end()
  }
}

/** An older server lacks what the tables need; another encoding refuses names in some scripts, or tells letters apart wrongly. */
async function refuseUnfitDatabase(client: pg.Client): Promise<void> {
  const {
    rows: [found],
  } = await client.query<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`,
  )
  if ((found?.number ?? 0) < oldestSupported)
    throw new Error(`The database must be PostgreSQL 15 or newer; DATABASE_URL leads to ${found?.version}.`)
  if (found?.encoding !== 'UTF8')
    throw new Error(
      `The database must be in UTF-8; the one that DATABASE_URL leads to is in ${found?.encoding}. Make another with "create database … encoding 'UTF8' template template0", restore into it what this one holds, if anything, and let DATABASE_URL lead to it.`,
    )
}

/** The reasons of several addresses of one host are inside; the password is in none of them. */
function unreachable(error: unknown): string {
  const reason = error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : messageOf(error)
  return `The database cannot be reached (${reason}). See that it runs and that DATABASE_URL leads to it.`
}

/** Later migrations may be missing or unknown, since releases run side by side; the first one is always the same. */
async function refuseForeignTables(client: pg.Client): Promise<void> {
  const {
    rows: [log],
  } = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations') as name`,
  )
  if (!log?.name) return
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at limit 1',
  )
  const [first] = readMigrationFiles({ migrationsFolder })
  if (rows[0] && rows[0].hash !== first?.hash) {
    throw new Error(
      'The tables of this database were made before the first release and cannot be brought up to date. Start with an empty database.',
    )
  }
}
