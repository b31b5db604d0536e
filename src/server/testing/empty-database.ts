import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A database without tables, which is gone when its holder ends. */
export async function emptyDatabase(): Promise<{ url: string; [Symbol.asyncDispose](): Promise<void> }> {
  const name = `empty_${randomBytes(4).toString('hex')}`
  const { adminUrl } = inject('testServer')
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
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
