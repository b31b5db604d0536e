import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { keepCredentials } from '#features/bulk-update/server/kept-credentials.ts'
import { maskAccess, openMarkers } from '#features/bulk-update/server/stored-marker.ts'
import { ownershipRecord } from '#features/names/server/claims/claim-domain.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { createTestApp, type TestBrowser, testPassword } from '#tests/server/test-app.ts'
import { testSecretsKeys } from '#tests/server/test-keys.ts'
import { sessions } from '../db/schema/index.ts'

const freshKey = `fresh:${randomBytes(32).toString('base64')}`
// While processes are restarted one by one, those that write with the former key run beside those with the fresh one.
const before = await createTestApp({ env: { SECRETS_KEYS: `${testSecretsKeys},${freshKey}` } })
const after = await createTestApp({
  env: { SECRETS_KEYS: `${freshKey},${testSecretsKeys}` },
  database: before.database,
})
const { db } = before.deps
const both = [
  ['the former', before, after],
  ['the fresh', after, before],
] as const

/** The same browser, whose requests come to another process. */
function at(app: typeof before, browser: TestBrowser): TestBrowser {
  const other = app.visitor()
  for (const [name, value] of browser.cookies) other.cookies.set(name, value)
  return other
}

test.each(both)('tabs that refresh at two processes, %s key first, stay signed in', async (_, one, other) => {
  const browser = await before.customer()
  const tabs = [at(one, browser), at(other, browser), at(one, browser)]
  await db.delete(sessions).where(eq(sessions.customerId, browser.id))
  for (const tab of tabs) expect((await tab.post('/api/auth/refresh-token')).status).toBe(200)
  expect(new Set(tabs.map((tab) => tab.cookies.get('inboxyard_refresh'))).size).toBe(1)
  for (const tab of tabs) expect((await at(other, tab).post('/api/auth/refresh-token')).status).toBe(200)
})

test.each(both)(
  'an ownership record that %s key made is accepted with the other one',
  async (_, one, other) => {
    const { value } = ownershipRecord(one.deps, 'cus_1', 'example.org')
    expect(ownershipRecord(other.deps, 'cus_1', 'example.org').acceptedValues).toContain(value)
    expect(ownershipRecord(other.deps, 'cus_2', 'example.org').acceptedValues).not.toContain(value)
  },
)

test.each(both)(
  'a marker that %s key made stands for its credential with the other one',
  async (_, one, other) => {
    const { id } = await before.customer()
    const access = { kind: 'apiKey' as const, apiKey: 'a-key-that-is-long-enough' }
    await keepCredentials(db, one.deps.secrets, id, { tool: 'instantly', access })
    const masked = maskAccess(one.deps.secrets, id, 'instantly', access)
    expect(JSON.stringify(masked)).not.toContain(access.apiKey)
    expect(await openMarkers(other.deps, id, { tool: 'instantly', access: masked })).toEqual({
      tool: 'instantly',
      access,
    })
  },
)

test.each(both)('a correction that began with %s key is taken with the other one', async (_, one, other) => {
  const person = await before.customer()
  const { bundleId } = await createPaidOrder(before.deps, { customerId: person.id })
  const details = await at(one, person).get(`/api/orders/groups/${bundleId}`)
  const answer = await at(other, person).patch(`/api/orders/groups/${bundleId}`, {
    companyName: 'Another',
    basedOn: details.body.basis,
  })
  expect(answer.status).toBe(200)
})

test('a network that was signed in from before a rotation is known after it', async () => {
  const { email } = await before.customer()
  const signIn = (app: typeof before, remoteAddress: string, password: string) =>
    app.visitor().raw({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress,
      headers: { origin: 'http://localhost:3000', 'x-requested-with': 'XMLHttpRequest' },
      payload: { email, password },
    })
  const home = '2001:db9:1::1'
  expect((await signIn(before, home, testPassword)).status).toBe(200)
  const strangers = Array.from({ length: 101 }, (_, i) => `2001:dba:${i.toString(16)}::1`)
  const answers = await Promise.all(strangers.map((address) => signIn(before, address, 'Wrong.Horse.1')))
  expect(answers.map(({ status }) => status)).toContain(429)
  expect((await signIn(after, home, testPassword)).status).toBe(200)
})
