import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as migrateFrom } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#tests/server/empty-database.ts'
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

test.each(['SQL_ASCII', 'LATIN1'] as const)(
  'a database in %s is refused with what to do, and left alone',
  async (encoding) => {
    await using database = await emptyDatabase({ encoding })
    await expect(migrate(database.url)).rejects.toThrow(
      `The database must be in UTF-8; the one that DATABASE_URL leads to is in ${encoding}. Make another with "create database`,
    )
    expect(await count(database.url, `pg_namespace where nspname = 'drizzle'`)).toBe(0)
  },
)

test('a database that is away is told in a sentence that says what to look at', async () => {
  await expect(migrate('postgres://inboxyard:hunter2@127.0.0.1:1/inboxyard')).rejects.toThrow(
    /^The database cannot be reached \(connect ECONNREFUSED 127\.0\.0\.1:1\)\. See that it runs/,
  )
})

test('what was wrong with domains before there were mails of it counts as told', async () => {
  await using database = await emptyDatabase()
  await migrateBefore(database.url, '0026_health_mail')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // Whose they are does not matter here.
  await client.query('set session_replication_role = replica')
  const dns = (gate: string) => JSON.stringify([{ code: 'dns', verdict: 'bad', gate }])
  for (const [id, state, cause, signals] of [
    ['healthy', 'healthy', null, '[]'],
    ['lost', 'replace', 'blocklist', '[]'],
    ['mended', 'watch', 'bounces', dns('repair')],
    ['rests', 'rest', null, '[]'],
    ['unmended', 'watch', 'dns', dns('repair')],
    ['watched', 'watch', null, '[]'],
  ])
    await client.query(
      `insert into domain_health (domain_id, customer_id, state, cause, signals) values ($1, 'cus', $2, $3, $4)`,
      [id, state, cause, signals],
    )
  await migrate(database.url)
  const { rows } = await client.query(
    'select domain_id as id, told, told_staff as staff from domain_health order by 1',
  )
  await client.end()
  expect(rows.map(({ id, told, staff }) => [id, told, staff])).toEqual([
    ['healthy', 0, 0],
    ['lost', 4, 4],
    ['mended', 1, 1],
    ['rests', 3, 3],
    ['unmended', 2, 2],
    ['watched', 1, 1],
  ])
})

test('domains that were spent before such ones fell are told how long they receive, and get their days in full', async () => {
  await using database = await emptyDatabase()
  await migrateBefore(database.url, '0033_spent_end')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // What else there is of them does not matter here.
  await client.query('set session_replication_role = replica')
  await client.query(`insert into customers (id, email, name) values ('cus', 'cus@example.com', 'Cus')`)
  for (const [id, fallShare, want] of [
    ['ended', null, 'disabled'],
    ['falls', 40, 'active'],
    ['waits', null, 'active'],
  ]) {
    await client.query(
      `insert into domains (id, customer_id, bundle_id, name, slot, platform, source, want, forwarding_url, spent_at, fall_share)
        values ($1, 'cus', $1, $1, 0, 'azure', 'bought', 'run', 'https://example.com', now() - interval '40 days', $2)`,
      [id, fallShare],
    )
    await client.query(
      `insert into mailboxes (id, customer_id, domain_id, name, persona_id, local_part, want) values ($1, 'cus', $1, $1, 'per', 'jane', $2)`,
      [id, want],
    )
  }
  await migrate(database.url)
  const { rows } = await client.query(`
    select id, spent_at > now() - interval '1 day' as anew, ended_at is not null as ended,
      (select string_agg(sentence, '; ') from domain_events e where e.domain_id = d.id) as told
    from domains d order by id`)
  await client.end()
  expect(rows).toEqual([
    { id: 'ended', anew: false, ended: true, told: null },
    { id: 'falls', anew: false, ended: false, told: null },
    {
      id: 'waits',
      anew: true,
      ended: false,
      told: 'Mail to it arrives for 30 days from now on, or until it is replaced in the reserve; then its mailboxes end',
    },
  ])
})

/** Applies the migrations before one of them. */
async function migrateBefore(url: string, tag: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  await cp(new URL('./migrations', import.meta.url), folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(path, 'utf8')) as { entries: { tag: string }[] }
  const entries = journal.entries.filter((entry) => entry.tag < tag)
  await writeFile(path, JSON.stringify({ ...journal, entries }))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrateFrom(drizzle(client), { migrationsFolder: folder })
  await client.end()
  await rm(folder, { recursive: true })
}
