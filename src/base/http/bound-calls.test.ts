import { expect, test } from 'vitest'
import { createTestApp } from '#tests/server/test-app.ts'
import { writtenEndpoints } from '#tests/server/written-endpoints.ts'

const { endpoints, routes } = await createTestApp()
const callOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every record in an api folder is bound, and every call that is bound has its record there', () => {
  expect(endpoints.map(callOf).sort()).toEqual(writtenEndpoints.map(callOf).sort())
  expect(endpoints.length).toBeGreaterThan(150)
})

/** What the tests that walk the calls do not reach: each of these is tested by itself. */
const withoutRecord = [
  '/api/*',
  '/api/openapi.json',
  '/api/webhooks/dnsimple/:key',
  '/api/webhooks/stripe',
  '/brand.css',
  '/brand/:file',
]

test('whatever else answers at an address is known here', () => {
  const others = routes.filter(({ config }) => !config?.record).map(({ url }) => url)
  expect([...new Set(others)].sort()).toEqual(withoutRecord)
})
