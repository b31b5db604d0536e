import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/server/test-database.ts'
import { createLog, openLogDestination } from './log.ts'

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

describe('the log file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inboxyard-log-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const line = (n: number) => `line ${String(n).padStart(4, '0')}\n`

  /** One after the other, each once the one before is on the disk. */
  async function writeLines(file: string, count: number): Promise<void> {
    const destination = openLogDestination(file, { bytes: 100, kept: 3 })
    await once(destination, 'ready')
    for (let n = 0; n < count; n++) {
      destination.write(line(n))
      await once(destination, 'drain')
    }
    destination.end()
    await once(destination, 'close')
  }

  test('is put aside while the process runs, and only so many are kept', async () => {
    const file = join(folder, 'rotated.log')
    await writeLines(file, 95)
    const files = readdirSync(folder).filter((name) => name.startsWith('rotated.log'))
    expect(files.toSorted()).toEqual(['rotated.log', 'rotated.log.1', 'rotated.log.2', 'rotated.log.3'])
    const kept = [`${file}.3`, `${file}.2`, `${file}.1`, file]
      .map((path) => readFileSync(path, 'utf8'))
      .join('')
    expect(kept).toBe(Array.from({ length: 35 }, (_, n) => line(60 + n)).join(''))
    for (const name of files) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  })

  test('counts what an earlier process has written', async () => {
    const file = join(folder, 'again.log')
    writeFileSync(file, 'x'.repeat(95))
    await writeLines(file, 1)
    expect(readFileSync(`${file}.1`, 'utf8')).toContain(line(0))
  })

  test('grows on where it cannot be put aside', async () => {
    const file = join(folder, 'stuck.log')
    mkdirSync(join(`${file}.3`, 'in the way'), { recursive: true })
    writeFileSync(`${file}.2`, 'older')
    await writeLines(file, 30)
    expect(readFileSync(file, 'utf8')).toBe(Array.from({ length: 30 }, (_, n) => line(n)).join(''))
  })
})
