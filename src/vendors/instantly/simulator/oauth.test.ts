import { afterEach, expect, it } from 'vitest'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { microsoftState, putUser } from '#vendors/microsoft/simulator/state.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '#vendors/sandbox/sandbox.ts'
import { addMicrosoftUser, atSandbox, password } from '#vendors/sandbox/sign-in/testing/people.ts'
import { PlainBrowser } from '#vendors/sandbox/sign-in/testing/plain-browser.ts'
import { demoInstantly } from './demo.ts'

let sandbox: Sandbox
afterEach(() => sandbox.close())
async function start(options: Partial<SandboxOptions> = {}) {
  sandbox = createSandbox({ storePath: ':memory:', delayScale: 0, ...options })
  await sandbox.listen(0)
}

async function call(method: string, path: string, body?: unknown, key: string = demoInstantly.apiKey) {
  const answer = await fetch(`${sandbox.origin}/instantly/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}
const init = (key?: string) => call('POST', '/oauth/microsoft/init', {}, key)

/** Signs in as someone to the link of a new session; the session's id. */
async function connect(address: string, key?: string): Promise<string> {
  const { body } = await init(key)
  const browser = await new PlainBrowser().open(atSandbox(sandbox, body.auth_url))
  await browser.submit({ loginfmt: address })
  await browser.submit({ passwd: password })
  await browser.submit({})
  if (browser.config.pgid === 'ConvergedConsent') await browser.submit({})
  return body.session_id
}
const statusOf = (id: string, key?: string) => call('GET', `/oauth/session/status/${id}`, undefined, key)
const testMail = (eaccount: string) =>
  call('POST', '/emails/test', {
    eaccount,
    to_address_email_list: 'probe@example.com',
    subject: 'Hello',
    body: { text: 'Hello' },
  })

it('begins a session of ten minutes with a link like the real one', async () => {
  await start()
  const { status, body } = await init()
  expect(status).toBe(200)
  const link = new URL(body.auth_url)
  expect(link.origin + link.pathname).toBe('https://login.microsoftonline.com/common/oauth2/v2.0/authorize')
  expect(link.searchParams.get('client_id')).toBe('65ad96b6-fbeb-40b5-b404-2a415d074c97')
  expect(link.searchParams.get('scope')).toContain('https://graph.microsoft.com/Mail.Send')
  expect(Date.parse(body.expires_at) - sandbox.world.now()).toBeGreaterThan(590_000)
  const google = await call('POST', '/oauth/google/init', {})
  expect(google.body.auth_url).toMatch(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/)
  await sandbox.advance(600_000)
  expect((await statusOf(body.session_id)).body).toEqual({ status: 'expired' })
})

it('tells an outcome once, to its own workspace, and then knows the session no more', async () => {
  await start()
  const sessionId = await connect(addMicrosoftUser(sandbox, 'jo'))
  expect((await statusOf(sessionId, 'another-workspace-key')).status).toBe(404)
  expect((await statusOf(sessionId)).body.status).toBe('success')
  expect((await statusOf(sessionId)).status).toBe(404)
})

it('asks for the right scopes of the key', async () => {
  await start()
  expect((await init('readonly-workspace-key')).status).toBe(403)
  sandbox.store.collection('instantly.keys').put('key-for-leads', {
    workspaceId: demoInstantly.workspaceId,
    scopes: ['leads:create'],
  })
  expect((await init('key-for-leads')).status).toBe(403)
  expect((await statusOf('any', 'key-for-leads')).status).toBe(403)
})

it('lets a workspace begin only so many in a minute and says when the next', async () => {
  // 3 instead of 75, so that none is free again before the fourth.
  await start({ limitsScale: 1 / 25 })
  for (let i = 0; i < 3; i++) expect((await init()).status).toBe(200)
  const { status, headers } = await init()
  expect(status).toBe(429)
  expect(headers.get('retry-after')).toMatch(/^\d+$/)
})

it('answers 503 in its own words when the host is said to be away', async () => {
  await start()
  sandbox.faults.add({ kind: '503', vendor: 'instantly' })
  expect(await init()).toMatchObject({ status: 503, body: { statusCode: 503, error: 'Service Unavailable' } })
})

it('takes a callback once, in time, and only with a code that was made for it', async () => {
  await start()
  addMicrosoftUser(sandbox, 'jo')
  const { body } = await init()
  const state = new URL(body.auth_url).searchParams.get('state') ?? ''
  const callback = (query: string) =>
    fetch(`${sandbox.origin}/instantly/oauth/microsoft/callback?${query}`).then(({ status }) => status)
  expect(await callback('code=x&state=unknown')).toBe(400)
  expect(await callback(`code=made-up&state=${state}`)).toBe(200)
  expect(await callback(`code=made-up&state=${state}`)).toBe(400)
  expect((await statusOf(body.session_id)).body).toMatchObject({ status: 'error', error: 'invalid_grant' })
  const late = await init()
  await sandbox.advance(600_000)
  expect(
    await callback(`error=access_denied&state=${new URL(late.body.auth_url).searchParams.get('state')}`),
  ).toBe(400)
})

it('keeps a new account pending until it is set up', async () => {
  await start({ delayScale: 1 })
  const address = addMicrosoftUser(sandbox, 'jo')
  await connect(address)
  expect((await call('GET', `/accounts/${address}`)).body).toMatchObject({ status: 1, setup_pending: true })
  expect((await testMail(address)).body).toEqual({ error: 'ACC_UNKNOWN_ERROR' })
  await sandbox.advance(5_000)
  expect((await call('GET', `/accounts/${address}`)).body).toMatchObject({ status: 1, setup_pending: false })
})

it('never makes an account usable whose mailbox does not exist', async () => {
  await start()
  const address = addMicrosoftUser(sandbox, 'jo')
  microsoftState(sandbox.store).mailboxes.delete('id-of-jo')
  await connect(address)
  expect((await call('GET', `/accounts/${address}`)).body).toMatchObject({ status: -1, setup_pending: true })
})

it('drops an account to a connection error when its password was changed, until it is connected again', async () => {
  await start()
  const address = addMicrosoftUser(sandbox, 'jo')
  await connect(address)
  expect((await testMail(address)).body).toEqual({ status: 'success' })
  await call('PATCH', `/accounts/${address}`, { daily_limit: 17 })

  const state = microsoftState(sandbox.store)
  const user = state.users.get('id-of-jo')
  if (user) putUser(state, { ...user, password: 'Another-Horse-43' })
  expect((await testMail(address)).body).toEqual({ error: 'ACC_AUTH_ERROR' })
  await call('POST', `/accounts/${address}/resume`)
  expect((await call('GET', `/accounts/${address}`)).body).toMatchObject({ status: -1, status_message: null })
  expect((await call('GET', '/accounts?status=-1&limit=100')).body.items).toContainEqual(
    expect.objectContaining({ email: address }),
  )

  if (user) putUser(state, { ...user, password })
  await connect(address)
  expect((await call('GET', `/accounts/${address}`)).body).toMatchObject({ status: 1, daily_limit: 17 })
})

it('refuses an address that lives in another workspace', async () => {
  await start()
  const address = addMicrosoftUser(sandbox, 'jo')
  await connect(address, 'another-workspace-key')
  const sessionId = await connect(address)
  expect((await statusOf(sessionId)).body).toMatchObject({ status: 'error', error: 'account_exists' })
})

it('tests what exists, and only so often in a minute', async () => {
  // One instead of ten.
  await start({ limitsScale: 1 / 10 })
  expect((await testMail('nobody@nowhere.test')).body).toEqual({ error: 'ACC_NOT_FOUND' })
  expect((await testMail('nobody@nowhere.test')).status).toBe(429)
})

it('writes no code, state or password into the request log', async () => {
  await start()
  await connect(addMicrosoftUser(sandbox, 'jo'))
  const log = JSON.stringify(sandbox.requests())
  expect(log).toContain('/instantly/oauth/microsoft/callback')
  expect(log).not.toMatch(/code=|state=|Correct-Horse/)
  expect(log).not.toContain(demoMicrosoftTenant.clientSecret)
})
