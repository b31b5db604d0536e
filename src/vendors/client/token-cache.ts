import type { CallContext } from '#vendors/ports/call-context.ts'
import { isVendorError } from './vendor-error.ts'

export interface AccessToken {
  value: string
  expiresInSeconds: number
}

/** A token is renewed this long before it expires, or after half its life when that is shorter. */
const renewBeforeSeconds = 300

/**
 * Keeps access tokens by scope for as long as they are good. Two callers at once may both fetch one: sharing the
 * request would hand one caller's lost lease to the other.
 */
export function createTokenCache(fetchToken: (scope: string, ctx: CallContext) => Promise<AccessToken>) {
  const cached = new Map<string, { value: string; renewAt: number }>()

  async function renew(scope: string, ctx: CallContext): Promise<string> {
    const { value, expiresInSeconds } = await fetchToken(scope, ctx)
    const goodForSeconds = Math.max(expiresInSeconds - renewBeforeSeconds, expiresInSeconds / 2)
    cached.set(scope, { value, renewAt: performance.now() + goodForSeconds * 1000 })
    return value
  }

  /** A kept token that the vendor no longer takes (401) is replaced once: nothing has happened by then. */
  return async function withToken<T>(
    scope: string,
    ctx: CallContext,
    use: (token: string) => Promise<T>,
  ): Promise<T> {
    const kept = cached.get(scope)
    if (kept && performance.now() < kept.renewAt) {
      try {
        return await use(kept.value)
      } catch (error) {
        if (!isVendorError(error, 'unauthorised') || error.status !== 401) throw error
        cached.delete(scope)
      }
    }
    return use(await renew(scope, ctx))
  }
}

export type WithToken = ReturnType<typeof createTokenCache>
