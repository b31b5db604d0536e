import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#apps/server/app.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { releaseFiles } from '../db/schema/index.ts'
import { putReleaseFiles } from './release-files.ts'

const { deps } = await createTestApp()
const { db } = deps
const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A web process with the build of a release, as it starts. */
async function startOf(release: string) {
  const dirs = ['web', 'console'].map((name) => {
    const dir = mkdtempSync(join(tmpdir(), `inboxyard-${name}-`))
    folders.push(dir)
    mkdirSync(join(dir, 'assets'))
    return dir
  })
  const [pages = '', console = ''] = dirs
  const guard = `document.title='${release}'`
  writeFileSync(
    join(pages, 'index.html'),
    `<script>${guard}</script><script type="module" src="/assets/${release}.js"></script>`,
  )
  writeFileSync(join(pages, 'assets', `${release}.js`), `export const release = '${release}'`)
  writeFileSync(join(pages, 'assets', `${release}.js.br`), 'packed')
  writeFileSync(join(console, 'assets', `${release}-staff.css`), 'a{}')
  await putReleaseFiles(db, dirs)
  return { app: await buildApp(deps, { website: { pages, console } }), dirs }
}

const older = await startOf('older')
const newer = await startOf('newer')
afterAll(() => Promise.all([older.app.close(), newer.app.close()]))

test.each([
  ['a process of the older release', older.app, 'newer'],
  ['a process of the newer release', newer.app, 'older'],
])('%s sends the files that pages of the other name', async (_what, app, release) => {
  const script = await app.inject(`/assets/${release}.js`)
  expect([script.statusCode, script.body]).toEqual([200, `export const release = '${release}'`])
  expect(script.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const styles = await app.inject(`/assets/${release}-staff.css`)
  expect([styles.statusCode, styles.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8'])
})

test.each(['/assets/nowhere.js', '/assets/older.js.br', `/assets/${'a'.repeat(200)}.js`, '/assets/a%00.js'])(
  '%s is not there, and nobody keeps that',
  async (url) => {
    const answer = await newer.app.inject(url)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store'])
  },
)

test('the policy of a page names the script within it, and that of an answer none', async () => {
  const page = await newer.app.inject('/signin')
  // SHA-256 of "document.title='newer'".
  const hash = Buffer.from(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode("document.title='newer'")),
  ).toString('base64')
  expect(page.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`)
  const answer = await newer.app.inject('/api/config')
  expect(answer.headers['content-security-policy']).toContain("script-src 'self';")
})

test('a start keeps the files that are there, and says that they are still served', async () => {
  const old = sql`now() - interval '29 days'`
  await db.update(releaseFiles).set({ servedAt: old })
  await putReleaseFiles(db, older.dirs)
  const served = await db
    .select({ name: releaseFiles.name })
    .from(releaseFiles)
    .where(sql`${releaseFiles.servedAt} > now() - interval '1 day'`)
  expect(served.map(({ name }) => name).sort()).toEqual(['older-staff.css', 'older.js'])
  const [file] = await db.select().from(releaseFiles).where(eq(releaseFiles.name, 'older.js'))
  expect(file?.bytes.toString()).toBe("export const release = 'older'")
})
