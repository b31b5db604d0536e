import { expect, test } from 'vitest'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { createTestApp, testPassword } from '#tests/server/test-app.ts'

const { database, customer, visitor } = await createTestApp()
const overHttps = await createTestApp({
  env: { PUBLIC_URL: 'https://inboxes.example.com', TRUST_PROXY: '1', SANDBOX_PUBLIC: 'on' },
  database,
})

async function signIn() {
  const email = `https${Math.random()}@example.test`
  await addCustomer(database.db, { email, name: 'Ada', password: testPassword })
  const browser = overHttps.visitor()
  const answer = await browser.post('/api/auth/login', { email, password: testPassword })
  return { browser, cookies: answer.headers['set-cookie'] as string[] }
}

test('over https no subdomain can plant the cookies: their names bind them to this host', async () => {
  const { browser, cookies } = await signIn()
  const [session, refresh] = cookies
  expect(session).toMatch(/^__Host-inboxyard_session=/)
  expect(session).toMatch(/; Path=\/;/)
  expect(refresh).toMatch(/^__Secure-inboxyard_refresh=/)
  expect(refresh).toContain('Path=/api/auth')
  for (const cookie of cookies) {
    expect(cookie).toContain('Secure')
    expect(cookie).not.toContain('Domain')
  }
  expect((await browser.get('/api/auth/check')).body.authenticated).toBe(true)
  expect((await browser.post('/api/auth/refresh-token')).status).toBe(200)
  const out = await browser.post('/api/auth/logout')
  for (const cookie of out.headers['set-cookie'] as string[]) expect(cookie).toContain('Secure')
  expect([...browser.cookies]).toEqual([])
})

test('a session under the plain name is nobody’s there', async () => {
  const { browser } = await signIn()
  const planted = overHttps.visitor()
  for (const [name, value] of browser.cookies) planted.cookies.set(name.replace(/^__\w+-/, ''), value)
  expect((await planted.get('/api/auth/check')).body.authenticated).toBe(false)
  expect((await planted.post('/api/auth/refresh-token')).status).toBe(401)
})

test('the document of the API is for those who are signed in', async () => {
  expect((await visitor().get('/api/openapi.json')).status).toBe(401)
  const document = await (await customer()).get('/api/openapi.json')
  expect(document).toMatchObject({ status: 200, body: { openapi: '3.1.0' } })
  const { paths } = document.body as { paths: Record<string, unknown> }
  expect(Object.keys(paths)).toContain('/api/orders')
  // How staff are served is nobody's business.
  expect(Object.keys(paths).filter((path) => path.includes('operator'))).toEqual([])
  expect(document.headers['cache-control']).toBe('no-store')
})
