import { admin, type admin_directory_v1 } from '@googleapis/admin'
import { BatchRequestContent, Client, type Context } from '@microsoft/microsoft-graph-client'
import { ClientError, DNSimple, NotFoundError } from 'dnsimple'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import * as dnsimpleWire from '#vendors/dnsimple/adapter/wire.ts'
import { demoDnsimple } from '#vendors/dnsimple/simulator/demo.ts'
import { adminScopes } from '#vendors/google/adapter/account.ts'
import { signAssertion } from '#vendors/google/adapter/google-token.ts'
import * as googleWire from '#vendors/google/adapter/google-wire.ts'
import { demoGoogleAccount } from '#vendors/google/simulator/demo.ts'
import * as microsoftConsent from '#vendors/microsoft/adapter/consent.ts'
import * as graphWire from '#vendors/microsoft/adapter/graph-wire.ts'
import * as microsoftInterrupts from '#vendors/microsoft/adapter/sign-in-interrupts.ts'
import { demoMicrosoftTenant } from '#vendors/microsoft/simulator/demo.ts'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { appOf } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'

/*
 * The vendors' own clients use the sandbox in every way the product does (Stripe's is in src/vendors/stripe/simulator/stripe.test.ts). What
 * they take for an answer, our forms have to take as well, and the compiler compares the two. What no client stands
 * behind is listed in docs/going-live.md, "Not proven here".
 */

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = createSandbox({ storePath: ':memory:', delayScale: 0, limitsScale: 1_000 })
  await sandbox.listen(0)
})
afterEach(() => sandbox.close())

/** Our reading of what a client has answered; whether it may be given that is the compiler's to say. */
const read = <Form extends z.ZodType>(form: Form, theirs: z.input<Form>): z.output<Form> => form.parse(theirs)

/** Fields of ours that a vendor's type names with another type, or not at all: the compiler wants none. */
type Foreign<Ours, Theirs> = {
  [Field in keyof Ours]-?: Field extends keyof Theirs
    ? NonNullable<Ours[Field]> extends NonNullable<Theirs[Field]>
      ? never
      : Field
    : Field
}[keyof Ours]
const speaks = <Form extends z.ZodType, Theirs>(
  ..._foreign: [Foreign<z.input<Form>, Theirs>] extends [never] ? [] : [Foreign<z.input<Form>, Theirs>]
) => undefined

const name = 'brightfoundry42.com'

describe('DNSimple’s own client', () => {
  const account = demoDnsimple.accountId
  const client = () =>
    new DNSimple({
      accessToken: demoDnsimple.token,
      baseUrl: `${sandbox.origin}/dnsimple`,
      // Its own speaks https only.
      fetcher: async ({ url, method, headers, body }) => {
        const response = await fetch(url, { method, headers, body })
        return { status: response.status, body: await response.text() }
      },
    })

  it('registers, renews and delegates names', async () => {
    const { registrar, domains, identity, tlds, contacts } = client()
    expect((await identity.whoami()).data.account?.id).toBe(account)
    read(dnsimpleWire.contactAnswer, await contacts.getContact(account, demoDnsimple.registrantId))
    expect(read(dnsimpleWire.tldAnswer, await tlds.getTld('com')).data.registration_enabled).toBe(true)
    expect(read(dnsimpleWire.checked, await registrar.checkDomain(account, name)).data.available).toBe(true)
    read(dnsimpleWire.priced, await registrar.getDomainPrices(account, name))
    const order = { registrant_id: demoDnsimple.registrantId, auto_renew: true }
    const { data } = read(
      dnsimpleWire.registrationAnswer,
      await registrar.registerDomain(account, name, order),
    )
    const again = await registrar.getDomainRegistration(account, name, data.id)
    expect(read(dnsimpleWire.registrationAnswer, again).data.state).toBe('registered')
    read(dnsimpleWire.renewalAnswer, await registrar.renewDomain(account, name, { period: 1 }))
    await registrar.disableDomainAutoRenewal(account, name)
    await registrar.enableDomainAutoRenewal(account, name)
    const hosts = ['ns1.example.net', 'ns2.example.net']
    const changed = await registrar.changeDomainDelegation(account, name, hosts)
    expect(read(dnsimpleWire.delegationAnswer, changed).data).toEqual(hosts)
    read(dnsimpleWire.delegationAnswer, await registrar.getDomainDelegation(account, name))
    const { data: domain } = read(dnsimpleWire.domainAnswer, await domains.getDomain(account, name))
    expect(dnsimpleWire.registrationOfDomain(domain)?.state).toBe('registered')
  })

  it('hosts zones with their records', async () => {
    const { domains, zones } = client()
    read(dnsimpleWire.domainAnswer, await domains.createDomain(account, { name }))
    read(dnsimpleWire.zoneAnswer, await zones.getZone(account, name))
    read(dnsimpleWire.zoneAnswer, await zones.deactivateDns(account, name))
    read(dnsimpleWire.zoneAnswer, await zones.activateDns(account, name))
    const record = { name: '', type: 'TXT', content: 'v=spf1 -all', ttl: 600 } as const
    const { data: made } = read(
      dnsimpleWire.recordAnswer,
      await zones.createZoneRecord(account, name, record),
    )
    const forward = { name: '', type: 'URL', content: 'https://example.com' } as const
    read(dnsimpleWire.recordAnswer, await zones.createZoneRecord(account, name, forward))
    const content = 'v=spf1 ~all'
    const changed = await zones.updateZoneRecord(account, name, made.id, { content })
    expect(dnsimpleWire.hostedRecord(read(dnsimpleWire.recordAnswer, changed).data).content).toBe(content)
    const page = read(dnsimpleWire.recordPage, await zones.listZoneRecords(account, name, { per_page: 100 }))
    expect(page.data.map(({ type }) => type)).toEqual(expect.arrayContaining(['SOA', 'NS', 'TXT', 'URL']))
    await zones.deleteZoneRecord(account, name, made.id)
    await domains.deleteDomain(account, name)
  })

  it('takes its refusals for what they are', async () => {
    const { registrar, domains } = client()
    await expect(domains.getDomain(account, name)).rejects.toBeInstanceOf(NotFoundError)
    const refused = await registrar.registerDomain(account, name, {}).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ClientError)
    expect(refused instanceof ClientError && refused.attributeErrors()).toEqual({
      registrant_id: ["can't be blank"],
    })
  })
})

describe('Google’s own client', () => {
  const customer = demoGoogleAccount.customerId

  async function client(): Promise<admin_directory_v1.Admin> {
    const { adminEmail } = demoGoogleAccount
    const answer = await fetch(`${sandbox.origin}/google/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: signAssertion(demoGoogleAccount, adminEmail, adminScopes, Date.now()),
      }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    return admin({
      version: 'directory_v1',
      rootUrl: `${sandbox.origin}/`,
      // Its addresses begin at the host.
      fetchImplementation: (address, init) => {
        const { origin, pathname, search } = new URL(String(address))
        return fetch(`${origin}/google${pathname}${search}`, init)
      },
      headers: { authorization: `Bearer ${access_token}` },
    })
  }

  it('adds a domain and keeps its users', async () => {
    const { domains, users } = await client()
    await domains.insert({ customer, requestBody: { domainName: name } })
    const { data: added } = await domains.get({ customer, domainName: name })
    expect(googleWire.workspaceDomain.parse(added).verified).toBe(false)
    await expect(domains.insert({ customer, requestBody: { domainName: name } })).rejects.toMatchObject({
      status: 409,
    })
    await domains.delete({ customer, domainName: name })

    const primaryEmail = `jo@${demoGoogleAccount.adminEmail.split('@')[1]}`
    const { data: made } = await users.insert({
      requestBody: {
        primaryEmail,
        name: { givenName: 'Jo', familyName: 'Doe' },
        password: 'correct horse battery',
        changePasswordAtNextLogin: false,
      },
    })
    const userKey = googleWire.workspaceUser.parse(made).id
    const { data: changed } = await users.patch({ userKey, requestBody: { suspended: true } })
    googleWire.workspaceUser.parse(changed)
    const { data: shown } = await users.get({ userKey })
    expect(googleWire.workspaceUser.parse(shown).suspended).toBe(true)
    const fields = `kind,nextPageToken,users(${googleWire.workspaceUserFields})`
    const { data: listed } = await users.list({ customer, maxResults: 500, fields })
    expect(googleWire.workspaceUsers.parse(listed).users).toContainEqual(
      googleWire.workspaceUser.parse(shown),
    )
    const photoData = googleWire.webSafeBase64(new Uint8Array([0xff, 0xd8, 0xff]))
    const { data: photo } = await users.photos.update({ userKey, requestBody: { photoData } })
    googleWire.workspaceUserId.parse(photo)
    await users.delete({ userKey })
    await expect(users.get({ userKey })).rejects.toMatchObject({ status: 412 })
  })

  it('names every field that we read, and gives it the same type', () => {
    speaks<typeof googleWire.workspaceUser, admin_directory_v1.Schema$User>()
    speaks<typeof googleWire.workspaceDomain, admin_directory_v1.Schema$Domains>()
    speaks<typeof googleWire.workspaceUserId, admin_directory_v1.Schema$UserPhoto>()
  })
})

describe('Microsoft’s own client', () => {
  async function client() {
    const { tenantId, clientId, clientSecret } = demoMicrosoftTenant
    const answer = await fetch(`${sandbox.origin}/microsoft/login/${tenantId}/oauth2/v2.0/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
        scope: 'https://graph.microsoft.com/.default',
      }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    return Client.initWithMiddleware({
      baseUrl: `${sandbox.origin}/microsoft/graph/`,
      defaultVersion: 'v1.0',
      // Its own sends no token over http.
      middleware: {
        async execute(context: Context) {
          const headers = new Headers(context.options?.headers as Record<string, string>)
          headers.set('authorization', `Bearer ${access_token}`)
          context.response = await fetch(context.request, { ...context.options, headers })
        },
      },
    })
  }

  it('proves a domain and sets it up for mail', async () => {
    const graph = await client()
    await graph.api('/domains').post({ id: name })
    const { value } = graphWire.graphDnsRecords.parse(
      await graph.api(`/domains/${name}/verificationDnsRecords`).get(),
    )
    const record = graphWire.ownershipRecord(value, name)
    expect(record?.content).toMatch(/^MS=/)
    await expect(graph.api(`/domains/${name}/verify`).post({})).rejects.toMatchObject({ statusCode: 400 })
    await graph.api('/organization').get()
    if (record) publishRecords(sandbox, name, [record])
    expect(graphWire.graphDomain.parse(await graph.api(`/domains/${name}/verify`).post({})).isVerified).toBe(
      true,
    )
    await graph.api(`/domains/${name}`).patch({ supportedServices: ['Email'] })
    graphWire.graphDnsRecords.parse(await graph.api(`/domains/${name}/serviceConfigurationRecords`).get())
    expect(graphWire.graphDomain.parse(await graph.api(`/domains/${name}`).get()).supportedServices).toEqual([
      'Email',
    ])
    await graph.api(`/domains/${name}`).delete()
    await expect(graph.api(`/domains/${name}`).get()).rejects.toMatchObject({ statusCode: 404 })
  })

  it('keeps users, one by one and in batches', async () => {
    const graph = await client()
    const address = `jo@${demoMicrosoftTenant.initialDomain}`
    const made = graphWire.directoryUser.parse(
      await graph.api('/users').post({
        accountEnabled: true,
        displayName: 'Jo Doe',
        givenName: 'Jo',
        surname: 'Doe',
        mailNickname: 'jo',
        userPrincipalName: address,
        usageLocation: 'US',
        passwordProfile: { password: 'correct horse Battery 9', forceChangePasswordNextSignIn: false },
      }),
    )
    const { value: skus } = await graph.api('/subscribedSkus').get()
    const addLicenses = [{ skuId: skus[0].skuId, disabledPlans: [] }]
    await graph.api(`/users/${made.id}/assignLicense`).post({ addLicenses, removeLicenses: [] })
    await graph.api(`/users/${made.id}`).patch({ displayName: 'Jo Roe' })
    const listed = await graph
      .api('/users')
      .header('ConsistencyLevel', 'eventual')
      .count(true)
      .top(999)
      .select(graphWire.directoryUserFields)
      .filter(`endsWith(userPrincipalName,'@${demoMicrosoftTenant.initialDomain}')`)
      .get()
    const users = listed.value.map((user: unknown) => graphWire.directoryUser.parse(user))
    expect(users.map(({ id }: graphWire.DirectoryUser) => id)).toContain(made.id)
    await graph
      .api(`/users/${made.id}/photo/$value`)
      .header('content-type', 'image/jpeg')
      .put(new Uint8Array([0xff]))
    const step = new Request(`https://graph.test/users/${made.id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ accountEnabled: false }),
    })
    const batch = new BatchRequestContent([{ id: '1', request: step }])
    const { responses } = await graph.api('/$batch').post(await batch.getContent())
    expect(responses).toMatchObject([{ id: '1', status: 204 }])
    const shown = await graph.api(`/users/${made.id}`).select(graphWire.directoryUserFields).get()
    expect(graphWire.directoryUser.parse(shown).accountEnabled).toBe(false)
    await graph.api(`/users/${made.id}`).delete()
  })

  it('lets an app in and reads what interrupts signing in', async () => {
    const graph = await client()
    const { clientId } = appOf('instantly').microsoft
    const byId = async (appId: string) => {
      const { value } = await graph
        .api('/servicePrincipals')
        .filter(`appId eq '${appId}'`)
        .select(['id', 'accountEnabled'])
        .get()
      return value.map((principal: unknown) => microsoftConsent.servicePrincipal.parse(principal).id)
    }
    expect(await byId(clientId)).toEqual([])
    const app = microsoftConsent.servicePrincipal.parse(
      await graph.api('/servicePrincipals').post({ appId: clientId }),
    )
    expect(await byId(clientId)).toEqual([app.id])
    await expect(graph.api('/servicePrincipals').post({ appId: clientId })).rejects.toMatchObject({
      statusCode: 409,
      code: graphWire.alreadyThere,
    })
    const [resourceId] = await byId('00000003-0000-0000-c000-000000000000')
    const grants = graph.api('/oauth2PermissionGrants')
    const wanted = { clientId: app.id, consentType: 'AllPrincipals', resourceId, scope: 'Mail.Send' }
    const { id } = microsoftConsent.permissionGrant.parse(await grants.post(wanted))
    await expect(grants.post(wanted)).rejects.toMatchObject({
      statusCode: 409,
      code: graphWire.alreadyThere,
    })
    await graph.api(`/oauth2PermissionGrants/${id}`).patch({ scope: 'Mail.Send openid' })
    const { value } = await graph.api('/oauth2PermissionGrants').filter(`clientId eq '${app.id}'`).get()
    expect(value.map((grant: unknown) => microsoftConsent.permissionGrant.parse(grant))).toEqual([
      { id, consentType: 'AllPrincipals', resourceId, scope: 'Mail.Send openid' },
    ])
    const defaults = await graph.api('/policies/identitySecurityDefaultsEnforcementPolicy').get()
    expect(microsoftInterrupts.securityDefaultsPolicy.parse(defaults)).toEqual({ isEnabled: false })
    const methods = await graph.api('/policies/authenticationMethodsPolicy').get()
    expect(microsoftInterrupts.authenticationMethodsPolicy.parse(methods)).toEqual({
      id: 'authenticationMethodsPolicy',
      registrationEnforcement: { authenticationMethodsRegistrationCampaign: { state: 'default' } },
    })
  })
})
