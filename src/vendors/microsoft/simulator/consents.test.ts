import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { appOf } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import { addMicrosoftUser, atSandbox, password } from '#vendors/sandbox/sign-in/testing/people.ts'
import { PlainBrowser } from '#vendors/sandbox/sign-in/testing/plain-browser.ts'
import { demoMicrosoftTenant } from './demo.ts'
import { smtpAuthOffFor } from './smtp-auth.ts'
import { microsoftState } from './state.ts'

const { tenantId, clientId, clientSecret } = demoMicrosoftTenant
const appId = appOf('instantly').microsoft.clientId
const graphAppId = '00000003-0000-0000-c000-000000000000'

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = createSandbox({ storePath: ':memory:' })
  await sandbox.listen(0)
})
afterEach(() => sandbox.close())

async function tokenFor(scope: string): Promise<string> {
  // The sign-in host issues tokens too, as the real one does.
  const answer = await fetch(atSandbox(sandbox, `https://login.test/${tenantId}/oauth2/v2.0/token`), {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope,
    }),
  })
  const body: { access_token: string } = JSON.parse(await answer.text())
  return body.access_token
}
async function graph(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${sandbox.origin}/microsoft/graph/v1.0${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await tokenFor('https://graph.microsoft.com/.default')}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: JSON.parse((await answer.text()) || '{}') }
}
/** What the app of the demo tenant may do from now on. */
function permit(permissions: string[]): void {
  const { tenants } = microsoftState(sandbox.store)
  const tenant = tenants.get(tenantId)
  if (!tenant) throw new Error('The demo tenant is missing.')
  tenants.put(tenantId, { ...tenant, apps: tenant.apps.map((app) => ({ ...app, permissions })) })
}
async function cmdlet(name: string, parameters: object) {
  const answer = await fetch(`${sandbox.origin}/microsoft/exchange/adminapi/beta/${tenantId}/InvokeCommand`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenFor('https://outlook.office365.com/.default')}`,
      'content-type': 'application/json',
      'x-anchormailbox': `APP:SystemMailbox{bb558c35-97f1-4cb9-8ff7-d53741dc928c}@${tenantId}`,
    },
    body: JSON.stringify({ CmdletInput: { CmdletName: name, Parameters: parameters } }),
  })
  return JSON.parse(await answer.text()).value
}
const principals = async (id: string) =>
  (await graph('GET', `/servicePrincipals?$filter=appId eq '${id}'`)).body.value

describe('Allowing a tool for a whole tenant by Graph', () => {
  it('adds its app, which can be given permissions a little later', async () => {
    const [resource] = await principals(graphAppId)
    expect(resource).toMatchObject({ appId: graphAppId, displayName: 'Microsoft Graph' })
    expect(await principals(appId)).toEqual([])
    const made = await graph('POST', '/servicePrincipals', { appId })
    expect(made).toMatchObject({ status: 201, body: { appId, displayName: 'Instantly.ai' } })
    expect(await graph('POST', '/servicePrincipals', { appId })).toMatchObject({
      status: 409,
      body: { error: { code: 'Request_MultipleObjectsWithSameKeyValue' } },
    })
    const grant = {
      clientId: made.body.id,
      consentType: 'AllPrincipals',
      resourceId: resource.id,
      scope: 'openid profile email offline_access Mail.Send',
    }
    expect((await graph('POST', '/oauth2PermissionGrants', grant)).status).toBe(404)
    await sandbox.advance(10_000)
    expect(await principals(appId)).toHaveLength(1)
    const granted = await graph('POST', '/oauth2PermissionGrants', grant)
    expect(granted).toMatchObject({ status: 201, body: { principalId: null, scope: grant.scope } })
    expect(await graph('POST', '/oauth2PermissionGrants', grant)).toMatchObject({
      status: 409,
      body: { error: { message: 'Permission entry already exists.' } },
    })
  })

  it('asks nobody at the page any more, once every scope of the link is covered', async () => {
    const address = addMicrosoftUser(sandbox, 'jo')
    const begun = await fetch(`${sandbox.origin}/instantly/api/v2/oauth/microsoft/init`, {
      method: 'POST',
      headers: { authorization: `Bearer ${demoInstantly.apiKey}` },
    })
    const { auth_url: link }: { auth_url: string } = JSON.parse(await begun.text())
    const afterStaying = async () => {
      const browser = await new PlainBrowser().open(atSandbox(sandbox, link))
      await browser.submit({ loginfmt: address })
      await browser.submit({ passwd: password })
      return browser.submit({})
    }
    const [resource] = await principals(graphAppId)
    const { body: app } = await graph('POST', '/servicePrincipals', { appId })
    await sandbox.advance(10_000)
    const { body: grant } = await graph('POST', '/oauth2PermissionGrants', {
      clientId: app.id,
      consentType: 'AllPrincipals',
      resourceId: resource.id,
      scope: 'openid profile email offline_access Mail.Send',
    })
    expect((await afterStaying()).config.pgid).toBe('ConvergedConsent')
    const path = `/oauth2PermissionGrants/${grant.id}`
    const scope = `${grant.scope} Mail.ReadWrite`
    expect((await graph('PATCH', path, { scope })).status).toBe(204)
    const { body: listed } = await graph('GET', `/oauth2PermissionGrants?$filter=clientId eq '${app.id}'`)
    expect(listed.value).toEqual([expect.objectContaining({ id: grant.id, scope })])
    expect((await afterStaying()).html).toContain(`${address} is connected`)
    expect((await graph('DELETE', path)).status).toBe(204)
    expect((await graph('PATCH', path, { scope })).status).toBe(404)
  })

  it.each([
    ['an app that is nowhere', { appId: '11111111-2222-3333-4444-555555555555' }, /valid application object/],
    ['what is no id', { appId: "x' or 1" }, /Invalid value/],
  ])('refuses %s', async (_, body, message) => {
    const answer = await graph('POST', '/servicePrincipals', body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toMatch(message)
  })

  it('wants someone named for a permission in one name, and nobody for one in all', async () => {
    const [resource] = await principals(graphAppId)
    const grant = { clientId: resource.id, resourceId: resource.id, scope: 'Mail.Send' }
    const post = (more: object) => graph('POST', '/oauth2PermissionGrants', { ...grant, ...more })
    expect((await post({ consentType: 'Principal' })).status).toBe(400)
    expect((await post({ consentType: 'AllPrincipals', principalId: 'x' })).status).toBe(400)
    expect((await post({ consentType: 'Principal', principalId: 'x' })).status).toBe(404)
    expect((await post({ consentType: 'Other' })).status).toBe(400)
  })

  it('does nothing without its permission', async () => {
    permit(['User.ReadWrite.All'])
    for (const [method, path] of [
      ['GET', "/servicePrincipals?$filter=appId eq 'x'"],
      ['POST', '/servicePrincipals'],
      ['GET', '/oauth2PermissionGrants'],
      ['POST', '/oauth2PermissionGrants'],
      ['PATCH', '/policies/identitySecurityDefaultsEnforcementPolicy'],
      ['GET', '/policies/authenticationMethodsPolicy'],
    ] as const)
      expect((await graph(method, path, method === 'GET' ? undefined : {})).status, path).toBe(403)
  })
})

describe('What interrupts signing in', () => {
  it('reads and switches security defaults', async () => {
    const path = '/policies/identitySecurityDefaultsEnforcementPolicy'
    expect((await graph('PATCH', path, { isEnabled: true })).status).toBe(403)
    permit(['Policy.Read.All', 'Policy.ReadWrite.ConditionalAccess'])
    expect((await graph('GET', path)).body).toMatchObject({
      displayName: 'Security Defaults',
      isEnabled: false,
    })
    expect((await graph('PATCH', path, { isEnabled: true })).status).toBe(204)
    expect((await graph('GET', path)).body.isEnabled).toBe(true)
    expect((await graph('PATCH', path, { isEnabled: 'no' })).status).toBe(400)
  })

  it('reads and switches the registration campaign', async () => {
    const path = '/policies/authenticationMethodsPolicy'
    const campaign = async () =>
      (await graph('GET', path)).body.registrationEnforcement.authenticationMethodsRegistrationCampaign.state
    expect(await campaign()).toBe('default')
    permit(['Policy.ReadWrite.AuthenticationMethod'])
    const change = (state: string) =>
      graph('PATCH', path, {
        registrationEnforcement: { authenticationMethodsRegistrationCampaign: { state } },
      })
    expect((await change('disabled')).status).toBe(204)
    expect(await campaign()).toBe('disabled')
    expect((await change('sometimes')).status).toBe(400)
    expect((await change('default')).status).toBe(204)
    expect(await campaign()).toBe('default')
  })

  it('has SMTP AUTH off in a tenant until it is switched on, there or for a mailbox', async () => {
    const address = addMicrosoftUser(sandbox, 'jo')
    expect(await cmdlet('Get-TransportConfig', {})).toEqual([{ SmtpClientAuthenticationDisabled: true }])
    const mailbox = async () => (await cmdlet('Get-CASMailbox', { Identity: address }))[0]
    expect(await mailbox()).toMatchObject({ SmtpClientAuthenticationDisabled: null, ImapEnabled: true })
    await cmdlet('Set-CASMailbox', {
      Identity: address,
      SmtpClientAuthenticationDisabled: false,
      ImapEnabled: false,
    })
    expect(await mailbox()).toMatchObject({ SmtpClientAuthenticationDisabled: false, ImapEnabled: false })
    await cmdlet('Set-TransportConfig', { SmtpClientAuthenticationDisabled: false })
    expect(await cmdlet('Get-TransportConfig', {})).toEqual([{ SmtpClientAuthenticationDisabled: false }])
  })

  it('reads SMTP AUTH as switched on some time before the mail servers know it', async () => {
    const address = addMicrosoftUser(sandbox, 'jo')
    const offFor = () => {
      const state = microsoftState(sandbox.store)
      const [tenant, mailbox] = [state.tenants.get(tenantId), state.mailboxes.get('id-of-jo')]
      return tenant && mailbox && smtpAuthOffFor(sandbox.world, tenant, mailbox)
    }
    const allow = { Identity: address, SmtpClientAuthenticationDisabled: false }
    await cmdlet('Set-CASMailbox', allow)
    expect((await cmdlet('Get-CASMailbox', allow))[0].SmtpClientAuthenticationDisabled).toBe(false)
    expect(offFor()).toBe('Tenant')
    await sandbox.advance(20_000)
    expect(offFor()).toBeUndefined()
    await cmdlet('Set-CASMailbox', { ...allow, SmtpClientAuthenticationDisabled: true })
    expect(offFor()).toBeUndefined()
    await sandbox.advance(20_000)
    expect(offFor()).toBe('Mailbox')
  })
})
