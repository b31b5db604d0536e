import type { Context } from 'hono'
import { createSignedTokens } from '../signed-token.ts'
import type { World } from '../world.ts'
import { appWithClientId, callbackOf, type OauthApp, type Provider } from './oauth-apps.ts'

/** What a link asks for, and who has been named so far: carried from page to page in a signed field. */
export interface Flow {
  provider: Provider
  clientId: string
  redirectUri: string
  scopes: string[]
  state: string
  prompt: string
  hint: string
  /** Of the path: `common`, `organizations` or a tenant. */
  tenant: string
  /** Consent for everybody, asked of an administrator. */
  isAdminConsent: boolean
  address?: string
  /** The password was right: the id of whose it is, and its mark. */
  userId?: string
  passwordMark?: string
  expiresAt: number
}

/** Inferred: the real pages' tokens hold for about as long. */
const flowLivesMs = 30 * 60_000

export type FlowProblem = 'unknown client' | 'redirect' | 'response type' | 'scope'

export function createFlows(world: World) {
  const signed = createSignedTokens<Flow>(world.store, 'signIn.flows')
  return {
    seal: (flow: Flow): string => signed.issue(flow),
    open(token: unknown): Flow | undefined {
      const flow = typeof token === 'string' ? signed.read(token) : undefined
      return flow && flow.expiresAt > world.now() ? flow : undefined
    },
    /** Reads an authorize link; what is wrong with it is for the host to say in its words. */
    begin(
      c: Context,
      provider: Provider,
      more: { tenant: string; isAdminConsent: boolean },
    ): Flow | FlowProblem {
      const query = (name: string) => c.req.query(name) ?? ''
      const app = appWithClientId(provider, query('client_id'))
      if (!app) return 'unknown client'
      const redirectUri = query('redirect_uri')
      if (redirectUri !== callbackOf(world, app, provider)) return 'redirect'
      if (!more.isAdminConsent && query('response_type') !== 'code') return 'response type'
      const scopes = query('scope').split(' ').filter(Boolean)
      if (scopes.length === 0) return 'scope'
      return {
        provider,
        clientId: query('client_id'),
        redirectUri,
        scopes,
        state: query('state'),
        prompt: query('prompt'),
        hint: query('login_hint'),
        ...more,
        expiresAt: world.now() + flowLivesMs,
      }
    },
  }
}

export type Flows = ReturnType<typeof createFlows>

export const appOfFlow = (flow: Flow): OauthApp | undefined => appWithClientId(flow.provider, flow.clientId)

/** The tool's callback, with what it is told there. */
export function answerTo(flow: Flow, fields: Record<string, string>): string {
  const address = new URL(flow.redirectUri)
  for (const [name, value] of Object.entries({ ...fields, state: flow.state }))
    address.searchParams.set(name, value)
  return address.href
}
