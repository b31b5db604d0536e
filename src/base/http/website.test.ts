import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { loadConfig } from '../config/config.ts'
import { readableAddress } from './page-address.ts'
import { installWebsite } from './website.ts'

const dir = mkdtempSync(join(tmpdir(), 'inboxyard-website-'))
writeFileSync(join(dir, 'index.html'), '<!doctype html>')
writeFileSync(join(dir, 'dashboard.html'), '<!doctype html><title>Dashboard')
writeFileSync(join(dir, 'health.html'), '<!doctype html><title>Health')
const consoleDir = mkdtempSync(join(tmpdir(), 'inboxyard-console-'))
writeFileSync(join(consoleDir, 'console.html'), '<!doctype html><title>Console')
mkdirSync(join(consoleDir, 'assets'))
writeFileSync(join(consoleDir, 'assets', 'c3d4.js'), 'export const staff = 1')
writeFileSync(join(dir, 'robots.txt'), 'User-agent: *')
mkdirSync(join(dir, 'assets'))
mkdirSync(join(dir, '.vite'))
writeFileSync(join(dir, '.vite', 'manifest.json'), '{}')
const code = 'export const answer = 42'
writeFileSync(join(dir, 'assets', 'a1b2.js'), code)
writeFileSync(join(dir, 'assets', 'a1b2.js.br'), brotliCompressSync(code))
writeFileSync(join(dir, 'assets', 'a1b2.js.gz'), gzipSync(code))
writeFileSync(join(dir, 'assets', 'plain.css'), 'a{}')
const asBuilt = {
  version: 0,
  now: loadConfig({ PORT: '3000', DATABASE_URL: 'postgres://unused/unused', SECRETS_KEYS: testSecretsKeys })
    .brand,
}
const app = Fastify()
await installWebsite(app, { pages: dir, console: consoleDir }, asBuilt)
afterAll(async () => {
  await app.close()
  rmSync(dir, { recursive: true })
  rmSync(consoleDir, { recursive: true })
})

test.each(['/', '/dashboard', '/orders/some-page?file=a.js', '//', '///x:99999/'])(
  '%s is the page',
  async (url) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
  },
)

test.each([
  ['/nope/%E0%A4%A', '/'],
  ['/nope/%E0%A4%A?a=%00', '/'],
  ['/operator/nope/%E0%A4%A', '/operator'],
  ['/reinstate?domains=%00', '/reinstate?domains=%00'],
  ['/api/orders/%E0%A4%A', '/api/orders/%E0%A4%A'],
])('%s is looked up as %s', (url, looked) => {
  expect(readableAddress(url)).toBe(looked)
})

test.each([
  ['/dashboard', 'Dashboard'],
  ['/dashboard?order=1', 'Dashboard'],
  ['/health', 'Health'],
  ['/health/dom_1', undefined],
  ['/signin', undefined],
])(
  '%s comes with its code to a browser that has been here before, and to no other: %s',
  async (url, title) => {
    const titleFor = async (headers = {}) =>
      /<title>(\w+)/.exec((await app.inject({ url, headers })).body)?.[1]
    expect(await titleFor({ cookie: 'inboxyard_session=x' })).toBe(title)
    expect(await titleFor()).toBe(undefined)
  },
)

test.each([
  ['/operator', true],
  ['/operator/', true],
  ['/operator/domains?state=stuck', true],
  ['/Operator/Domains', true],
  ['/operators', false],
  ['/signin', false],
])('%s comes with the code of the console: %s', async (url, comes) => {
  expect((await app.inject(url)).body.includes('<title>Console')).toBe(comes)
})

test('a file that is there is served as what it is', async () => {
  expect((await app.inject('/robots.txt')).headers['content-type']).toContain('text/plain')
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip;q=0.5, br;q=1.0', 'br', brotliDecompressSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['br; q=0.000,gzip', 'gzip', gunzipSync],
  ['zstd', undefined, (body: Buffer) => body],
  ['', undefined, (body: Buffer) => body],
])('a browser that takes “%s” is sent %s, and what it unpacks is the file', async (takes, coding, unpack) => {
  const answer = await app.inject({ url: '/assets/a1b2.js', headers: { 'accept-encoding': takes } })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  expect(answer.headers['content-encoding']).toBe(coding)
  expect(unpack(answer.rawPayload).toString()).toBe(code)
})

test('a page is asked for again each time, and not sent again while it is the same', async () => {
  const first = await app.inject('/orders')
  expect(first.headers['cache-control']).toBe('no-cache')
  const etag = String(first.headers.etag)
  const again = await app.inject({ url: '/orders', headers: { 'if-none-match': `"other", ${etag}` } })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  const changed = await app.inject({ url: '/orders', headers: { 'if-none-match': 'W/"of-another-build"' } })
  expect(changed.statusCode).toBe(200)
})

test('a file of the console is sent as one of the customers’ pages is', async () => {
  const answer = await app.inject('/assets/c3d4.js')
  expect([answer.statusCode, answer.body]).toEqual([200, 'export const staff = 1'])
  expect(answer.headers['cache-control']).toContain('immutable')
})

test('HEAD tells of a file what GET would send, without sending it', async () => {
  const answer = await app.inject({ method: 'HEAD', url: '/assets/plain.css' })
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
  expect(answer.headers).toMatchObject({ 'content-type': 'text/css; charset=utf-8', 'content-length': '3' })
})

test('a page that was built under a running server finds its files', async () => {
  const own = mkdtempSync(join(tmpdir(), 'inboxyard-website-'))
  const build = (release: string) => {
    rmSync(join(own, 'assets'), { recursive: true, force: true })
    mkdirSync(join(own, 'assets'))
    writeFileSync(join(own, 'index.html'), `<script src="/assets/${release}.js"></script>`)
    writeFileSync(join(own, 'assets', `${release}.js`), release)
  }
  build('older')
  const running = Fastify()
  await installWebsite(running, { pages: own, console: consoleDir }, asBuilt)
  build('newer')
  const page = await running.inject('/signin')
  const [, script = ''] = /src="([^"]+)"/.exec(page.body) ?? []
  const answer = await running.inject(script)
  expect([answer.statusCode, answer.body]).toEqual([200, 'newer'])
  expect((await running.inject('/assets/older.js')).statusCode).toBe(404)
  await running.close()
  rmSync(own, { recursive: true })
})

test.each([
  '/assets/of-an-older-release.js',
  '/llms.txt',
  '/.well-known/x.json',
  // Neither hidden files nor anything outside the folder is held, so that no way of writing an address leads there.
  '/.vite/manifest.json',
  '/../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/package.json',
])('%s is not there, and no page is served in its place', async (url) => {
  expect((await app.inject(url)).statusCode).toBe(404)
})

const typed = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

test.each([
  ['/operator/domains/example.com', '<!doctype html><title>Console'],
  ['/operator/customers/a.b?x=1', '<!doctype html><title>Console'],
  ['/orders/x.y', '<!doctype html>'],
])('%s, typed by a person, is a page that says what there is', async (url, page) => {
  const answer = await app.inject({ url, headers: typed })
  expect([answer.statusCode, answer.body]).toEqual([200, page])
  expect(answer.headers['content-type']).toContain('text/html')
  expect((await app.inject({ url, headers: { accept: '*/*' } })).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url, headers: typed })).statusCode).toBe(404)
  expect((await app.inject({ url: '/assets/gone.js', headers: typed })).statusCode).toBe(404)
})

test.each([
  '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200',
  '/.well-known/security.txt',
  '/.well-known/',
  '/.git/config',
  '/healthz',
  '/readyz/db',
  '/metrics',
])('%s is nothing of ours, whoever asks', async (url) => {
  for (const headers of [typed, { accept: '*/*' }])
    expect((await app.inject({ url, headers })).statusCode).toBe(404)
})

test('password managers are led to the page where the password is changed', async () => {
  const answer = await app.inject({ url: '/.well-known/change-password', headers: typed })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/reset-password'])
})

test('a page whose name begins like an address for programs is a page', async () => {
  expect((await app.inject({ url: '/statuses', headers: typed })).statusCode).toBe(200)
})

test('a file that is there is sent as what it is to whoever types its address', async () => {
  const answer = await app.inject({ url: '/robots.txt', headers: typed })
  expect([answer.statusCode, answer.body]).toEqual([200, 'User-agent: *'])
})

test('a build that is not there is not found, by whatever address', async () => {
  const none = Fastify()
  const empty = mkdtempSync(join(tmpdir(), 'inboxyard-website-'))
  mkdirSync(join(empty, 'web'))
  mkdirSync(join(empty, 'console'))
  await installWebsite(none, { pages: join(empty, 'web'), console: join(empty, 'console') }, asBuilt)
  for (const url of ['/', '/operator/a.b', '/a.b'])
    expect((await none.inject({ url, headers: typed })).statusCode).toBe(404)
  await none.close()
  rmSync(empty, { recursive: true })
})

test('once a brand is chosen, a page comes with its name, its mark and its styles', async () => {
  const own = mkdtempSync(join(tmpdir(), 'inboxyard-website-'))
  // The page as it is before it is built, which leaves its head as it is.
  copyFileSync('src/apps/website/index.html', join(own, 'index.html'))
  const site = Fastify()
  const chosen = { ...asBuilt }
  await installWebsite(site, { pages: own, console: consoleDir }, chosen)
  const built = await site.inject('/signin')
  expect(built.body).toContain('<title>Inboxyard</title>')
  const hash = 'a'.repeat(64)
  chosen.version = 1
  chosen.now = {
    ...asBuilt.now,
    productName: '<Acme> & "Sons" $&',
    accent: { light: '#0f6b3c', dark: '#6fdc9f' },
    mark: { hash, type: 'png', width: 32, height: 32 },
  }
  const page = await site.inject('/signin')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<title>&lt;Acme&gt; &amp; &quot;Sons&quot; $&amp;</title>')
  expect(page.body).toContain('content="&lt;Acme&gt; &amp; &quot;Sons&quot; $&amp;"')
  expect(page.body).toContain(`<link rel="icon" href="/brand/${hash}.png" type="image/png" />`)
  expect(page.body).toMatch(/<link id="brand" rel="stylesheet" href="\/brand\.css\?v=[0-9a-f]{12}" \/>/)
  const etag = String(page.headers.etag)
  for (const url of ['/index.html', '/index.html.br', '/console.html', '/%69ndex.html', '//index.html'])
    expect((await site.inject(url)).body).toBe(page.body)
  const kept = await site.inject({ url: '/', headers: { 'if-none-match': `"other", ${etag}` } })
  expect([kept.statusCode, kept.body]).toEqual([304, ''])
  chosen.version = 2
  chosen.now = { ...chosen.now, productName: 'Acme' }
  const later = await site.inject({ url: '/', headers: { 'if-none-match': etag } })
  expect(later.body).toContain('<title>Acme</title>')
  await site.close()
  rmSync(own, { recursive: true })
})
