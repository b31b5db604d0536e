import pg from 'pg'
import { connectionTo } from './connection-to.ts'

/** PostgreSQL's settings of these names, in milliseconds. */
export type TimeLimits = Record<'statement_timeout' | 'idle_in_transaction_session_timeout', number>

/** @param idleInTransactionMs a process that is stopped within a transaction keeps others from its rows for so long */
export const timeLimits = (idleInTransactionMs: number): TimeLimits => ({
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: idleInTransactionMs,
})

/** For a session that works for longer, where limits stand at the role. */
export const withoutTimeLimits = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0'

/** Any number, as long as nothing else in the database locks it. */
const limitsLock = 7_240_005

/**
 * Sets the limits for every session that our role opens in this database from now on: a pooler passes none on with a
 * connection. One that it holds open from before takes them when it is replaced.
 * @param url of the database itself, past the pooler
 */
export async function limitRole(url: string, limits: TimeLimits): Promise<void> {
  const client = new pg.Client({ ...connectionTo(url), application_name: 'inboxyard limits' })
  client.on('error', () => {})
  await client.connect()
  try {
    const {
      rows: [row],
    } = await client.query<{ name: string }>('select current_database() as name')
    const database = pg.escapeIdentifier(row?.name ?? '')
    await client.query('begin')
    // Two that alter one role at once would fail.
    await client.query('select pg_advisory_xact_lock($1)', [limitsLock])
    for (const [name, ms] of Object.entries(limits))
      await client.query(`alter role current_user in database ${database} set ${name} = ${ms}`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}
