import { createMiddleware } from 'hono/factory'
import type { InstantlyEnv } from './accounts-api.ts'
import { mayDo, scopeOf } from './scopes.ts'
import type { InstantlyState } from './state.ts'
import { refuse } from './wire.ts'

const root = '/api/v2'

/** Bearer key, plan, scope and limits of the documented API, in the order the vendor checks them. */
export function keyAuth(state: InstantlyState) {
  return createMiddleware<InstantlyEnv>(async (c, next) => {
    const apiKey = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    const key = apiKey ? state.keyOf(apiKey) : undefined
    if (!key) return refuse(c, 401, 'Invalid API key')
    const acting = c.req.header('x-as-workspace')
    // Only an admin workspace's key acts on others; none exists here.
    if (acting && acting !== key.workspaceId)
      return refuse(c, 403, 'This API key cannot act on that workspace')
    if (!state.workspaces.get(key.workspaceId)?.planId)
      return refuse(c, 402, 'The workspace has no active paid plan. Please upgrade to use the API.')
    const scope = scopeOf(c.req.method, c.req.path.slice(c.req.path.indexOf(root) + root.length))
    if (scope && !mayDo(key.scopes, scope))
      return refuse(c, 403, 'The API key does not have the required scopes')
    if (!state.takeCall(key.workspaceId)) return refuse(c, 429, 'Rate limit exceeded')
    state.finishDueJobs(key.workspaceId)
    c.set('workspaceId', key.workspaceId)
    await next()
  })
}
