import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from './test-database.ts'

const one = await createTestDatabase()
const two = await createTestDatabase()

test('each database has the tables, and nothing of another one', async () => {
  await one.pool.query(`insert into customers (id, email, name) values ('c1', 'a@b.test', 'A')`)
  const count = async ({ db }: typeof one) => (await db.execute(sql`select from customers`)).rowCount
  expect(await count(one)).toBe(1)
  expect(await count(two)).toBe(0)
})
