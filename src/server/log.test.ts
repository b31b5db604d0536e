import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { createTestDatabase } from './testing/test-database.ts'

const { db } = await createTestDatabase()

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let text = ''
  write(createLog('info', { write: (line) => (text += line) }))
  return text
}

test('a failed query is logged with its text and code, without the values in it', async () => {
  const secret = 'correct horse\n    at battery staple'
  const failure = await db.execute(sql`select ${secret}::int`).catch((error: unknown) => error)
  const text = logged((log) => log.error({ err: failure }, 'it failed'))
  const line = JSON.parse(text) as {
    level: string
    err: { message: string; stack: string; cause: { code: string } }
  }
  expect(text).not.toMatch(/correct horse|battery staple/)
  expect(line.level).toBe('error')
  expect(line.err.message).toBe('Failed query: select $1::int')
  expect(line.err.stack).toContain('log.test.ts')
  expect(line.err.cause.code).toBe('22P02')
})

test('passwords, tokens and secrets are hidden wherever they are logged', () => {
  const text = logged((log) =>
    log.info({ password: 'hunter2', body: { token: 'hunter2', secret: 'hunter2' } }),
  )
  expect(text).not.toContain('hunter2')
})
