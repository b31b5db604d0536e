import { randomBytes, randomUUID } from 'node:crypto'
import type { Grant } from '#vendors/sandbox/sign-in/grants.ts'
import { createMailboxAccess } from '#vendors/sandbox/sign-in/mailbox-access.ts'
import { appOf, callbackOf, type Provider, signInLink } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import type { Collection } from '#vendors/sandbox/store.ts'
import { freshAccount, type InstantlyState } from './state.ts'

/** https://developer.instantly.ai/guides/oauth-connection-flow */
const sessionLivesMs = 10 * 60_000
const keptMs = 86_400_000
/** Inferred: how long a new account is not usable yet. */
const setupMs = 5_000

/** In `instantly.oauthSessions`, by id; its parent is the workspace. */
interface OauthSession {
  id: string
  workspaceId: string
  provider: Provider
  /** What the tool's callback knows it by. */
  state: string
  expiresAt: number
  outcome?:
    | { status: 'success'; email: string; name: string }
    | { status: 'error'; error: string; error_description: string }
}

interface Callback {
  code?: string
  error?: string
  errorDescription?: string
}

const app = appOf('instantly')
const providerCode = { google: 2, microsoft: 3 } as const

const failed = (error: string, error_description: string) => ({
  status: 'error' as const,
  error,
  error_description,
})

/** Sign-ins that were begun by the API, and what came of them. */
export function createOauthSessions(state: InstantlyState) {
  const { world } = state
  const sessions: Collection<OauthSession> = world.store.collection('instantly.oauthSessions')
  const idByState: Collection<string> = world.store.collection('instantly.oauthStates')
  const access = createMailboxAccess(world)

  function forget(session: OauthSession) {
    sessions.delete(session.id)
    idByState.delete(session.state)
  }

  function outcomeOf({ workspaceId, provider }: OauthSession, answer: Callback): OauthSession['outcome'] {
    // The one error that the guide shows.
    if (answer.error) return failed('access_denied', 'User denied access to the application')
    const given = access.grants.redeem(
      answer.code ?? '',
      app[provider].clientId,
      callbackOf(world, app, provider),
    )
    // Inferred, as every other error's name is.
    if (!given) return failed('invalid_grant', 'The authorization code is invalid or has expired')
    if (!connect(state, workspaceId, given.grant, given.refreshToken))
      return failed('account_exists', 'Account already exists in another workspace')
    return { status: 'success', email: given.grant.email, name: given.grant.name }
  }

  return {
    begin(workspaceId: string, provider: Provider) {
      for (const session of sessions.list({ parent: workspaceId }))
        if (session.expiresAt + keptMs < world.now()) forget(session)
      const session: OauthSession = {
        id: randomUUID(),
        workspaceId,
        provider,
        state: randomBytes(18).toString('base64url'),
        expiresAt: world.now() + sessionLivesMs,
      }
      sessions.put(session.id, session, workspaceId)
      idByState.put(session.state, session.id)
      return {
        session_id: session.id,
        auth_url: signInLink(world, app, provider, session.state),
        expires_at: new Date(session.expiresAt).toISOString(),
      }
    },

    /** An outcome is told once: reading it deletes the session. */
    read(workspaceId: string, id: string): Record<string, string> | undefined {
      const session = sessions.get(id)
      if (session?.workspaceId !== workspaceId) return undefined
      if (session.outcome) {
        forget(session)
        return session.outcome
      }
      return { status: session.expiresAt <= world.now() ? 'expired' : 'pending' }
    },

    /** What the browser brings back; false where it is too late or nobody asked. */
    finish(provider: Provider, stateField: string, answer: Callback): OauthSession['outcome'] {
      const session = sessions.get(idByState.get(stateField) ?? '')
      const isOpen = session && !session.outcome && session.expiresAt > world.now()
      if (!isOpen || session.provider !== provider) return undefined
      return world.store.transaction(() => {
        const outcome = outcomeOf(session, answer)
        sessions.put(session.id, { ...session, outcome }, session.workspaceId)
        return outcome
      })
    },
  }
}

/** Whoever signed in is connected, whoever was meant. An address that is there already is connected again. */
function connect(state: InstantlyState, workspaceId: string, grant: Grant, refreshToken: string): boolean {
  const { world, accounts } = state
  const known = accounts.get(grant.email)
  if (known && known.workspaceId !== workspaceId) return false
  const [firstName = '', ...rest] = grant.name.split(' ')
  const { statusMessage: _, ...account } =
    known ??
    freshAccount({
      email: grant.email,
      workspaceId,
      firstName,
      lastName: rest.join(' '),
      password: '',
      providerCode: providerCode[grant.provider],
      createdAt: state.timestamp(),
    })
  state.save({
    ...account,
    refreshToken,
    signIns: (account.signIns ?? 0) + 1,
    providerCode: providerCode[grant.provider],
    status: 1,
    setupPending: true,
    setupDoneAt: world.now() + setupMs * world.delayScale,
  })
  return true
}

export type OauthSessions = ReturnType<typeof createOauthSessions>
