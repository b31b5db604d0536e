import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as schema from '#base/db/schema/index.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { addSignedIn } from './signed-in-customer.ts'
import { createTestApp, testPassword } from './test-app.ts'

const { app, deps } = await createTestApp()
const { db } = deps
const address = '2001:db8:77::1'

interface Added {
  id: string
  email: string
  cookies: string[]
}

/** Rows that are compared: those that count tries of passwords are left to whoever has tried one. */
const tables = Object.values(schema).flatMap((table) =>
  is(table, PgTable) && table !== schema.vendorLimits ? [table] : [],
)

/**
 * All rows that tell of somebody, but for ids, salts and tokens; times are said by how many hours away they are. Both come
 * from one network, so that its hash is the same.
 */
async function rowsAbout({ id, email }: Added): Promise<Record<string, string[]>> {
  const { rows: members } = await db.execute<{ id: string }>(
    sql`select user_id as id from memberships where customer_id = ${id}`,
  )
  const theirs = [id, members[0]?.id, email].join('|')
  const all: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows } = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${table} t where to_jsonb(t)::text ~ ${theirs}`,
    )
    if (rows.length > 0) all[getTableName(table)] = rows.map(({ row }) => told(row, email)).sort()
  }
  return all
}

const told = (row: Record<string, unknown>, email: string): string =>
  JSON.stringify(row, (column, value) =>
    typeof value === 'number' && column === 'id'
      ? undefined
      : typeof value === 'string' && column !== 'network_hash'
        ? kindOf(value, email)
        : value,
  )

const kindOf = (value: string, email: string): string =>
  /^\d{4}-\d\d-\d\dT/.test(value)
    ? `${Math.round((Date.parse(value) - Date.now()) / 3_600_000)} h`
    : value.startsWith('\\x')
      ? `${value.length} digits`
      : value
          .replaceAll(email, 'their address')
          .replace(/^([a-z]{3})_[0-9a-z]{20}$/, '$1')
          .replace(/^(\$argon2id\$.*)\$.*\$.*$/, '$1')

/** Everything of a cookie but its value, of which the length. */
const attributes = (cookies: readonly string[]) =>
  cookies.map((cookie) => cookie.replace(/=([^;]*)/, (_, value) => `=${value.length}`))

test('who is added signed in has the rows and the cookies of one who was added and has signed in', async () => {
  const person = { name: 'Ada Byron', password: testPassword }
  const short: Added = { id: '', email: 'short@example.test', cookies: [] }
  short.id = await addSignedIn(deps, {
    ...person,
    email: short.email,
    address,
    keep: (...cookie) => short.cookies.push(app.serializeCookie(...cookie)),
  })

  const email = 'whole@example.test'
  const { id } = await addCustomer(db, { ...person, email })
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress: address,
    headers: { origin: deps.config.publicUrl, 'x-requested-with': 'XMLHttpRequest' },
    payload: { email, password: testPassword },
  })
  expect(answer.statusCode).toBe(200)
  const whole: Added = { id, email, cookies: [answer.headers['set-cookie'] ?? []].flat() }

  expect(attributes(short.cookies)).toEqual(attributes(whole.cookies))
  expect(attributes(short.cookies)).toHaveLength(2)
  const rows = await rowsAbout(short)
  expect(Object.keys(rows)).toEqual(
    expect.arrayContaining([
      'customers',
      'users',
      'memberships',
      'refresh_families',
      'sessions',
      'audit_log',
    ]),
  )
  expect(rows).toEqual(await rowsAbout(whole))
})
