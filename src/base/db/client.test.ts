import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { freePorts } from '#tests/server/free-ports.ts'
import { createTestDatabase } from '#tests/server/test-database.ts'
import { createDatabase } from './client.ts'
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts'
import { brokenConstraint, isDatabaseUnavailable, sqlState } from './sql-state.ts'

// Whole processes start and end here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const log = pino({ level: 'silent' })
const { db, pool, url } = await createTestDatabase()
const terminateOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

test('a lost connection fails its transaction, not the process, and the next query works', async () => {
  const other = createDatabase(url, { max: 2, log })
  const failure = await other.db
    .transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await db.execute(terminateOthers)
      await tx.execute(sql`select 2`)
    })
    .catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  expect((await other.db.execute(sql`select 3 as n`)).rows).toEqual([{ n: 3 }])
  await other.close()
})

test('connections that are lost while idle are replaced', async () => {
  const other = createDatabase(url, { max: 4, log })
  await Promise.all([1, 2, 3, 4].map(() => other.db.execute(sql`select pg_sleep(0.01)`)))
  await db.execute(terminateOthers)
  await expect
    .poll(() => other.db.execute(sql`select 1 as n`).then(({ rows }) => rows, String))
    .toEqual([{ n: 1 }])
  await other.close()
})

test('a restart of the database is survived by the same pool', async () => {
  const directory = mkdtempSync('/tmp/inboxyard-restart-')
  chmodSync(directory, 0o711)
  const options = { dataDir: join(directory, 'data'), log, durable: false }
  const first = await startEmbeddedPostgres(options)
  const other = createDatabase(first.url, { max: 3, log })
  await other.db.execute(sql`create table kept as select 1 as n`)
  await first.stop()
  const failure = await other.db.execute(sql`select 1`).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)

  const second = await startEmbeddedPostgres(options)
  expect((await other.db.execute(sql`select n from kept`)).rows).toEqual([{ n: 1 }])
  await other.close()
  await second.stop()
  rmSync(directory, { recursive: true })
})

test('a connection that is lost before its transaction begins is given back', async () => {
  const other = createDatabase(url, { max: 1, log })
  other.pool.once('acquire', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.destroy()
  })
  await expect(other.db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow()
  // There is one place in the pool; closing waits until it is given back.
  expect((await other.db.execute(sql`select 2 as n`)).rows).toEqual([{ n: 2 }])
  await other.close()
})

test('a query that is cut off by its time limit is not taken for a lost database', async () => {
  const client = await pool.connect()
  await client.query(`set statement_timeout = '10ms'`)
  const failure = await client.query('select pg_sleep(5)').catch((error: unknown) => error)
  client.release(true)
  expect(sqlState(failure)).toBe('57014')
  expect(isDatabaseUnavailable(failure)).toBe(false)
})

test('what only a host that takes writes can do is unavailable where it is read only, as on a standby', async () => {
  const failure = await db
    .transaction((tx) => tx.execute(sql`create table t ()`), { accessMode: 'read only' })
    .catch((error: unknown) => error)
  expect(sqlState(failure)).toBe('25006')
  expect(isDatabaseUnavailable(failure)).toBe(true)
})

test("Drizzle's errors give away the broken constraint", async () => {
  const insert = sql`insert into customers (id, email, name) values (gen_random_uuid(), 'a@b.test', 'A')`
  await db.execute(insert)
  const failure = await db.execute(insert).catch((error: unknown) => error)
  expect(sqlState(failure)).toBe('23505')
  expect(brokenConstraint(failure)).toBe('customers_email')
  expect(isDatabaseUnavailable(failure)).toBe(false)
})

test('a database that cannot be reached is unavailable, a wrong password is not', async () => {
  const nowhere = new pg.Client({ connectionString: 'postgres://localhost/x?host=/nonexistent' })
  const failure = await nowhere.connect().catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  expect(isDatabaseUnavailable(new Error('EPIPE'))).toBe(false)
  // A name with two addresses fails with both reasons at once.
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ]
  const port = await freePorts(1)
  const socket = connect({ host: 'two.test', port, lookup: (_host, _options, tell) => tell(null, addresses) })
  const [refusals] = await once(socket, 'error')
  expect(refusals).toBeInstanceOf(AggregateError)
  expect(isDatabaseUnavailable(refusals)).toBe(true)

  const stranger = new URL(url)
  stranger.username = 'stranger'
  const refused = new pg.Client({ connectionString: stranger.href })
  const refusal = await refused.connect().catch((error: unknown) => error)
  expect(sqlState(refusal)).toBe('28000')
  expect(isDatabaseUnavailable(refusal)).toBe(false)
})

test('of two transactions that wait for each other the one that is undone is run again', async () => {
  await db.execute(sql`create table crossing (id text primary key, writes int not null default 0)`)
  await db.execute(sql`insert into crossing (id) values ('a'), ('b')`)
  let firstTries = 0
  let meet = () => {}
  const bothHoldOne = new Promise<void>((resolve) => {
    meet = resolve
  })
  const write = async (order: [string, string]) => {
    let isFirstTry = true
    await db.transaction(async (tx) => {
      await tx.execute(sql`update crossing set writes = writes + 1 where id = ${order[0]}`)
      if (isFirstTry) {
        isFirstTry = false
        if (++firstTries === 2) meet()
        await bothHoldOne
      }
      await tx.execute(sql`update crossing set writes = writes + 1 where id = ${order[1]}`)
    })
  }
  await Promise.all([write(['a', 'b']), write(['b', 'a'])])
  expect((await db.execute(sql`select writes from crossing`)).rows).toEqual([{ writes: 2 }, { writes: 2 }])
})
