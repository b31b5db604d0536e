import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from './db/ids.ts'
import { customers, settings, toolConnections } from './db/schema/index.ts'
import { placeOf, rotateSecrets, sealedColumns, verifySecrets } from './sealed-columns.ts'
import { createSecrets } from './secrets.ts'
import { createTestDatabase } from './testing/test-database.ts'

const key = (id: string) => ({ id, key: randomBytes(32) })
const [old, fresh] = [key('old'), key('fresh')]
const place = { table: 't', row: 'r', field: 'f' }
const { db } = await createTestDatabase()

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
  await db
    .insert(customers)
    .values({ id: customerId, email: 'rotate@example.test', name: 'R', passwordHash: '-' })
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

  expect(await rotateSecrets(db, both)).toBe(5)
  expect(await rotateSecrets(db, both)).toBe(0)
  for (const row of await db.select().from(toolConnections))
    expect(after.open(row.secrets ?? '', placeOf.connection(row.id))).toBe(`key of ${row.id}`)
  await verifySecrets(db, after)
  const [checked] = await db.select().from(settings).where(eq(settings.key, 'secret_check'))
  expect(Object.keys(checked?.value as object)).toEqual(['fresh'])
})

test('rotation knows every place that values are sealed for', () => {
  const places = Object.values(placeOf).map((of) => of('x'))
  const visited = sealedColumns.map(({ name, column }) => `${name}.${column.name}`)
  expect(places.map(({ table, field }) => `${table}.${field}`).sort()).toEqual(visited.sort())
})
