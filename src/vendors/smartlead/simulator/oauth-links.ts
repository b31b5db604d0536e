import { Hono } from 'hono'
import { html } from 'hono/html'
import type { Grant } from '#vendors/sandbox/sign-in/grants.ts'
import { signInPage } from '#vendors/sandbox/sign-in/html-page.ts'
import {
  appOf,
  callbackOf,
  isProvider,
  type Provider,
  signInLink,
} from '#vendors/sandbox/sign-in/oauth-apps.ts'
import { createSignedTokens } from '#vendors/sandbox/signed-token.ts'
import { freshAccount, type SmartleadState, typeOf } from './state.ts'

const app = appOf('smartlead')

/**
 * A user's own sign-in links: one for each host, the same for every mailbox, as two public uploaders keep them. Its
 * holder can add accounts to that workspace. Inferred: its form, and that it never ends.
 */
export function createOauthLinks(state: SmartleadState) {
  const { world } = state
  const states = createSignedTokens<{ userId: number; provider: Provider }>(world.store, 'smartlead.links')

  function connect(userId: number, grant: Grant, refreshToken: string) {
    const known = state.accountsOf(userId).find((account) => account.fromEmail === grant.email)
    const connection = {
      refreshToken,
      signIns: (known?.signIns ?? 0) + 1,
      type: typeOf[grant.provider],
      connected: true,
      failure: undefined,
    }
    if (known) state.save({ ...known, ...connection })
    else state.add({ ...freshAccount(userId, grant), ...connection })
  }

  const callback = new Hono().get('/:provider/callback', (c) => {
    const provider = c.req.param('provider')
    const claims = states.read(c.req.query('state') ?? '')
    const given =
      claims && isProvider(provider) && claims.provider === provider
        ? state.access.grants.redeem(
            c.req.query('code') ?? '',
            app[provider].clientId,
            callbackOf(world, app, provider),
          )
        : undefined
    if (claims && given) connect(claims.userId, given.grant, given.refreshToken)
    const [title, text] = given
      ? ['Account added', `${given.grant.email} was added to your workspace.`]
      : ['The account was not added', 'Open the link again to try once more.']
    return signInPage(c, { title, status: given ? 200 : 400 }, html`<h1>${title}</h1><p>${text}</p>`)
  })

  return {
    callback,
    linkOf: (userId: number, provider: Provider): string =>
      signInLink(world, app, provider, states.issue({ userId, provider })),
  }
}

export type OauthLinks = ReturnType<typeof createOauthLinks>
