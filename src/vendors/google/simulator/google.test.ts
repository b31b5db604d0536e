import { sign } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { demoGoogleAccount } from './demo.ts'
import { googleState } from './state.ts'

const { clientEmail, privateKey, adminEmail } = demoGoogleAccount
const base = 'http://sandbox.invalid/google'
const domain = adminEmail.split('@')[1]
const userScope = 'https://www.googleapis.com/auth/admin.directory.user'

let sandbox: Sandbox
afterEach(() => sandbox.close())

function assertion(change: object = {}): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: clientEmail,
    sub: adminEmail,
    scope: userScope,
    aud: 'https://oauth2.googleapis.com/token',
    iat: now,
    exp: now + 3600,
    ...change,
  }
  const unsigned = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${unsigned}.${sign('RSA-SHA256', Buffer.from(unsigned), privateKey).toString('base64url')}`
}
async function signIn(jwt: string) {
  const response = await sandbox.fetch(`${base}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: jwt }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}
async function directory(method: string, path: string, body?: unknown, token?: string) {
  const bearer = token ?? (await signIn(assertion())).body.access_token
  const response = await sandbox.fetch(`${base}/admin/directory/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}
const user = (local: string, more: object = {}) => ({
  primaryEmail: `${local}@${domain}`,
  name: { givenName: 'Jo', familyName: 'Doe' },
  password: 'correct horse',
  ...more,
})
const reasonOf = (answer: { body: { error: { errors: { reason: string }[] } } }) =>
  answer.body.error.errors[0]?.reason

describe('Google’s token endpoint in the sandbox', () => {
  const hour = 3600
  it.each([
    ['an unknown account', () => assertion({ iss: 'x@y.iam.gserviceaccount.com' }), 400, 'invalid_grant'],
    [
      'another audience',
      () => assertion({ aud: 'http://sandbox.invalid/google/token' }),
      400,
      'invalid_grant',
    ],
    [
      'too long a life',
      () => assertion({ exp: Math.floor(Date.now() / 1000) + 2 * hour }),
      400,
      'invalid_grant',
    ],
    ['a life that is over', () => assertion({ iat: 1, exp: 2 }), 400, 'invalid_grant'],
    [
      'a scope nobody delegated',
      () => assertion({ scope: `${userScope} https://x.test/y` }),
      401,
      'unauthorized_client',
    ],
    ['a person who is not there', () => assertion({ sub: 'ghost@else.test' }), 400, 'invalid_grant'],
    ['a changed text', () => assertion().replace(/\.[^.]{4}/, '.AAAA'), 400, 'invalid_grant'],
    ['no JWT at all', () => 'nonsense', 400, 'invalid_grant'],
  ])('refuses %s', async (_, jwt, status, error) => {
    sandbox = createSandbox({ storePath: ':memory:' })
    expect(await signIn(jwt())).toMatchObject({ status, body: { error } })
  })

  it('goes by real time even when the sandbox’s clock was moved', async () => {
    sandbox = createSandbox({ storePath: ':memory:' })
    await sandbox.advance(30 * 24 * 3_600_000)
    expect((await signIn(assertion())).status).toBe(200)
  })
})

describe('the Directory in the sandbox', () => {
  it('is for administrators with the right scope', async () => {
    sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
    await directory('POST', '/users', user('jo'))
    const asUser = (await signIn(assertion({ sub: `jo@${domain}` }))).body.access_token
    expect(reasonOf(await directory('GET', '/users?customer=my_customer', undefined, asUser))).toBe(
      'forbidden',
    )
    const otherScope = (
      await signIn(assertion({ scope: 'https://www.googleapis.com/auth/siteverification' }))
    ).body.access_token
    const refused = await directory('GET', '/users?customer=my_customer', undefined, otherScope)
    expect(reasonOf(refused)).toBe('insufficientPermissions')
    expect((await directory('GET', '/users?customer=my_customer', undefined, 'ya29.x.y.z')).status).toBe(401)
  })

  it.each([
    ['a duplicate', user('jo'), 409, 'duplicate'],
    ['a domain it does not have', { ...user('jo'), primaryEmail: 'jo@else.test' }, 403, 'forbidden'],
    ['a short password', user('al', { password: 'short' }), 400, 'invalid'],
    ['no family name', user('al', { name: { givenName: 'Al' } }), 400, 'invalid'],
  ])('refuses %s', async (_, body, status, reason) => {
    sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
    await directory('POST', '/users', user('jo'))
    const refused = await directory('POST', '/users', body)
    expect(refused.status).toBe(status)
    expect(reasonOf(refused)).toBe(reason)
  })

  it('lets ten users be made at once, then asks to wait with 429', async () => {
    sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
    const token = (await signIn(assertion())).body.access_token
    // No time passes between the calls, however busy the machine is.
    vi.useFakeTimers({ toFake: ['performance'] })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => directory('POST', '/users', user(`jo${i}`), token)),
    )
    vi.useRealTimers()
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(10)
    expect(reasonOf(refused[0] as never)).toBe('rateLimitExceeded')
  })

  it('answers writing with less than reading, which a new user lets nobody do at once', async () => {
    sandbox = createSandbox({ storePath: ':memory:', delayScale: 1 })
    const { body: made } = await directory('POST', '/users', user('jo'))
    expect(Object.keys(made).sort()).toEqual(
      'creationTime customerId etag id isAdmin isDelegatedAdmin isMailboxSetup kind name orgUnitPath primaryEmail'.split(
        ' ',
      ),
    )
    expect(made.name).toEqual({ givenName: 'Jo', familyName: 'Doe' })
    expect((await directory('GET', `/users/${made.id}`)).status).toBe(404)
    await sandbox.advance(3_000)
    expect((await directory('GET', `/users/${made.id}`)).body).toMatchObject({
      suspended: false,
      name: { fullName: 'Jo Doe' },
    })
    const changed = await directory('PATCH', `/users/${made.id}`, {
      suspended: true,
      name: { familyName: 'Roe' },
    })
    expect(changed.body.suspended).toBeUndefined()
    expect(changed.body.name).toEqual({ familyName: 'Roe' })
    expect((await directory('GET', `/users/${made.id}`)).body.suspended).toBe(true)
  })

  it('keeps a renamed address as an alias and can take a deletion back', async () => {
    sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
    const { body: made } = await directory('POST', '/users', user('jo'))
    await directory('PATCH', `/users/${made.id}`, { primaryEmail: `joan@${domain}` })
    expect((await directory('GET', `/users/jo@${domain}`)).body).toMatchObject({
      primaryEmail: `joan@${domain}`,
      aliases: [`jo@${domain}`],
    })
    await directory('POST', `/users/${made.id}/aliases`, { alias: `j@${domain}` })
    expect((await directory('GET', `/users/${made.id}/aliases`)).body.aliases).toHaveLength(2)
    expect((await directory('DELETE', `/users/${made.id}`)).status).toBe(204)
    expect((await directory('POST', `/users/${made.id}/undelete`)).status).toBe(204)
    expect(googleState(sandbox.store).users.count(demoGoogleAccount.customerId)).toBe(1)
  })
})
