import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { Grant } from '#vendors/sandbox/sign-in/grants.ts'
import { signInPage } from '#vendors/sandbox/sign-in/html-page.ts'
import { createMailboxAccess } from '#vendors/sandbox/sign-in/mailbox-access.ts'
import {
  appOf,
  callbackOf,
  isProvider,
  type Provider,
  signInLink,
} from '#vendors/sandbox/sign-in/oauth-apps.ts'
import type { Collection } from '#vendors/sandbox/store.ts'
import type { BisonEnv } from './senders-api.ts'
import type { BisonState } from './state.ts'
import { variantsIn } from './variants.ts'

/** Inferred: how long a page waits for somebody is not documented. */
const sessionLivesMs = 10 * 60_000

/** In `bison.oauthSessions`, by id; its parent is the workspace. */
interface OauthSession {
  id: number
  workspaceId: number
  provider: Provider
  /** What the callback knows it by. */
  state: string
  url: string
  expiresAt: number
  outcome?: 'success' | 'failure'
}

const app = appOf('bison')

/**
 * Pages on which a mailbox is signed in to, begun by the API: https://docs.emailbison.com/oauth-sessions/overview.
 * It names `id`, `url` and `status`; inferred: that they stand in `data` like all else of this API, and that a failure
 * has no reason.
 */
export function createOauthSessions(state: BisonState) {
  const { world } = state
  const sessions: Collection<OauthSession> = world.store.collection('bison.oauthSessions')
  const idByState: Collection<number> = world.store.collection('bison.oauthStates')
  const access = createMailboxAccess(world)
  // Sixty a minute, by the reference.
  const begun = createBuckets(world, 1, 60)

  const save = (session: OauthSession) =>
    sessions.put(String(session.id), session, String(session.workspaceId))
  const statusOf = ({ outcome, expiresAt }: OauthSession) =>
    outcome ?? (expiresAt <= world.now() ? 'expired' : 'pending')
  const shown = (session: OauthSession) => ({
    data: { id: session.id, url: session.url, status: statusOf(session) },
  })

  /** Whoever signed in is connected, whoever was meant. An address lives in one workspace only. */
  function connect(workspaceId: number, grant: Grant, refreshToken: string): boolean {
    const known = state.senderOf(workspaceId, grant.email)
    if (!known && state.isTaken(grant.email)) return false
    const { imap, smtp } = access.withToken(refreshToken)
    const status = (imap ?? smtp) === undefined ? ('Connected' as const) : ('Not connected' as const)
    if (known) state.save({ ...known, status })
    else
      state.add(workspaceId, {
        email: grant.email,
        name: grant.name,
        password: '',
        type: grant.provider === 'google' ? 'google_workspace_oauth' : 'microsoft_oauth',
        status,
      })
    return true
  }

  const api = new Hono<BisonEnv>()
  api.use(async (c, next) => {
    if (!variantsIn(world).hasSignInSessions)
      return c.json({ message: `The route ${c.req.path} could not be found.` }, 404)
    await next()
  })
  api.post('/:provider', (c) => {
    const provider = c.req.param('provider')
    if (!isProvider(provider)) return c.json({ message: 'Record not found.' }, 404)
    const taken = begun(String(c.get('workspaceId'))).take()
    if (!taken.ok)
      return c.json({ message: 'Too Many Attempts.' }, 429, {
        'Retry-After': String(taken.retryAfterSeconds),
      })
    const token = randomBytes(18).toString('base64url')
    const session: OauthSession = {
      id: world.store.next('bison.oauthSession'),
      workspaceId: c.get('workspaceId'),
      provider,
      state: token,
      url: signInLink(world, app, provider, token),
      expiresAt: world.now() + sessionLivesMs,
    }
    save(session)
    idByState.put(token, session.id)
    return c.json(shown(session), 201)
  })
  api.get('/:id', (c) => {
    const session = sessions.get(c.req.param('id'))
    return session?.workspaceId === c.get('workspaceId')
      ? c.json(shown(session))
      : c.json({ message: 'Record not found.' }, 404)
  })

  /** Where the sign-in pages send the browser: nobody's key, only what the session is known by. */
  const callback = new Hono().get('/:provider/callback', (c) => {
    const session = sessions.get(String(idByState.get(c.req.query('state') ?? '') ?? ''))
    const isOpen = session?.provider === c.req.param('provider') && statusOf(session) === 'pending'
    if (!session || !isOpen)
      return signInPage(
        c,
        { title: 'This link has expired', status: 400 },
        html`<h1>This link has expired</h1><p>Start connecting the account again.</p>`,
      )
    const given = access.grants.redeem(
      c.req.query('code') ?? '',
      app[session.provider].clientId,
      callbackOf(world, app, session.provider),
    )
    const isConnected = given !== undefined && connect(session.workspaceId, given.grant, given.refreshToken)
    save({ ...session, outcome: isConnected ? 'success' : 'failure' })
    const title = isConnected ? 'Account connected' : 'The account was not connected'
    return signInPage(
      c,
      { title, status: isConnected ? 200 : 400 },
      html`<h1>${title}</h1><p>You can close this window.</p>`,
    )
  })

  return { api, callback }
}
