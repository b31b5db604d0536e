import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import { releaseFiles } from '../db/schema/index.ts'

const types: Record<string, string> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}
const dayMs = 24 * 3600_000
/** One statement holds so many files at most. */
const sliceFiles = 50

export interface ReleaseFile {
  type: string
  bytes: Buffer
}

/** @param path as it was asked for */
export async function findReleaseFile(db: Db, path: string): Promise<ReleaseFile | undefined> {
  const [, name = '', ending = ''] = /^\/assets\/([\w-]{1,100}(\.\w{1,5}))$/.exec(path) ?? []
  const type = types[ending]
  if (!type) return
  const [file] = await db
    .select({ bytes: releaseFiles.bytes })
    .from(releaseFiles)
    .where(eq(releaseFiles.name, name))
  return file && { type, bytes: file.bytes }
}

/** Puts the files of these builds where every process finds them; those that are there stay. */
export async function putReleaseFiles(db: Db, dirs: readonly string[]): Promise<void> {
  const files = new Map<string, string>()
  for (const dir of dirs.map((each) => join(each, 'assets')).filter(existsSync))
    for (const name of await readdir(dir)) if (types[extname(name)]) files.set(name, join(dir, name))
  // In one order everywhere, so that two processes never wait for each other.
  const names = [...files.keys()].sort()
  for (let at = 0; at < names.length; at += sliceFiles) {
    const slice = names.slice(at, at + sliceFiles)
    const there = await db
      .select({ name: releaseFiles.name })
      .from(releaseFiles)
      .where(inArray(releaseFiles.name, slice))
    const known = new Set(there.map(({ name }) => name))
    const missing = slice.filter((name) => !known.has(name))
    if (missing.length > 0)
      await db
        .insert(releaseFiles)
        .values(
          await Promise.all(
            missing.map(async (name) => ({ name, bytes: await readFile(files.get(name) ?? '') })),
          ),
        )
        .onConflictDoNothing()
    if (known.size > 0)
      await db.execute(sql`update ${releaseFiles} set served_at = now()
        where name in (select name from ${releaseFiles} where ${inArray(releaseFiles.name, [...known])} order by name for update)`)
  }
}

/** Puts them there before the first page that names them is served, and says daily that they are still wanted. */
export async function keepReleaseFiles(
  { db, log }: { db: Db; log: Pick<Logger, 'warn'> },
  dirs: readonly string[],
): Promise<void> {
  await putReleaseFiles(db, dirs)
  setInterval(() => {
    putReleaseFiles(db, dirs).catch((error: unknown) => log.warn({ err: error }, 'page files were not kept'))
  }, dayMs).unref()
}
