import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { UnnamedClient } from './unnamed-client.ts'

const named = { name: 'a_name', text: 'select $1::int as n', values: [1] }
const listed = 'select name from pg_prepared_statements'

test.each([
  { Client: pg.Client, prepared: [{ name: 'a_name' }] },
  { Client: UnnamedClient, prepared: [] },
])('a named statement leaves $prepared.length prepared behind', async ({ Client, prepared }) => {
  const client = new Client({ connectionString: inject('testServer').adminUrl })
  await client.connect()
  expect((await client.query(named)).rows).toEqual([{ n: 1 }])
  expect((await client.query(named.text, [2])).rows).toEqual([{ n: 2 }])
  expect((await client.query(listed)).rows).toEqual(prepared)
  await client.end()
})
