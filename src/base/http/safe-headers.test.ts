import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createTestApp } from '#tests/server/test-app.ts'
import { installSafeHeaders } from './safe-headers.ts'

const { deps, visitor } = await createTestApp()

test.each([
  ['an answer', 200, () => visitor().get('/api/auth/check')],
  ['a refusal for want of a session', 401, () => visitor().get('/api/orders')],
  [
    'a refusal of a foreign page',
    403,
    () => visitor().post('/api/auth/login', {}, { origin: 'https://a.test' }),
  ],
  ['a refusal of bad input', 400, () => visitor().post('/api/auth/login', { email: 1 })],
  ['an address that is not there', 404, () => visitor().get('/api/nothing')],
] as const)('%s comes with the headers that keep a browser safe', async (_what, status, ask) => {
  const answer = await ask()
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("object-src 'none'")
  expect(answer.headers['permissions-policy']).toContain('camera=(), ')
  expect(answer.headers['x-powered-by']).toBeUndefined()
})

test.each([
  ['https://app.example.com', 'max-age=31536000; includeSubDomains'],
  ['http://localhost:3000', undefined],
])('at %s browsers are told to keep to https: %s', async (publicUrl, expected) => {
  const app = Fastify()
  installSafeHeaders(app, { ...deps.config, publicUrl })
  app.get('/', async () => 'here')
  const { headers } = await app.inject('/')
  expect(headers['strict-transport-security']).toBe(expected)
  expect(String(headers['content-security-policy']).includes('upgrade-insecure-requests')).toBe(
    expected !== undefined,
  )
})

test.each([
  ['/dashboard', true],
  ['/signin', true],
  ['/connect-mailboxes?domain=a.example', true],
  ['/operators', true],
  ['/operator', false],
  ['/operator/work', false],
  ['//%6fperator/work', false],
  ['/connect', false],
  ['/CONNECT/', false],
  ['/api/auth/check', false],
])('what loads from %s may ask hosts of others: %s', async (url, isAllowed) => {
  const app = Fastify()
  installSafeHeaders(app, deps.config)
  app.get('/*', async () => 'here')
  const policy = String((await app.inject({ url })).headers['content-security-policy'])
  expect(/connect-src 'self' https:/.test(policy)).toBe(isAllowed)
  expect(policy.includes("connect-src 'self';")).toBe(!isAllowed)
})
