import { createVerify } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { createSignedTokens } from '#vendors/sandbox/signed-token.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { googleError, tokenError } from './answers.ts'
import { refreshedToken } from './postmaster.ts'
import { findUser, type GoogleState, type WorkspaceAccount } from './state.ts'

const audience = 'https://oauth2.googleapis.com/token'
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const lifetimeSeconds = 3599
const clockSkewSeconds = 300

interface Claims {
  customerId: string
  /** In whose name. */
  subject: string
  scopes: string[]
  exp: number
}

interface Session {
  account: WorkspaceAccount
  subject: string
  isAdmin: boolean
}
export type GoogleEnv = { Variables: { session: Session } }

/** What a service account signs. */
interface Assertion {
  iss: string
  sub?: string
  scope: string
  aud: string
  iat: number
  exp: number
}

function decode<T>(part: string | undefined): T | undefined {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString())
  } catch {
    return undefined
  }
}

type SignedClaims = ReturnType<typeof createSignedTokens<Claims>>

export function createTokens(world: World, state: GoogleState) {
  const signed = createSignedTokens<Claims>(world.store, 'google')

  /** Lets a request pass whose token has one of these scopes. */
  function authorise(c: Context<GoogleEnv>, ...anyOf: string[]): Response | undefined {
    const claims = signed.read(c.req.header('authorization')?.match(/^Bearer ya29\.(.+)$/)?.[1] ?? '')
    const account = claims && state.accounts.get(claims.customerId)
    if (!account || claims.exp * 1000 <= world.now())
      return googleError(
        401,
        'authError',
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
      )
    if (!anyOf.some((scope) => claims.scopes.includes(scope)))
      return googleError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')
    const { subject } = claims
    c.set('session', { account, subject, isAdmin: account.admins.includes(subject) })
    return undefined
  }

  return { token: createTokenEndpoint(world, state, signed), authorise }
}

/** Where a service account's signed assertion becomes a token. */
function createTokenEndpoint(world: World, state: GoogleState, signed: SignedClaims) {
  return new Hono().post('/', async (c) => {
    const form = new URLSearchParams(await c.req.text())
    if (form.get('grant_type') === 'refresh_token') return refreshedToken(form)
    if (form.get('grant_type') !== grantType)
      return tokenError(400, 'unsupported_grant_type', 'Invalid grant_type.')
    const [header, payload, signature] = (form.get('assertion') ?? '').split('.')
    const assertion = decode<Assertion>(payload)
    if (!assertion || !signature || decode<{ alg: string }>(header)?.alg !== 'RS256')
      return tokenError(400, 'invalid_grant', 'Invalid JWT: Failed to parse.')

    const account = state.accounts
      .list()
      .find(({ serviceAccounts }) => serviceAccounts.some(({ clientEmail }) => clientEmail === assertion.iss))
    const service = account?.serviceAccounts.find(({ clientEmail }) => clientEmail === assertion.iss)
    if (!account || !service) return tokenError(400, 'invalid_grant', 'Invalid grant: account not found')
    const isSigned = createVerify('RSA-SHA256')
      .update(`${header}.${payload}`)
      .verify(service.publicKey, signature, 'base64url')
    if (!isSigned) return tokenError(400, 'invalid_grant', 'Invalid JWT Signature.')
    if (assertion.aud !== audience)
      return tokenError(400, 'invalid_grant', `Invalid JWT: aud must be ${audience}.`)
    // Real time, not the sandbox's clock: who signs knows only the real one.
    const now = Date.now() / 1000
    const { iat, exp } = assertion
    if (!(iat <= now + clockSkewSeconds && exp > now - clockSkewSeconds && exp > iat && exp - iat <= 3600))
      return tokenError(
        400,
        'invalid_grant',
        'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
      )

    const scopes = assertion.scope.split(' ')
    if (!scopes.every((scope) => service.delegatedScopes.includes(scope)))
      return tokenError(
        401,
        'unauthorized_client',
        'Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested.',
      )
    const subject = assertion.sub ?? ''
    if (!account.admins.includes(subject) && !findUser(state, account.customerId, subject))
      return tokenError(400, 'invalid_grant', 'Invalid email or User ID')
    return c.json({
      access_token: `ya29.${signed.issue({
        customerId: account.customerId,
        subject,
        scopes,
        exp: Math.floor(world.now() / 1000) + lifetimeSeconds,
      })}`,
      expires_in: lifetimeSeconds,
      token_type: 'Bearer',
    })
  })
}

export type Tokens = ReturnType<typeof createTokens>
