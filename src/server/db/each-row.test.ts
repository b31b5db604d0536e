import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { eachRow } from './each-row.ts'

const { pool } = await createTestDatabase({ max: 1 })
const three = { text: 'select n from generate_series(1, 3) n' }
const rowsOf = async (query: { text: string }) => {
  const rows: unknown[] = []
  await eachRow<{ n: number }>(pool, query, ({ n }) => rows.push(n))
  return rows
}

test('rows are given away in their order', async () => {
  expect(await rowsOf(three)).toEqual([1, 2, 3])
})

test('what is thrown at a row is thrown to the caller, who gets no further one, and the pool goes on', async () => {
  const taken: number[] = []
  const failing = eachRow<{ n: number }>(pool, three, ({ n }) => {
    taken.push(n)
    throw new Error(`no room for ${n}`)
  })
  await expect(failing).rejects.toThrow('no room for 1')
  expect(taken).toEqual([1])
  expect(await rowsOf(three)).toEqual([1, 2, 3])
})

test('what the database says is thrown to the caller, and the pool goes on', async () => {
  await expect(rowsOf({ text: 'select 1 / (2 - n) as n from generate_series(1, 3) n' })).rejects.toThrow(
    'division by zero',
  )
  expect(await rowsOf(three)).toEqual([1, 2, 3])
})
