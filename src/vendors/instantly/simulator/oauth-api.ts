import { Hono } from 'hono'
import { html } from 'hono/html'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import { signInPage } from '#vendors/sandbox/sign-in/html-page.ts'
import { isProvider } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import type { InstantlyEnv } from './accounts-api.ts'
import type { OauthSessions } from './oauth-sessions.ts'
import type { InstantlyState } from './state.ts'
import { errorBody, refuse } from './wire.ts'

/** Calls below `/oauth`: https://developer.instantly.ai/guides/oauth-connection-flow */
export function oauthApi(state: InstantlyState, sessions: OauthSessions) {
  const app = new Hono<InstantlyEnv>()
  // 75 a minute for a workspace and 150 for an address; whoever asks the sandbox has one and the same.
  const ofWorkspace = createBuckets(state.world, 75 / 60, 75)
  const ofAddress = createBuckets(state.world, 150 / 60, 150)

  app.post('/:provider/init', (c) => {
    const provider = c.req.param('provider')
    if (!isProvider(provider)) return c.json(errorBody(404, 'Route not found'), 404)
    for (const bucket of [ofWorkspace(c.get('workspaceId')), ofAddress('')]) {
      const taken = bucket.take()
      if (!taken.ok)
        return c.json(errorBody(429, 'Rate limit exceeded'), 429, {
          'Retry-After': String(taken.retryAfterSeconds),
        })
    }
    return c.json(sessions.begin(c.get('workspaceId'), provider))
  })

  app.get('/session/status/:id', (c) => {
    const session = sessions.read(c.get('workspaceId'), c.req.param('id'))
    return session ? c.json(session) : refuse(c, 404, 'Session not found')
  })
  return app
}

/** Where the sign-in pages send the browser: nobody's key, only what the session is known by. */
export function oauthCallback(sessions: OauthSessions) {
  return new Hono().get('/:provider/callback', (c) => {
    const provider = c.req.param('provider')
    const outcome = isProvider(provider)
      ? sessions.finish(provider, c.req.query('state') ?? '', {
          code: c.req.query('code'),
          error: c.req.query('error'),
        })
      : undefined
    const [title, text] =
      outcome === undefined
        ? ['This link has expired', 'Start connecting the account again.']
        : outcome.status === 'success'
          ? ['Account connected', `${outcome.email} is connected. You can close this window.`]
          : ['The account was not connected', outcome.error_description]
    return signInPage(c, { title, status: outcome ? 200 : 400 }, html`<h1>${title}</h1><p>${text}</p>`)
  })
}
