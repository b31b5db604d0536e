import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { readableAddress } from './page-address.ts'
import { installWebsite } from './website.ts'

const dir = mkdtempSync(join(tmpdir(), 'inboxyard-website-'))
writeFileSync(join(dir, 'index.html'), '<!doctype html>')
writeFileSync(join(dir, 'dashboard.html'), '<!doctype html><title>Dashboard')
writeFileSync(join(dir, 'robots.txt'), 'User-agent: *')
const app = Fastify()
await installWebsite(app, dir)
afterAll(async () => {
  await app.close()
  rmSync(dir, { recursive: true })
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
  ['/reinstate?domains=%00', '/reinstate?domains=%00'],
  ['/api/orders/%E0%A4%A', '/api/orders/%E0%A4%A'],
])('%s is looked up as %s', (url, looked) => {
  expect(readableAddress(url)).toBe(looked)
})

test('the dashboard is asked for with its code by a browser that has been here before, and by no other', async () => {
  const titled = async (url: string, headers = {}) =>
    (await app.inject({ url, headers })).body.includes('<title>Dashboard')
  const cookie = 'inboxyard_session=x'
  expect(await titled('/dashboard', { cookie })).toBe(true)
  expect(await titled('/dashboard?order=1', { cookie })).toBe(true)
  expect(await titled('/dashboard')).toBe(false)
  expect(await titled('/signin', { cookie })).toBe(false)
})

test('a file that is there is served as what it is', async () => {
  expect((await app.inject('/robots.txt')).headers['content-type']).toContain('text/plain')
})

test.each(['/assets/of-an-older-release.js', '/llms.txt', '/.well-known/x.json'])(
  '%s is not there, and no page is served in its place',
  async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404)
  },
)
