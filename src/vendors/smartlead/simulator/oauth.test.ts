import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { microsoftState, putUser } from '#vendors/microsoft/simulator/state.ts'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { createGrants, markOf } from '#vendors/sandbox/sign-in/grants.ts'
import { appOf, type Provider } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import {
  addGoogleUser,
  addMicrosoftUser,
  atSandbox,
  password,
} from '#vendors/sandbox/sign-in/testing/people.ts'
import { PlainBrowser } from '#vendors/sandbox/sign-in/testing/plain-browser.ts'
import { demoSmartlead } from './demo.ts'

const { tenantId } = demoMicrosoftTenant

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = createSandbox({ storePath: ':memory:' })
  await sandbox.listen(0)
})
afterEach(() => sandbox.close())

async function call(method: string, path: string, body?: unknown, key: string = demoSmartlead.apiKey) {
  const answer = await fetch(
    `${sandbox.origin}/smartlead/api/v1${path}${path.includes('?') ? '&' : '?'}api_key=${key}`,
    {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
  )
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}
const accountsOf = async (address: string) =>
  (await call('GET', `/email-accounts?username=${encodeURIComponent(address)}`)).body

/** As an operator copies it from the console. */
async function linkFromConsole(provider: Provider): Promise<string> {
  const html = await (await fetch(`${sandbox.origin}/?section=smartlead-oauth-links`)).text()
  const host = { microsoft: 'login.microsoftonline.com', google: 'accounts.google.com' }[provider]
  const link = html.match(new RegExp(`https://${host}[^<"]+`))?.[0].replaceAll('&amp;', '&')
  if (!link) throw new Error('The console shows no link.')
  return link
}
async function signIn(address: string): Promise<PlainBrowser> {
  const browser = await new PlainBrowser().open(atSandbox(sandbox, await linkFromConsole('microsoft')))
  await browser.submit({ loginfmt: address })
  await browser.submit({ passwd: password })
  await browser.submit({})
  return browser.config.pgid === 'ConvergedConsent' ? browser.submit({}) : browser
}
function allowSmtp() {
  const { tenants } = microsoftState(sandbox.store)
  const tenant = tenants.get(tenantId)
  if (tenant) tenants.put(tenantId, { ...tenant, smtpClientAuthenticationDisabled: false })
}

describe('Smartlead’s OAuth link', () => {
  it('has the form of an authorize address and adds whoever signs in, again and again', async () => {
    allowSmtp()
    const link = new URL(await linkFromConsole('microsoft'))
    expect(link.searchParams.get('client_id')).toBe('5913b6f2-da52-4f3a-b81c-56a99e05e243')
    expect(link.searchParams.get('redirect_uri')).toContain('/smartlead/')
    expect(link.searchParams.get('state')).toMatch(/./)
    const [jo, mo] = [addMicrosoftUser(sandbox, 'jo'), addMicrosoftUser(sandbox, 'mo')]
    expect((await signIn(jo)).url).toContain('/smartlead/')
    await signIn(mo)
    await signIn(jo)
    for (const address of [jo, mo])
      expect(await accountsOf(address)).toEqual([
        expect.objectContaining({
          from_email: address,
          type: 'OUTLOOK',
          is_smtp_success: true,
          is_imap_success: true,
          smtp_failure_error: null,
        }),
      ])
  })

  it('cannot send while SMTP AUTH is off for the tenant or the mailbox', async () => {
    const address = addMicrosoftUser(sandbox, 'jo')
    await signIn(address)
    const [before] = await accountsOf(address)
    expect(before).toMatchObject({
      is_smtp_success: false,
      is_imap_success: true,
      smtp_failure_error: expect.stringContaining('SmtpClientAuthentication is disabled for the Tenant'),
    })
    allowSmtp()
    expect((await accountsOf(address))[0].is_smtp_success).toBe(true)
    const state = microsoftState(sandbox.store)
    const mailbox = state.mailboxes.get('id-of-jo')
    if (mailbox)
      state.mailboxes.put(mailbox.id, { ...mailbox, smtpClientAuthenticationDisabled: true }, tenantId)
    expect((await accountsOf(address))[0].smtp_failure_error).toContain('disabled for the Mailbox')
  })

  it('shows an account whose password was changed as disconnected', async () => {
    allowSmtp()
    const address = addMicrosoftUser(sandbox, 'jo')
    await signIn(address)
    const state = microsoftState(sandbox.store)
    const user = state.users.get('id-of-jo')
    if (user) putUser(state, { ...user, password: 'Another-Horse-43' })
    expect((await accountsOf(address))[0]).toMatchObject({
      is_smtp_success: false,
      is_imap_success: false,
      imap_failure_error: expect.stringContaining('AADSTS50173'),
    })
  })

  it('adds a Google mailbox by its own link', async () => {
    const address = addGoogleUser(sandbox, 'jo', { agreedAt: 1 })
    await fetch(`${sandbox.origin}/_google/trust`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customerId: 'C03demo42', clientId: appOf('smartlead').google.clientId }),
    })
    const browser = await new PlainBrowser().open(atSandbox(sandbox, await linkFromConsole('google')))
    await browser.submit({ bgRequest: 'person', identifier: address })
    await browser.submit({ bgRequest: 'person', Passwd: password })
    await browser.submit({ decision: 'allow' })
    expect((await accountsOf(address))[0]).toMatchObject({ type: 'GMAIL', is_smtp_success: true })
  })

  it('adds nobody for a state or a code of someone’s making', async () => {
    const link = new URL(await linkFromConsole('microsoft'))
    const callback = `${sandbox.origin}/smartlead/oauth/microsoft/callback`
    const state = link.searchParams.get('state') ?? ''
    for (const query of [`code=x&state=${state}`, 'code=x&state=a.b.c', `code=x&state=${state}x`, ''])
      expect((await fetch(`${callback}?${query}`)).status).toBe(400)
  })
})

describe('Smartlead’s save-oauth', () => {
  const ownApp = 'c0ffee00-0000-4000-8000-000000000001'
  function tokensOf(local: string, clientId: string) {
    return createGrants(sandbox.world).tokensFor({
      provider: 'microsoft',
      clientId,
      holder: tenantId,
      userId: `id-of-${local}`,
      email: `${local}@${demoMicrosoftTenant.initialDomain}`,
      name: 'Jo Doe',
      scopes: ['https://outlook.office.com/SMTP.Send', 'https://outlook.office.com/IMAP.AccessAsUser.All'],
      passwordMark: markOf(password),
    })
  }
  const body = (email: string, refreshToken: string, change: object = {}) => ({
    from_name: 'Jo Doe',
    from_email: email,
    username: email,
    type: 'OUTLOOK',
    token: {
      scope: 'https://outlook.office.com/.default',
      token_type: 'Bearer',
      access_token: 'x',
      refresh_token: refreshToken,
      expiry_date: Date.now() + 3_600_000,
    },
    warmup_enabled: true,
    use_whitelabel_credentials: true,
    ...change,
  })
  const save = (email: string, refreshToken: string, change?: object) =>
    call('POST', '/email-accounts/save-oauth', body(email, refreshToken, change))
  beforeEach(async () => {
    const answer = await fetch(`${sandbox.origin}/_smartlead/oauth-app`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId: demoSmartlead.userId, provider: 'microsoft', clientId: ownApp }),
    })
    expect(answer.status).toBe(200)
  })

  it('adds an account by the tokens of the workspace’s own app and says what works of it', async () => {
    const address = addMicrosoftUser(sandbox, 'jo')
    const { status, body: answer } = await save(address, tokensOf('jo', ownApp).refreshToken)
    expect(status).toBe(200)
    expect(answer).toMatchObject({
      ok: true,
      message: 'OAuth account added successfully',
      data: { from_email: address, type: 'OUTLOOK', is_smtp_success: false, is_imap_success: true },
    })
    expect((await save(address, tokensOf('jo', ownApp).refreshToken)).status).toBe(400)
    allowSmtp()
    const again = await save(address, tokensOf('jo', ownApp).refreshToken, { id: answer.data.id })
    expect(again.body.data).toMatchObject({ id: answer.data.id, is_smtp_success: true })
    expect(await accountsOf(address)).toHaveLength(1)
  })

  it('refuses tokens that are not for it', async () => {
    const address = addMicrosoftUser(sandbox, 'jo')
    const own = tokensOf('jo', ownApp).refreshToken
    for (const answer of [
      await save(address, 'made up'),
      await save(address, tokensOf('jo', ownApp).accessToken),
      await save(address, own, { use_whitelabel_credentials: false }),
      await save(address, tokensOf('jo', 'another app').refreshToken),
      await save('else@inboxyarddemo.onmicrosoft.com', own),
      await save(address, own, { type: 'GMAIL' }),
      await save(address, own, { id: 1 }),
      await save(`no@${demoMicrosoftTenant.initialDomain}`, tokensOf('no', ownApp).refreshToken),
    ])
      expect(answer).toMatchObject({ status: 400, body: { ok: false, message: expect.any(String) } })
    expect(await accountsOf(address)).toEqual([])
  })

  it('words what is wrong with a request as documented', async () => {
    expect(await save('a@b.test', 'x', { type: 'gmail' })).toEqual({
      status: 422,
      body: { error: 'type must be one of [GMAIL, OUTLOOK]' },
    })
    expect((await save('a@b.test', 'x', { username: undefined })).status).toBe(422)
    expect(await call('POST', '/email-accounts/save-oauth', {}, 'bad-key')).toEqual({
      status: 401,
      body: { message: 'Invalid API Key' },
    })
  })
})
