import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import { googleState } from '#vendors/google/simulator/state.ts'
import { createSandbox, type Sandbox } from '../sandbox.ts'
import { appOf } from './oauth-apps.ts'
import { askInstantly, beginSession, sessionStatus } from './testing/instantly-session.ts'
import { addGoogleUser, password } from './testing/people.ts'
import { PlainBrowser } from './testing/plain-browser.ts'

let sandbox: Sandbox
let browser: PlainBrowser
beforeEach(async () => {
  sandbox = createSandbox({ storePath: ':memory:', delayScale: 0 })
  await sandbox.listen(0)
  browser = new PlainBrowser()
})
afterEach(() => sandbox.close())

const begin = () => beginSession(sandbox, 'google')
async function trust() {
  const answer = await fetch(`${sandbox.origin}/_google/trust`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      customerId: demoGoogleAccount.customerId,
      clientId: appOf('instantly').google.clientId,
    }),
  })
  expect(answer.status).toBe(200)
}
/** A person's browser runs the page's script, which says so. */
const byPerson = { bgRequest: 'person' }
async function untilPassword(address: string): Promise<string> {
  const { sessionId, link } = await begin()
  await browser.open(link)
  await browser.submit({ ...byPerson, identifier: address })
  return sessionId
}

describe('Signing in at Google’s pages', () => {
  it('leads a new user over the first sign-in’s page and consent to a connected account', async () => {
    await trust()
    const address = addGoogleUser(sandbox, 'jo')
    const sessionId = await untilPassword(address)
    expect(new URL(browser.url).pathname).toBe('/v3/signin/challenge/pwd')
    expect(browser.html).toMatch(/name="Passwd"[\s\S]*id="passwordNext"/)
    await browser.submit({ ...byPerson, Passwd: password })
    expect(new URL(browser.url).pathname).toBe('/speedbump/gaplustos')
    await browser.submit({})
    expect(browser.html).toContain('id="submit_approve_access"')
    await browser.submit({ decision: 'allow' })
    expect(browser.html).toContain(`${address} is connected`)
    expect(await sessionStatus(sandbox, sessionId)).toMatchObject({
      status: 'success',
      email: address,
    })
    expect(await askInstantly(sandbox, 'GET', `/accounts/${address}`)).toMatchObject({
      status: 1,
      provider_code: 2,
    })
    const user = googleState(sandbox.store).users.get('1jo')
    expect(user).toMatchObject({ agreedAt: expect.any(Number), lastLoginAt: expect.any(Number) })

    browser = new PlainBrowser()
    await untilPassword(address)
    await browser.submit({ ...byPerson, Passwd: password })
    expect(new URL(browser.url).pathname).toBe('/signin/oauth/consent')
  })

  it.each([
    ['says that it is automated', undefined, 'automated'],
    ['runs no scripts', undefined, ''],
    ['is Chromium without a window', 'Mozilla/5.0 HeadlessChrome/140.0.0.0 Safari/537.36', 'person'],
  ])('refuses a browser that %s', async (_, userAgent, bgRequest) => {
    const address = addGoogleUser(sandbox, 'jo')
    browser = new PlainBrowser(userAgent)
    await browser.open((await begin()).link)
    await browser.submit({ bgRequest, identifier: address })
    expect(new URL(browser.url).pathname).toBe('/v3/signin/rejected')
    expect(browser.html).toContain('This browser or app may not be secure')
  })

  it('blocks an app that no administrator has trusted', async () => {
    await untilPassword(addGoogleUser(sandbox, 'jo', { agreedAt: 1 }))
    await browser.submit({ ...byPerson, Passwd: password })
    expect(browser.status).toBe(400)
    expect(browser.html).toContain('admin_policy_enforced')
  })

  it('does not connect whoever skips the first sign-in’s page', async () => {
    await trust()
    const sessionId = await untilPassword(addGoogleUser(sandbox, 'jo'))
    await browser.submit({ ...byPerson, Passwd: password })
    const { searchParams, origin } = new URL(browser.url)
    const form = new URLSearchParams({ TL: searchParams.get('TL') ?? '', decision: 'allow' })
    await browser.open(`${origin}/signin/oauth/consent`, form)
    expect(await sessionStatus(sandbox, sessionId)).toMatchObject({ status: 'error' })
  })

  it.each([
    ['someone unknown', 'nobody@inboxyard-workspace.test', 'Couldn’t find your Google Account'],
    ['what is no address', '<script>alert(1)</script>', 'Couldn’t find your Google Account'],
  ])('does not find %s', async (_, address, text) => {
    await untilPassword(address)
    expect(browser.html).toContain(text)
    expect(browser.html).not.toContain('<script>alert')
  })

  it('refuses a wrong password, and a suspended user', async () => {
    await untilPassword(addGoogleUser(sandbox, 'jo', { suspended: true }))
    await browser.submit({ ...byPerson, Passwd: 'wrong' })
    expect(browser.html).toContain('Wrong password')
    await browser.submit({ ...byPerson, Passwd: password })
    expect(browser.html).toContain('has been disabled')
  })

  it.each([
    ['captcha', '/v3/signin/challenge/recaptcha'],
    ['second_factor', '/v3/signin/challenge/totp'],
    ['wrong_password', '/v3/signin/challenge/pwd'],
  ] as const)('can be told to interrupt with %s', async (kind, path) => {
    await untilPassword(addGoogleUser(sandbox, 'jo'))
    sandbox.faults.add({ kind, vendor: 'sign-in' })
    await browser.submit({ ...byPerson, Passwd: password })
    expect(new URL(browser.url).pathname).toBe(path)
  })
})
