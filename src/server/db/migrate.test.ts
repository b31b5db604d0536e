import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../testing/empty-database.ts'
import { migrate } from './migrate.ts'

async function count(url: string, from: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n ?? -1
  } finally {
    await client.end()
  }
}

test('three processes that start together migrate once', async () => {
  await using database = await emptyDatabase()
  await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)])
  const applied = await count(database.url, 'drizzle.__drizzle_migrations')
  expect(applied).toBe(
    await count(database.url, '(select distinct hash from drizzle.__drizzle_migrations) h'),
  )
  expect(applied).toBeGreaterThan(0)
  expect(await count(database.url, 'customers')).toBe(0)
})

test('migrating again changes nothing', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url)
  const before = await count(database.url, 'drizzle.__drizzle_migrations')
  await migrate(database.url)
  expect(await count(database.url, 'drizzle.__drizzle_migrations')).toBe(before)
})

test('a migration that fails leaves nothing behind', async () => {
  await using database = await emptyDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // In the way of one of the migrations.
  await client.query('create table customers (wrong int)')
  await expect(migrate(database.url)).rejects.toThrow()
  const { rows } = await client.query(
    `select table_name from information_schema.tables where table_schema = 'public'`,
  )
  expect(rows).toEqual([{ table_name: 'customers' }])
  await client.query('drop table customers')
  await client.end()
  await migrate(database.url)
  expect(await count(database.url, 'customers')).toBe(0)
})

test('tables from before the first release are refused and left alone', async () => {
  await using database = await emptyDatabase()
  await migrate(database.url)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`update drizzle.__drizzle_migrations set hash = 'another'`)
  await client.end()
  await expect(migrate(database.url)).rejects.toThrow('Start with an empty database.')
  expect(await count(database.url, 'customers')).toBe(0)
})

test('a database that is away is told in a sentence that says what to look at', async () => {
  await expect(migrate('postgres://inboxyard:hunter2@127.0.0.1:1/inboxyard')).rejects.toThrow(
    /^The database cannot be reached \(connect ECONNREFUSED 127\.0\.0\.1:1\)\. See that it runs/,
  )
})
