import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { microsoftState, type Tenant } from '#vendors/microsoft/simulator/state.ts'
import { createSandbox, type Sandbox } from '../sandbox.ts'
import { askInstantly, beginSession, sessionStatus } from './testing/instantly-session.ts'
import { addMicrosoftUser, atSandbox, password } from './testing/people.ts'
import { PlainBrowser } from './testing/plain-browser.ts'

let sandbox: Sandbox
let browser: PlainBrowser
beforeEach(async () => {
  sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
  await sandbox.listen(0)
  browser = new PlainBrowser()
})
afterEach(() => sandbox.close())

const begin = () => beginSession(sandbox, 'microsoft')
const statusOf = (sessionId: string) => sessionStatus(sandbox, sessionId)
async function untilPassword(address: string): Promise<string> {
  const { sessionId, link } = await begin()
  await browser.open(link)
  await browser.submit({ loginfmt: address })
  return sessionId
}
function changeTenant(change: Partial<Tenant>) {
  const { tenants } = microsoftState(sandbox.store)
  const tenant = tenants.get(demoMicrosoftTenant.tenantId)
  if (tenant) tenants.put(tenant.tenantId, { ...tenant, ...change })
}

describe('Signing in at Microsoft’s pages', () => {
  it('leads from the user over password, staying and consent to a connected account', async () => {
    const address = addMicrosoftUser(sandbox, 'jo')
    const { sessionId, link } = await begin()
    await browser.open(link)
    expect(browser.config).toMatchObject({ pgid: 'ConvergedSignIn', sErrorCode: '' })
    expect(browser.html).toMatch(/name="loginfmt" id="i0116"/)
    await browser.submit({ loginfmt: address })
    expect(browser.html).toMatch(/name="passwd" id="i0118"/)
    await browser.submit({ passwd: password })
    expect(browser.config).toMatchObject({ pgid: 'KmsiInterrupt', sErrorCode: '50140' })
    expect(browser.html).toMatch(/name="DontShowAgain" id="KmsiCheckboxField"/)
    await browser.submit({ LoginOptions: '3' })
    expect(browser.config.sErrorCode).toBe('65001')
    expect(browser.html).toContain('<input type="submit" id="idSIButton9" value="Accept" />')
    expect(await statusOf(sessionId)).toEqual({ status: 'pending' })
    await browser.submit({})
    expect(browser.html).toContain(`${address} is connected`)
    expect(await statusOf(sessionId)).toEqual({ status: 'success', email: address, name: 'Jo Doe' })
    expect(await askInstantly(sandbox, 'GET', `/accounts/${address}`)).toMatchObject({
      status: 1,
      setup_pending: false,
      provider_code: 3,
    })
  })

  it('does not ask twice for a consent that was given', async () => {
    const address = addMicrosoftUser(sandbox, 'jo')
    await untilPassword(address)
    await browser.submit({ passwd: password })
    await browser.submit({})
    await browser.submit({})
    browser = new PlainBrowser()
    const again = await untilPassword(address)
    await browser.submit({ passwd: password })
    await browser.submit({})
    expect(await statusOf(again)).toMatchObject({ status: 'success' })
  })

  it('asks again for consent where that is ordered', async () => {
    const address = addMicrosoftUser(sandbox, 'jo')
    await untilPassword(address)
    await browser.submit({ passwd: password })
    await browser.submit({})
    await browser.submit({})
    browser = new PlainBrowser()
    await untilPassword(address)
    await browser.submit({ passwd: password })
    sandbox.faults.add({ kind: 'consent' })
    await browser.submit({})
    expect(browser.config.pgid).toBe('ConvergedConsent')
  })

  it('connects whoever the browser is still signed in as, unless the link asks for a choice', async () => {
    const jo = addMicrosoftUser(sandbox, 'jo')
    await untilPassword(jo)
    await browser.submit({ passwd: password })
    await browser.submit({ LoginOptions: '3' })
    await browser.submit({})
    const meant = await begin()
    await browser.open(meant.link)
    expect(await statusOf(meant.sessionId)).toMatchObject({ status: 'success', email: jo })
    const chosen = await begin()
    await browser.open(`${chosen.link}&prompt=select_account`)
    expect(browser.html).toMatch(/id="tilesHolder"[\s\S]*data-testid="accountTile"[\s\S]*id="otherTile"/)
    await browser.submit({ tile: 'other' })
    expect(browser.html).toContain('id="i0116"')
    const hinted = await begin()
    await browser.open(`${hinted.link}&login_hint=other@inboxyarddemo.onmicrosoft.com`)
    expect(browser.html).toContain('value="other@inboxyarddemo.onmicrosoft.com"')
  })

  it.each([
    ['someone who does not exist', 'nobody@inboxyarddemo.onmicrosoft.com', '50034'],
    ['an address of nowhere', 'jo@nowhere.test', '50034'],
    ['what is no address', '"><script>alert(1)</script>', '50034'],
  ])('does not know %s', async (_, address, code) => {
    await untilPassword(address)
    expect(browser.config.sErrorCode).toBe(code)
    expect(browser.html).toContain('id="usernameError"')
    expect(browser.html).not.toContain('<script>alert')
  })

  it.each([
    ['a wrong password', {}, 'wrong', '50126', 'id="passwordError"'],
    ['a user without a password', { password: null }, password, '50056', 'id="passwordError"'],
    ['a blocked user', { accountEnabled: false }, password, '50057', 'id="passwordError"'],
    ['a password to be changed', { mustChangePassword: true }, password, '50055', 'name="newPasswd"'],
  ])('refuses %s by its code', async (_, change, typed, code, element) => {
    await untilPassword(addMicrosoftUser(sandbox, 'jo', change))
    await browser.submit({ passwd: typed })
    expect(browser.config.sErrorCode).toBe(code)
    expect(browser.html).toContain(element)
  })

  it.each([
    ['expires after 90 days', 'None', '50055'],
    ['lasts where its expiry is switched off', 'DisablePasswordExpiration', '50140'],
  ])('has a password that %s', async (_, passwordPolicies, code) => {
    const address = addMicrosoftUser(sandbox, 'jo', { passwordPolicies })
    await sandbox.advance(91 * 24 * 3_600_000)
    await untilPassword(address)
    await browser.submit({ passwd: password })
    expect(browser.config.sErrorCode).toBe(code)
  })

  it('locks after ten different wrong passwords, for a minute', async () => {
    await untilPassword(addMicrosoftUser(sandbox, 'jo'))
    for (let i = 0; i < 12; i++) await browser.submit({ passwd: 'the same' })
    expect(browser.config.sErrorCode).toBe('50126')
    for (let i = 0; i < 9; i++) await browser.submit({ passwd: `wrong ${i}` })
    expect(browser.config.sErrorCode).toBe('50053')
    await browser.submit({ passwd: password })
    expect(browser.config.sErrorCode).toBe('50053')
    await sandbox.advance(60_000)
    await browser.submit({ passwd: password })
    expect(browser.config.pgid).toBe('KmsiInterrupt')
  })

  it('lets nobody in without a second factor while security defaults are on', async () => {
    changeTenant({ securityDefaults: true })
    await untilPassword(addMicrosoftUser(sandbox, 'jo'))
    await browser.submit({ passwd: password })
    expect(browser.config).toMatchObject({ pgid: 'ConvergedProofUpRedirect', sErrorCode: '50072' })
    expect(browser.html).toContain('id="idSubmit_ProofUp_Redirect"')
    expect(browser.html).not.toContain('id="btnAskLater"')
    await browser.submit({})
    expect(browser.config.pgid).toBe('ConvergedError')
  })

  it('lets a registration campaign be put off', async () => {
    changeTenant({ registrationCampaign: 'enabled' })
    await untilPassword(addMicrosoftUser(sandbox, 'jo'))
    await browser.submit({ passwd: password })
    expect(browser.html).toContain('id="btnAskLater"')
    await browser.submit({})
    expect(browser.config.pgid).toBe('KmsiInterrupt')
  })

  it('sends people to an administrator where they may not consent, whose consent then holds for all', async () => {
    changeTenant({ usersMayNotConsent: true })
    const address = addMicrosoftUser(sandbox, 'jo')
    await untilPassword(address)
    await browser.submit({ passwd: password })
    await browser.submit({})
    expect(browser.config.sErrorCode).toBe('90094')

    const link = new URL((await begin()).link)
    link.pathname = `/${demoMicrosoftTenant.tenantId}/v2.0/adminconsent`
    browser = new PlainBrowser()
    const { administrator } = demoMicrosoftTenant
    await browser.open(link.href)
    await browser.submit({ loginfmt: administrator.userPrincipalName })
    await browser.submit({ passwd: administrator.password })
    await browser.submit({})
    expect(browser.html).toContain('For everyone in your organization')
    await browser.submit({})
    expect(browser.url).toContain('admin_consent=True')

    browser = new PlainBrowser()
    const sessionId = await untilPassword(address)
    await browser.submit({ passwd: password })
    await browser.submit({})
    expect(await statusOf(sessionId)).toMatchObject({ status: 'success', email: address })
  })

  it.each([
    ['wrong_password', '50126', 'ConvergedSignIn'],
    ['captcha', '50196', 'ConvergedSignIn'],
    ['second_factor', '50076', 'ConvergedTFA'],
  ] as const)('can be told to interrupt with %s, once', async (kind, code, pgid) => {
    await untilPassword(addMicrosoftUser(sandbox, 'jo'))
    sandbox.faults.add({ kind })
    const { html, url } = browser
    await browser.submit({ passwd: password })
    expect(browser.config).toMatchObject({ pgid, sErrorCode: code })
    Object.assign(browser, { html, url })
    await browser.submit({ passwd: password })
    expect(browser.config.pgid).toBe('KmsiInterrupt')
  })

  it('can be told to show a page that nobody knows, or one that closes itself, at any step', async () => {
    const { link } = await begin()
    sandbox.faults.add({ kind: 'unknown_page' })
    await browser.open(link)
    expect(browser.html).not.toContain('idSIButton9')
    sandbox.faults.add({ kind: 'closing_page', method: 'GET' })
    await browser.open(link)
    expect(browser.html).toContain('window.close()')
    await browser.open(link)
    expect(browser.html).toContain('id="idSIButton9"')
    // Nobody else meets what belongs to the pages.
    sandbox.faults.add({ kind: 'unknown_page' })
    expect((await askInstantly(sandbox, 'GET', '/accounts?limit=1')).items).toHaveLength(1)
  })

  it.each([
    ['a client it does not know', 'client_id', 'x', 'AADSTS700016'],
    ['an address that is not the tool’s', 'redirect_uri', 'https://evil.test/callback', 'AADSTS50011'],
    ['no scope', 'scope', '', 'AADSTS900144'],
  ])('refuses a link with %s and sends the browser nowhere', async (_, name, value, code) => {
    const link = new URL((await begin()).link)
    link.searchParams.set(name, value)
    await browser.open(link.href)
    expect(browser.html).toContain(code)
    expect(browser.url).toContain('/authorize')
  })

  it('continues only with what it handed out itself, and takes no endless forms', async () => {
    await untilPassword(addMicrosoftUser(sandbox, 'jo'))
    await browser.submit({ ctx: 'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VySWQiOiJqbyJ9.AAAA', passwd: password })
    expect(browser.config).toMatchObject({ pgid: 'ConvergedError', sErrorCode: '50089' })
    const long = await fetch(atSandbox(sandbox, 'https://x.test/common/login'), {
      method: 'POST',
      body: new URLSearchParams({ passwd: 'x'.repeat(70_000) }),
    })
    expect(long.status).toBe(413)
  })

  it('tells the tool when consent is declined', async () => {
    const sessionId = await untilPassword(addMicrosoftUser(sandbox, 'jo'))
    await browser.submit({ passwd: password })
    await browser.submit({})
    await browser.submit({ decision: 'cancel' })
    expect(await statusOf(sessionId)).toEqual({
      status: 'error',
      error: 'access_denied',
      error_description: 'User denied access to the application',
    })
  })
})
