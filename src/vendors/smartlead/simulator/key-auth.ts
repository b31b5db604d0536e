import { createMiddleware } from 'hono/factory'
import type { SmartleadState } from './state.ts'

export interface SmartleadEnv {
  Variables: { userId: number }
}

/** Knows the account by the key in the address, and counts the call against its limit. */
export function keyAuth(state: SmartleadState) {
  return createMiddleware<SmartleadEnv>(async (c, next) => {
    const userId = state.userOfKey(c.req.query('api_key') ?? '')
    if (userId === undefined) return c.json({ message: 'Invalid API Key' }, 401)
    const taken = state.takeCall(userId)
    const limit = String(Math.ceil(60 * state.world.limitsScale))
    if (!taken.ok) {
      return c.json(overLimit(taken.retryAfterSeconds), 429, {
        'Retry-After': String(taken.retryAfterSeconds),
        'X-RateLimit-Limit': limit,
        'X-RateLimit-Remaining': '0',
      })
    }
    c.set('userId', userId)
    await next()
    c.header('X-RateLimit-Limit', limit)
    c.header('X-RateLimit-Remaining', String(taken.remaining))
  })
}

export const overLimit = (retryAfterSeconds: number) => ({
  error: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Rate limit exceeded. Please retry later.',
    retry_after: retryAfterSeconds,
  },
})
