import { Hono } from 'hono'
import { createSignedTokens } from '#vendors/sandbox/signed-token.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { tokenError } from './answers.ts'
import type { AppRegistration, MicrosoftState, Tenant } from './state.ts'

const audiences: Record<string, string> = {
  'https://graph.microsoft.com/.default': 'https://graph.microsoft.com',
  'https://outlook.office365.com/.default': 'https://outlook.office365.com',
}
const lifetimeSeconds = 3599
const exchangePermission = 'Exchange.ManageAsApp'

interface Claims {
  aud: string
  tid: string
  appid: string
  roles: string[]
  exp: number
}

export interface Session {
  tenant: Tenant
  app: AppRegistration
  claims: Claims
}

export function createTokens(world: World, state: MicrosoftState) {
  const signed = createSignedTokens<Claims>(world.store, 'microsoft')

  function issue(tenant: Tenant, app: AppRegistration, audience: string): string {
    const forExchange = audience === audiences['https://outlook.office365.com/.default']
    const claims: Claims = {
      aud: audience,
      tid: tenant.tenantId,
      appid: app.clientId,
      roles: app.permissions.filter((permission) => (permission === exchangePermission) === forExchange),
      exp: Math.floor(world.now() / 1000) + lifetimeSeconds,
    }
    return signed.issue(claims)
  }

  /** Who calls, or undefined when the token is not ours, expired, for another service or of a removed app. */
  function session(authorization: string | undefined, audience: string): Session | undefined {
    const claims = signed.read(authorization?.match(/^Bearer (.+)$/i)?.[1] ?? '')
    if (claims?.aud !== audience || claims.exp * 1000 <= world.now()) return undefined
    const tenant = state.tenants.get(claims.tid)
    const app = tenant?.apps.find((candidate) => candidate.clientId === claims.appid)
    return tenant && app ? { tenant, app, claims } : undefined
  }

  return { login: createLogin(state, issue), session }
}

/** Where an app gets its token, for its secret. */
function createLogin(
  state: MicrosoftState,
  issue: (tenant: Tenant, app: AppRegistration, audience: string) => string,
) {
  return new Hono().post('/:tenant/oauth2/v2.0/token', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const tenant = state.tenants.get(c.req.param('tenant'))
    if (!tenant)
      return tokenError(
        400,
        'invalid_request',
        90002,
        `Tenant '${c.req.param('tenant')}' not found. Check to make sure you have the correct tenant ID.`,
      )
    if (form.get('grant_type') !== 'client_credentials')
      return tokenError(400, 'unsupported_grant_type', 70003, 'The app requested an unsupported grant type.')
    const app = tenant.apps.find((candidate) => candidate.clientId === form.get('client_id'))
    if (!app)
      return tokenError(
        400,
        'unauthorized_client',
        700016,
        `Application with identifier '${form.get('client_id')}' was not found in the directory '${tenant.displayName}'.`,
      )
    if (app.clientSecret !== form.get('client_secret'))
      return tokenError(
        401,
        'invalid_client',
        7000215,
        `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${app.clientId}'.`,
      )
    if (app.secretExpired)
      return tokenError(
        401,
        'invalid_client',
        7000222,
        `The provided client secret keys for app '${app.clientId}' are expired.`,
      )
    const audience = audiences[form.get('scope') ?? '']
    if (!audience)
      return tokenError(
        400,
        'invalid_scope',
        70011,
        `The provided value for the input parameter 'scope' is not valid. The scope ${form.get('scope')} is not valid.`,
      )
    return c.json({
      token_type: 'Bearer',
      expires_in: lifetimeSeconds,
      ext_expires_in: lifetimeSeconds,
      access_token: issue(tenant, app, audience),
    })
  })
}

export type Tokens = ReturnType<typeof createTokens>
