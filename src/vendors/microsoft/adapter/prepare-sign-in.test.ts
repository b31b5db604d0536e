import { afterEach, describe, expect, it } from 'vitest'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import type { SandboxOptions } from '#vendors/sandbox/sandbox.ts'
import { appOf, type OauthApp } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import { addMicrosoftUser, atSandbox, password } from '#vendors/sandbox/sign-in/testing/people.ts'
import { PlainBrowser } from '#vendors/sandbox/sign-in/testing/plain-browser.ts'
import { type ContractBench, openBench } from '#vendors/testing/contract.ts'
import { openHost } from '#vendors/testing/microsoft-host.ts'
import { demoMicrosoftTenant } from '../simulator/demo.ts'
import { findMailbox, microsoftState } from '../simulator/state.ts'

const { tenantId } = demoMicrosoftTenant
const requestOf = (tool: OauthApp['tool']) => {
  const { clientId, scope } = appOf(tool).microsoft
  return { clientId, scopes: scope.split(' '), mayConsent: true, mailboxes: [] }
}

let bench: ContractBench
afterEach(() => bench.sandbox.close())

async function open(options: Partial<SandboxOptions> = {}) {
  bench = await openBench('http', options)
  const state = microsoftState(bench.sandbox.store)
  const person = (local: string) => {
    const address = addMicrosoftUser(bench.sandbox, local)
    return { externalId: `id-of-${local}`, address }
  }
  return { host: openHost(bench), state, person }
}

/** The requests that change something, each by its method and the end of its path. */
async function changesOf(work: () => Promise<unknown>): Promise<string[]> {
  const before = bench.sandbox.requests().length
  await work()
  return bench.sandbox
    .requests()
    .slice(before)
    .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/token') && !isCmdlet(path))
    .map(({ method, path }) => `${method} ${path.split('/v1.0/')[1]?.split('/')[0]}`)
}
const isCmdlet = (path: string) => path.endsWith('/InvokeCommand')

function changeApp(change: { permissions?: (all: string[]) => string[]; exchangeAdministrator?: boolean }) {
  const { tenants } = microsoftState(bench.sandbox.store)
  const tenant = tenants.get(tenantId)
  if (!tenant) throw new Error('The demo tenant is missing.')
  tenants.put(tenantId, {
    ...tenant,
    apps: tenant.apps.map((app) => ({
      ...app,
      permissions: change.permissions?.(app.permissions) ?? app.permissions,
      exchangeAdministrator: change.exchangeAdministrator ?? app.exchangeAdministrator,
    })),
  })
}
const without = (permission: string) => (all: string[]) => all.filter((name) => name !== permission)

describe('the consent of a tenant', () => {
  it('waits until the directory knows the new app, then is given once and not again', async () => {
    const { host, state } = await open({ delayScale: 1 })
    const request = requestOf('smartlead')
    const waiting = { kind: 'waiting', waitsFor: 'vendor' }
    expect(await changesOf(() => expect(host.prepareSignIn(request)).rejects.toMatchObject(waiting))).toEqual(
      ['POST servicePrincipals', 'POST oauth2PermissionGrants'],
    )
    // It is there and not shown: it is added a second time and refused.
    await expect(host.prepareSignIn(request)).rejects.toMatchObject(waiting)
    expect(state.permissionGrants.count(tenantId)).toBe(0)
    // The tenant's other work does not slow down for it.
    expect(bench.dependencies.limits.blocks).toEqual([])
    await bench.sandbox.advance(60_000)
    expect(await changesOf(() => host.prepareSignIn(request))).toEqual([
      'POST oauth2PermissionGrants',
      'POST oauth2PermissionGrants',
    ])
    const granted = state.permissionGrants.list({ parent: tenantId }).map(({ scope }) => scope)
    expect(granted).toEqual(['openid profile email offline_access', 'SMTP.Send IMAP.AccessAsUser.All'])
    expect(
      await changesOf(async () => expect(await host.prepareSignIn(request)).toEqual({ state: 'ready' })),
    ).toEqual([])
  })

  it('is widened where the link asks for more, and keeps what an administrator gave', async () => {
    const { host, state } = await open()
    const request = requestOf('instantly')
    await host.prepareSignIn({ ...request, scopes: ['User.Read', 'Mail.Send'] })
    const [before] = state.permissionGrants.list({ parent: tenantId })
    expect(await changesOf(() => host.prepareSignIn(request))).toEqual(['PATCH oauth2PermissionGrants'])
    expect(state.permissionGrants.list({ parent: tenantId })).toEqual([
      { ...before, scope: 'User.Read Mail.Send openid profile email offline_access Mail.ReadWrite' },
    ])
  })

  it('of one person does not count for the others', async () => {
    const { host, state, person } = await open()
    const { externalId } = person('jo')
    const request = requestOf('instantly')
    await host.prepareSignIn(request)
    const [grant] = state.permissionGrants.list({ parent: tenantId })
    if (!grant) throw new Error('Nothing was granted.')
    state.permissionGrants.put(
      grant.id,
      { ...grant, consentType: 'Principal', principalId: externalId },
      tenantId,
    )
    expect(await changesOf(() => host.prepareSignIn(request))).toEqual(['POST oauth2PermissionGrants'])
  })

  it('lets a mailbox sign in by the tool’s own link without a page that asks', async () => {
    const { host, person } = await open()
    const mailbox = person('jo')
    const begun = await fetch(`${bench.origin}/instantly/api/v2/oauth/microsoft/init`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demoInstantly.apiKey}` },
    })
    const { auth_url: link } = (await begun.json()) as { auth_url: string }
    const { searchParams } = new URL(link)
    const signIn = async () => {
      const browser = await new PlainBrowser().open(atSandbox(bench.sandbox, link))
      await browser.submit({ loginfmt: mailbox.address })
      await browser.submit({ passwd: password })
      return browser.submit({})
    }
    expect((await signIn()).config.pgid).toBe('ConvergedConsent')
    const ready = await host.prepareSignIn({
      clientId: searchParams.get('client_id') ?? '',
      scopes: searchParams.get('scope')?.split(' ') ?? [],
      mayConsent: true,
      mailboxes: [mailbox],
    })
    expect(ready).toEqual({ state: 'ready' })
    expect((await signIn()).html).toContain(`${mailbox.address} is connected`)
  })

  it.each(['Application.ReadWrite.All', 'DelegatedPermissionGrant.ReadWrite.All'])(
    'is for a person where the app registration lacks %s',
    async (permission) => {
      const { host, state } = await open()
      expect(await host.probeConsent()).toEqual({ ok: true })
      changeApp({ permissions: without(permission) })
      const limited = openHost(bench)
      expect(await limited.prepareSignIn(requestOf('instantly'))).toEqual({
        state: 'needs_person',
        needs: 'consent',
        reason:
          'the app registration lacks Application.ReadWrite.All or DelegatedPermissionGrant.ReadWrite.All',
      })
      expect(state.permissionGrants.count(tenantId)).toBe(0)
      expect(await limited.probeConsent()).toEqual({
        ok: false,
        reason: `the app registration lacks ${permission}`,
        isAway: false,
      })
    },
  )

  it('is left to the administrator who has disabled the app in the tenant', async () => {
    const { state } = await open()
    const original = bench.dependencies.fetch
    bench.dependencies.fetch = async (url, init) => {
      const answer = await original(url, init)
      if (!url.includes('/servicePrincipals')) return answer
      return new Response((await answer.text()).replace('"accountEnabled":true', '"accountEnabled":false'), {
        status: answer.status,
      })
    }
    expect(await openHost(bench).prepareSignIn(requestOf('instantly'))).toEqual({
      state: 'needs_person',
      needs: 'consent',
      reason: 'an administrator has disabled the app in this tenant',
    })
    expect(state.permissionGrants.count(tenantId)).toBe(0)
  })

  it.each([
    ['names no app', { clientId: "x' or appId ne '" }, /names no app/],
    [
      'names an app that is nowhere',
      { clientId: '11111111-2222-4333-8444-555555555555' },
      /valid application/,
    ],
    ['asks for more than mail', { scopes: ['openid', 'Files.Read.All'] }, /Files\.Read\.All, which is more/],
  ])('is for a person where the link %s', async (_, change, reason) => {
    const { host, state } = await open()
    const readiness = await host.prepareSignIn({ ...requestOf('instantly'), ...change })
    expect(readiness).toMatchObject({
      state: 'needs_person',
      needs: 'consent',
      reason: expect.stringMatching(reason),
    })
    expect(state.permissionGrants.count(tenantId)).toBe(0)
  })
})

describe('SMTP AUTH of the mailboxes', () => {
  const off = (local: string) => findMailbox(microsoftState(bench.sandbox.store), tenantId, `id-of-${local}`)
  const put = (local: string, change: object) => {
    const mailbox = off(local)
    if (mailbox)
      microsoftState(bench.sandbox.store).mailboxes.put(mailbox.id, { ...mailbox, ...change }, tenantId)
  }
  const cmdlets = async (work: () => Promise<unknown>) => {
    const before = bench.sandbox.requests().length
    await work()
    return bench.sandbox
      .requests()
      .slice(before)
      .filter(({ path }) => isCmdlet(path)).length
  }

  it('is switched on where the link sends by SMTP, only for those that have it off', async () => {
    const { host, person } = await open()
    const request = { ...requestOf('smartlead'), mailboxes: [person('jo'), person('al')] }
    put('al', { smtpClientAuthenticationDisabled: false })
    // The tenant's switch, both mailboxes, and the one that differs.
    expect(await cmdlets(() => host.prepareSignIn(request))).toBe(4)
    expect(off('jo')?.smtpClientAuthenticationDisabled).toBe(false)
    expect(await cmdlets(() => host.prepareSignIn(request))).toBe(3)
  })

  it('is switched on for an app that a person lets in, which is let in by nobody else', async () => {
    const { host, person } = await open()
    const request = { ...requestOf('bison'), mayConsent: false, mailboxes: [person('jo')] }
    expect(await changesOf(() => host.prepareSignIn(request))).toEqual([])
    expect(off('jo')?.smtpClientAuthenticationDisabled).toBe(false)
  })

  it('follows the tenant where a mailbox says nothing', async () => {
    const { host, state, person } = await open()
    const request = { ...requestOf('smartlead'), mailboxes: [person('jo'), person('al')] }
    put('al', { smtpClientAuthenticationDisabled: true, imapEnabled: false })
    const tenant = state.tenants.get(tenantId)
    if (tenant) state.tenants.put(tenantId, { ...tenant, smtpClientAuthenticationDisabled: false })
    await host.prepareSignIn(request)
    expect(off('jo')?.smtpClientAuthenticationDisabled).toBeNull()
    expect(off('al')).toMatchObject({ smtpClientAuthenticationDisabled: false, imapEnabled: true })
  })

  it('is left alone where the link sends through Graph', async () => {
    const { host, person } = await open()
    const request = { ...requestOf('instantly'), mailboxes: [person('jo')] }
    expect(await cmdlets(() => host.prepareSignIn(request))).toBe(0)
    expect(await openHost(bench, { exchangeUndocumented: false }).prepareSignIn(request)).toEqual({
      state: 'ready',
    })
  })

  it('is for a person without the undocumented call, and where the app may not run it', async () => {
    const { host, state, person } = await open()
    const request = { ...requestOf('smartlead'), mailboxes: [person('jo')] }
    const documented = openHost(bench, { exchangeUndocumented: false })
    expect(await documented.prepareSignIn(request)).toEqual({
      state: 'needs_person',
      needs: 'smtp_auth',
      reason: 'SMTP AUTH cannot be read or switched on without EXCHANGE_UNDOCUMENTED',
    })
    // Consent was given all the same.
    expect(state.permissionGrants.count(tenantId)).toBe(2)
    changeApp({ exchangeAdministrator: false })
    expect(await host.prepareSignIn(request)).toEqual({
      state: 'needs_person',
      needs: 'smtp_auth',
      reason: 'the app lacks Exchange.ManageAsApp or the Exchange Administrator role',
    })
  })

  it('is switched on even while a person is asked for consent', async () => {
    const { person } = await open()
    changeApp({ permissions: without('DelegatedPermissionGrant.ReadWrite.All') })
    const request = { ...requestOf('smartlead'), mailboxes: [person('jo')] }
    expect(await openHost(bench).prepareSignIn(request)).toMatchObject({ needs: 'consent' })
    expect(off('jo')?.smtpClientAuthenticationDisabled).toBe(false)
  })

  it('waits for a mailbox that Exchange does not show yet, and does the others', async () => {
    const { host, person } = await open()
    const gone = { externalId: '00000000-0000-4000-8000-000000000000', address: 'gone@example.com' }
    const request = { ...requestOf('smartlead'), mailboxes: [gone, person('jo')] }
    await expect(host.prepareSignIn(request)).rejects.toMatchObject({
      kind: 'waiting',
      reason: 'Exchange does not show the mailbox yet',
    })
    expect(off('jo')?.smtpClientAuthenticationDisabled).toBe(false)
  })
})

describe('what interrupts signing in at Microsoft', () => {
  it('is read, and never changed', async () => {
    const { host, state } = await open()
    expect(await host.signInInterrupts()).toEqual({
      securityDefaults: false,
      registrationCampaign: 'managed',
    })
    const tenant = state.tenants.get(tenantId)
    if (tenant) state.tenants.put(tenantId, { ...tenant, registrationCampaign: 'disabled' })
    expect(await host.signInInterrupts()).toEqual({ securityDefaults: false, registrationCampaign: false })
    const strict = tenant && { ...tenant, securityDefaults: true, registrationCampaign: 'enabled' as const }
    if (strict) state.tenants.put(tenantId, strict)
    expect(await changesOf(() => host.signInInterrupts())).toEqual([])
    expect(await host.signInInterrupts()).toEqual({ securityDefaults: true, registrationCampaign: true })
    expect(state.tenants.get(tenantId)).toEqual(strict)
  })

  it('is not known where it may not be read', async () => {
    await open()
    changeApp({ permissions: without('Policy.Read.All') })
    expect(await openHost(bench).signInInterrupts()).toEqual({
      securityDefaults: undefined,
      registrationCampaign: undefined,
    })
  })
})
