import { createHash, randomBytes } from 'node:crypto'
import { createSignedTokens } from '../signed-token.ts'
import type { Collection } from '../store.ts'
import type { World } from '../world.ts'
import type { Provider } from './oauth-apps.ts'

/** What someone who signed in has given to an app. */
export interface Grant {
  provider: Provider
  clientId: string
  /** The tenant, or the Workspace account. */
  holder: string
  userId: string
  email: string
  name: string
  scopes: string[]
  /** Of the password signed in with: a new password ends what was given before. */
  passwordMark: string
}

interface Code {
  grant: Grant
  redirectUri: string
  expiresAt: number
}

/** Ten minutes: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
const codeLivesMs = 600_000

export const markOf = (password: string): string =>
  createHash('sha256').update(password).digest('base64url').slice(0, 16)

/** Refresh tokens look like each host's; what follows is ours. */
const refreshPrefix = { microsoft: '1.', google: '1//' } as const

/** Codes that the pages send back to a tool, and the tokens it gets for them. */
export function createGrants(world: World) {
  const codes: Collection<Code> = world.store.collection('signIn.codes')
  const signed = createSignedTokens<Grant & { use: 'access' | 'refresh' }>(world.store, 'signIn.grants')

  function tokensFor(grant: Grant) {
    const issue = (use: 'access' | 'refresh') => signed.issue({ ...grant, use })
    return {
      accessToken: issue('access'),
      refreshToken: `${refreshPrefix[grant.provider]}${issue('refresh')}`,
    }
  }

  return {
    issueCode(grant: Grant, redirectUri: string): string {
      const code = randomBytes(24).toString('base64url')
      codes.put(code, { grant, redirectUri, expiresAt: world.now() + codeLivesMs })
      return code
    },
    /** A code is good once, for the app and the address it was made for. */
    redeem(code: string, clientId: string, redirectUri: string) {
      const known = codes.get(code)
      codes.delete(code)
      if (!known || known.expiresAt <= world.now()) return undefined
      if (known.grant.clientId !== clientId || known.redirectUri !== redirectUri) return undefined
      return { grant: known.grant, ...tokensFor(known.grant) }
    },
    tokensFor,
    /** What a refresh token stands for, whether or not it still holds. */
    read(refreshToken: string): Grant | undefined {
      const prefix = Object.values(refreshPrefix).find((known) => refreshToken.startsWith(known))
      const claims = prefix && signed.read(refreshToken.slice(prefix.length))
      return claims && claims.use === 'refresh' ? claims : undefined
    },
  }
}

export type Grants = ReturnType<typeof createGrants>
