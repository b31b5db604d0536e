import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isOwnWork } from '#tests/server/hear-statements.ts'
import { recordStatements } from '#tests/server/sent-statements.ts'
import { createTestDatabase } from '#tests/server/test-database.ts'
import { newId } from '../db/ids.ts'
import { customers, settings, toolConnections } from '../db/schema/index.ts'
import { placeOf, rotateSecrets, sealedColumns, verifySecrets } from '../db/sealed-columns.ts'
import { createSecrets } from './secrets.ts'

const key = (id: string) => ({ id, key: randomBytes(32) })
const [old, fresh] = [key('old'), key('fresh')]
const place = { table: 't', row: 'r', field: 'f' }
const { db, pool } = await createTestDatabase()
const statementsOf = recordStatements()

test('a sealed value opens in its own place only', () => {
  const secrets = createSecrets([old])
  const sealed = secrets.seal('Sesame', place)
  expect(sealed).not.toContain('Sesame')
  expect(secrets.open(sealed, place)).toBe('Sesame')
  for (const other of [
    { ...place, row: 'other' },
    { ...place, table: 'other' },
    { ...place, field: 'other' },
  ]) {
    expect(() => secrets.open(sealed, other)).toThrow()
  }
})

test('the same value never looks the same twice, and an altered one does not open', () => {
  const secrets = createSecrets([old])
  const sealed = secrets.seal('Sesame', place)
  expect(secrets.seal('Sesame', place)).not.toBe(sealed)
  const altered = `${sealed.slice(0, -2)}${sealed.endsWith('A') ? 'BB' : 'AA'}`
  expect(() => secrets.open(altered, place)).toThrow()
  expect(() => secrets.open('nonsense', place)).toThrow('This is not a sealed value.')
})

test('the first key writes, all keys read, a missing one is named', () => {
  const sealed = createSecrets([old]).seal('Sesame', place)
  const both = createSecrets([fresh, old])
  expect(both.open(sealed, place)).toBe('Sesame')
  expect(both.isStale(sealed)).toBe(true)
  expect(both.isStale(both.seal('x', place))).toBe(false)
  expect(() => createSecrets([fresh]).open(sealed, place)).toThrow('The secret key "old" is not configured.')
})

test('start-up refuses when a key that sealed something is missing or differs, until rotation has made it needless', async () => {
  const before = createSecrets([old])
  await verifySecrets(db, before)
  const customerId = newId('customer')
  await db.insert(customers).values({ id: customerId, email: 'rotate@example.test', name: 'R' })
  const rows = Array.from({ length: 5 }, () => newId('connection'))
  await db.insert(toolConnections).values(
    rows.map((id) => ({
      id,
      customerId,
      kind: 'instantly' as const,
      secrets: before.seal(`key of ${id}`, placeOf.connection(id)),
    })),
  )
  const both = createSecrets([fresh, old])
  await verifySecrets(db, both)
  const after = createSecrets([fresh])
  await expect(verifySecrets(db, after)).rejects.toThrow('does not contain the key "old"')
  await expect(verifySecrets(db, createSecrets([fresh, key('old')]))).rejects.toThrow(
    'another key under the id "old"',
  )
  // Nobody has set the variable who has another key file than before.
  for (const keys of [after, createSecrets([fresh, key('old')])])
    await expect(verifySecrets(db, keys, '/data/secrets.key')).rejects.toThrow(
      'The key file /data/secrets.key holds another key than before. Stored secrets cannot be read without it: restore it from a backup, or set SECRETS_KEYS to the keys they were stored with.',
    )

  expect(await rotateSecrets(db, both)).toBe(5)
  expect(await rotateSecrets(db, both)).toBe(0)
  for (const row of await db.select().from(toolConnections))
    expect(after.open(row.secrets ?? '', placeOf.connection(row.id))).toBe(`key of ${row.id}`)
  await verifySecrets(db, after)
  const [checked] = await db.select().from(settings).where(eq(settings.key, 'secret_check'))
  expect(Object.keys(checked?.value as object)).toEqual(['fresh'])
})

test('thousands are re-encrypted in a few statements, with progress, and what was broken off is resumed', async () => {
  const count = 4_500
  await db.insert(customers).values({ id: 'cus_1', email: 'many@example.test', name: 'M' })
  const before = createSecrets([old])
  const ids = Array.from({ length: count }, (_, n) => `con_${String(n).padStart(5, '0')}`)
  await pool.query(
    `insert into tool_connections (id, customer_id, kind, secrets)
      select id, 'cus_1', 'other', sealed from unnest($1::text[], $2::text[]) as v (id, sealed)`,
    [ids, ids.map((id) => before.seal(id, placeOf.connection(id)))],
  )
  const both = createSecrets([fresh, old])
  await expect(
    rotateSecrets(db, both, () => {
      throw new Error('broken off')
    }),
  ).rejects.toThrow('broken off')
  const told: { changed: number; of: number }[] = []
  const statements = await statementsOf(() => rotateSecrets(db, both, (progress) => told.push(progress)))
  expect(told).toEqual([
    { changed: 2_000, of: 2_500 },
    { changed: 2_500, of: 2_500 },
  ])
  // Two for each batch, and two for each kind of column: to count it, and to find that no more is left.
  const sent = statements.map(({ text }) => text).filter(isOwnWork)
  expect(sent.length).toBeGreaterThan(4)
  expect(sent.length, sent.join('\n')).toBeLessThanOrEqual(2 * 2 + 2 * sealedColumns.length)
  const after = createSecrets([fresh])
  for (const row of await db.select().from(toolConnections).where(eq(toolConnections.customerId, 'cus_1')))
    expect(after.open(row.secrets ?? '', placeOf.connection(row.id))).toBe(row.id)
})

test('rotation knows every place that values are sealed for', () => {
  const places = Object.values(placeOf).map((of) => of('x'))
  const visited = sealedColumns.map(({ name, column }) => `${name}.${column.name}`)
  expect(places.map(({ table, field }) => `${table}.${field}`).sort()).toEqual(visited.sort())
})
