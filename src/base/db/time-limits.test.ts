import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/server/test-database.ts'
import { limitRole, timeLimits, withoutTimeLimits } from './time-limits.ts'

const { url } = await createTestDatabase()

async function limitsOf(config: pg.ClientConfig): Promise<unknown> {
  const client = new pg.Client(config)
  await client.connect()
  const { rows } = await client.query(`
    select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`)
  await client.end()
  return rows[0]
}

test('limits at the role hold for every session of this database but those that ask for none', async () => {
  const several = Array.from({ length: 4 }, () => limitRole(url, timeLimits(25_000)))
  await Promise.all(several)
  expect(await limitsOf({ connectionString: url })).toEqual({ statement: '30s', idle: '25s' })
  expect(await limitsOf({ connectionString: url, options: withoutTimeLimits })).toEqual({
    statement: '0',
    idle: '0',
  })
  const other = new URL(url)
  other.pathname = 'postgres'
  expect(await limitsOf({ connectionString: other.href })).toEqual({ statement: '0', idle: '0' })
})
