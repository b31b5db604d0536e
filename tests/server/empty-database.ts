import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * A database without tables, which is gone when its holder ends.
 * @param encoding where it is not to be that of the server
 */
export async function emptyDatabase({ encoding }: { encoding?: 'SQL_ASCII' | 'LATIN1' } = {}): Promise<{
  url: string
  [Symbol.asyncDispose](): Promise<void>
}> {
  const name = `empty_${randomBytes(4).toString('hex')}`
  const { adminUrl } = inject('testServer')
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const other =
    encoding && `encoding '${encoding}' template template0 locale_provider libc lc_collate 'C' lc_ctype 'C'`
  await admin.query(`create database ${name} ${other ?? ''}`)
  const url = new URL(adminUrl)
  url.pathname = name
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
