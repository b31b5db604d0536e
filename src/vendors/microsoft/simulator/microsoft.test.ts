import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { outsideNameServers, putRegistered } from '#vendors/sandbox/names/registered-names.ts'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { demoMicrosoftTenant } from './demo.ts'
import { microsoftState, putDomain } from './state.ts'

const { tenantId, clientId, clientSecret, initialDomain } = demoMicrosoftTenant
const base = 'http://sandbox.invalid/microsoft'

let sandbox: Sandbox
afterEach(() => sandbox.close())

async function signIn(scope: string): Promise<string> {
  const response = await sandbox.fetch(`${base}/login/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope,
    }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}
const graphToken = () => signIn('https://graph.microsoft.com/.default')

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each vendor answer has a form of its own.
  body: any
}
async function graph(method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
  const response = await sandbox.fetch(`${base}/graph/v1.0${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await graphToken()}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : undefined }
}
const anchor = `APP:SystemMailbox{bb558c35-97f1-4cb9-8ff7-d53741dc928c}@${tenantId}`
async function cmdlet(name: string, parameters: object, headers: object = { 'x-anchormailbox': anchor }) {
  const response = await sandbox.fetch(`${base}/exchange/adminapi/beta/${tenantId}/InvokeCommand`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await signIn('https://outlook.office365.com/.default')}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ CmdletInput: { CmdletName: name, Parameters: parameters } }),
  })
  return { status: response.status, body: JSON.parse((await response.text()) || '{}') as Answer['body'] }
}
const user = (address: string, more: object = {}) => ({
  accountEnabled: true,
  displayName: 'Jo Doe',
  mailNickname: 'jo',
  userPrincipalName: address,
  passwordProfile: { password: 'Correct-Horse-42' },
  ...more,
})
const shared = (local: string) => ({
  Shared: true,
  Name: local,
  Alias: local,
  PrimarySmtpAddress: `${local}@${initialDomain}`,
})

describe('Graph in the sandbox', () => {
  it('takes at most twenty requests in a batch and answers them in any order', async () => {
    sandbox = createSandbox({ storePath: ':memory:' })
    const requests = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `${index}`, method: 'GET', url: '/organization' }))
    expect((await graph('POST', '/$batch', { requests: requests(21) })).status).toBe(400)
    const { body } = await graph('POST', '/$batch', { requests: requests(3) })
    expect(body.responses.map(({ id, status }: { id: string; status: number }) => [id, status])).toEqual([
      ['2', 200],
      ['1', 200],
      ['0', 200],
    ])
  })

  it('wants endsWith to be asked for in its advanced way', async () => {
    sandbox = createSandbox({ storePath: ':memory:' })
    const path = `/users?$filter=endsWith(userPrincipalName,'@${initialDomain}')`
    expect(await graph('GET', path)).toMatchObject({
      status: 400,
      body: { error: { code: 'Request_UnsupportedQuery' } },
    })
    expect(
      (await graph('GET', `${path}&$count=true`, undefined, { consistencylevel: 'eventual' })).status,
    ).toBe(200)
  })

  it.each([
    ['an unverified domain', user('jo@nowhere.com'), /domain portion/],
    [
      'a weak password',
      user(`jo@${initialDomain}`, { passwordProfile: { password: 'password' } }),
      /complexity/,
    ],
    ['a field that is not its own', user(`jo@${initialDomain}`, { mail: 'x' }), /read-only/],
  ])('refuses a user with %s', async (_, body, message) => {
    sandbox = createSandbox({ storePath: ':memory:' })
    const answer = await graph('POST', '/users', body)
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'Request_BadRequest' } } })
    expect(answer.body.error.message).toMatch(message)
    expect(answer.body.error.innerError['request-id']).toBeTruthy()
  })

  it('lets an app set mail, calls and Yammer as services of a domain, and no other that it can have', async () => {
    sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
    const set = (...supportedServices: string[]) =>
      graph('PATCH', `/domains/${initialDomain}`, { supportedServices })
    expect((await set('Email', 'OfficeCommunicationsOnline', 'Yammer')).status).toBe(204)
    for (const service of ['Intune', 'Sharepoint', 'FullRedelegation'])
      expect(await set('Email', service), service).toMatchObject({
        status: 400,
        body: { error: { code: 'Request_BadRequest' } },
      })
    expect((await graph('GET', `/domains/${initialDomain}`)).body.supportedServices).toEqual([
      'Email',
      'OfficeCommunicationsOnline',
      'Yammer',
    ])
  })

  it('names the conflict when a name is taken, and frees it when the user is deleted', async () => {
    sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
    const made = await graph('POST', '/users', user(`jo@${initialDomain}`))
    expect(made.status).toBe(201)
    const again = await graph('POST', '/users', user(`jo@${initialDomain}`))
    expect(again.body.error.details).toMatchObject([{ code: 'ObjectConflict', target: 'userPrincipalName' }])
    expect((await graph('DELETE', `/users/${made.body.id}`)).status).toBe(204)
    const deleted = await graph('GET', '/directory/deletedItems/microsoft.graph.user')
    expect(deleted.body.value).toMatchObject([{ id: made.body.id }])
    expect((await graph('POST', `/directory/deletedItems/${made.body.id}/restore`)).status).toBe(200)
    expect((await graph('GET', `/users/jo@${initialDomain}`)).status).toBe(200)
  })

  it('answers nobody without a token of its own', async () => {
    sandbox = createSandbox({ storePath: ':memory:' })
    const exchangeToken = await signIn('https://outlook.office365.com/.default')
    for (const authorization of ['', 'Bearer nonsense', `Bearer ${exchangeToken}`]) {
      const response = await sandbox.fetch(`${base}/graph/v1.0/organization`, { headers: { authorization } })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ error: { code: 'InvalidAuthenticationToken' } })
    }
  })
})

describe('Exchange in the sandbox', () => {
  it('makes a shared mailbox with a blocked user under a name of its own', async () => {
    sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
    const { status, body } = await cmdlet('New-Mailbox', shared('sales'))
    expect(status).toBe(200)
    const [made] = body.value
    expect(made).toMatchObject({ RecipientTypeDetails: 'SharedMailbox' })
    const path = `/users/${made.ExternalDirectoryObjectId}?$select=accountEnabled,userPrincipalName`
    expect((await graph('GET', path)).body).toMatchObject({
      accountEnabled: false,
      userPrincipalName: `sales@${initialDomain}`,
    })
    const again = await cmdlet('New-Mailbox', shared('sales'))
    expect(again).toMatchObject({ status: 400, body: { error: { code: 'BadRequest' } } })
    expect(again.body.error.details[0].message).toMatch(
      /^Ex[0-9A-F]{6}\|Microsoft\.Exchange\..*AlreadyExistsException\|The name "sales"/,
    )
  })

  it('has aliases, SMTP AUTH switches and removal', async () => {
    sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
    await cmdlet('New-Mailbox', shared('sales'))
    await cmdlet('Set-Mailbox', { Identity: 'sales', EmailAddresses: { Add: `smtp:deals@${initialDomain}` } })
    await cmdlet('Set-CASMailbox', { Identity: 'sales', SmtpClientAuthenticationDisabled: false })
    expect((await cmdlet('Get-CASMailbox', { Identity: `deals@${initialDomain}` })).body.value).toMatchObject(
      [{ Name: 'sales', SmtpClientAuthenticationDisabled: false }],
    )
    await cmdlet('Set-TransportConfig', { SmtpClientAuthenticationDisabled: false })
    expect((await cmdlet('Get-TransportConfig', {})).body.value).toEqual([
      { SmtpClientAuthenticationDisabled: false },
    ])
    await cmdlet('Remove-Mailbox', { Identity: 'sales', Confirm: false })
    expect((await cmdlet('Get-Mailbox', { Identity: 'sales' })).status).toBe(404)
  })

  it('knows no cmdlet that it does not play, and no caller without its header', async () => {
    sandbox = createSandbox({ storePath: ':memory:' })
    expect((await cmdlet('Get-Everything', {})).status).toBe(403)
    expect((await cmdlet('Get-Mailbox', {}, {})).status).toBe(400)
    const routedBy = async (hint: string) =>
      (await cmdlet('Get-Mailbox', { Identity: 'nobody' }, { 'x-anchormailbox': hint })).status
    expect(await routedBy(anchor)).toBe(404)
    expect(await routedBy(anchor.replace('APP', 'UPN'))).toBe(401)
    expect(await routedBy(anchor.replace('APP', 'UPN').replace(tenantId, initialDomain))).toBe(404)
    expect(await routedBy(anchor.replace(tenantId, 'outreach.com'))).toBe(400)
  })

  it('gives every domain DKIM targets that nobody can compute', async () => {
    sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
    const state = microsoftState(sandbox.store)
    const targets = new Set<string>()
    for (let i = 0; i < 40; i++) {
      const initial = state.domains.get(`${tenantId}/${initialDomain}`)
      if (initial)
        putDomain(state, { ...initial, name: `outreach${i}.com`, isInitial: false, isDefault: false })
      const { body } = await cmdlet('New-DkimSigningConfig', {
        DomainName: `outreach${i}.com`,
        Enabled: false,
      })
      targets.add(body.value[0].Selector1CNAME.split('.').slice(-4).join('.'))
    }
    expect(targets.size).toBeGreaterThan(5)
  })
})

it('takes what a tenant sends that Microsoft refuses as a whole, and tells of it in the trace alone', async () => {
  sandbox = createSandbox({ storePath: ':memory:', delayScale: 0, limitsScale: 1_000 })
  const from = `ada@${initialDomain}`
  const { body } = await cmdlet('New-Mailbox', {
    Shared: true,
    Name: 'ada',
    Alias: 'ada',
    PrimarySmtpAddress: from,
    DisplayName: 'Ada',
  })
  const send = (to: string) =>
    graph('POST', `/users/${body.value[0].ExternalDirectoryObjectId}/sendMail`, {
      message: {
        subject: 'Hello',
        body: { contentType: 'Text', content: 'Hello' },
        toRecipients: [{ emailAddress: { address: to } }],
      },
    })
  const outbound = (refuses: string) =>
    sandbox.fetch('http://sandbox.invalid/_microsoft/outbound', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId, refuses }),
    })
  expect((await outbound('5.7.708')).status).toBe(200)
  expect((await send('jo@elsewhere.example')).status).toBe(202)
  expect((await send(from)).status).toBe(202)
  expect((await outbound('nothing')).status).toBe(200)
  expect((await send('later@elsewhere.example')).status).toBe(202)
  const traced = microsoftState(sandbox.store).traces.list()
  expect(traced).toMatchObject([{ recipientAddress: 'jo@elsewhere.example', status: 'failed' }])
  expect(JSON.stringify(traced)).toContain('550 5.7.708 Access denied')
})

it('remembers everything across a restart, tokens included', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'sandbox-microsoft-'))
  try {
    const storePath = join(dir, 'store.sqlite')
    sandbox = createSandbox({ storePath, delayScale: 0 })
    const token = await graphToken()
    await graph('POST', '/users', user(`jo@${initialDomain}`))
    await sandbox.close()
    sandbox = createSandbox({ storePath, delayScale: 0 })
    const response = await sandbox.fetch(`${base}/graph/v1.0/users/jo@${initialDomain}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(response.status).toBe(200)
  } finally {
    rmSync(dir, { recursive: true })
  }
})

it('shows a domain’s DKIM on the console, and lets a person switch it on', async () => {
  sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
  const state = microsoftState(sandbox.store)
  const initial = state.domains.get(`${tenantId}/${initialDomain}`)
  if (initial) putDomain(state, { ...initial, name: 'outreach.com', isInitial: false, isDefault: false })
  const microsoft = sandbox.vendors.find(({ name }) => name === 'microsoft')
  const rows = () => microsoft?.sections?.().find(({ title }) => title === 'Microsoft domains')?.rows ?? []
  expect(rows()[0]?.actions).toMatchObject([{ label: 'Create DKIM keys', path: '/_microsoft/dkim' }])
  const press = async (path: string) => {
    const response = await sandbox.fetch(`http://sandbox.invalid/_microsoft${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ domain: 'outreach.com' }),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  const { body } = await press('/dkim')
  expect(rows()[0]?.actions).toMatchObject([{ label: 'Sign messages', path: '/_microsoft/dkim/start' }])
  expect((await press('/dkim/start')).status).toBe(400)
  putRegistered(sandbox.world, {
    name: 'outreach.com',
    registrar: 'elsewhere',
    nameServers: outsideNameServers,
    registeredAt: 0,
    expiresAt: sandbox.world.now() + 1_000,
    records: body.records.map(({ host, type, value }: Record<string, string>) => ({
      name: host,
      type,
      content: value,
      ttl: 3600,
    })),
  })
  expect((await press('/dkim/start')).body).toEqual({ domain: 'outreach.com', enabled: true })
  expect(rows()[0]?.actions).toEqual([])
})
