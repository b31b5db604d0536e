import { Hono } from 'hono'
import type { VendorFactory } from '#vendors/sandbox/world.ts'
import type { InstantlyEnv } from './accounts-api.ts'
import { analyticsApi, analyticsControl } from './analytics-api.ts'
import { apiV2 } from './api-v2.ts'
import { browserApi } from './browser-api.ts'
import { keyAuth } from './key-auth.ts'
import { oauthApi, oauthCallback } from './oauth-api.ts'
import { createOauthSessions } from './oauth-sessions.ts'
import { instantlySections } from './sections.ts'
import { seedInstantly } from './seed.ts'
import { createInstantlyState } from './state.ts'
import { testEmail } from './test-email.ts'
import { errorBody } from './wire.ts'

/** Instantly: the documented API v2 at `/api/v2`, its web app's own calls at `/app`. */
export const createInstantly: VendorFactory = (world) => {
  const state = createInstantlyState(world)
  const documented = new Hono<InstantlyEnv>()
  documented.use(keyAuth(state))
  documented.route('/accounts', analyticsApi(world, state))
  documented.route('/', apiV2(state))
  const sessions = createOauthSessions(state)
  documented.route('/oauth', oauthApi(state, sessions))
  documented.route('/emails', testEmail(state))
  const app = new Hono()
  app.route('/oauth', oauthCallback(sessions))
  app.route('/api/v2', documented)
  app.route('/app', browserApi(state))
  app.notFound((c) => c.json(errorBody(404, 'Route not found'), 404))

  return {
    name: 'instantly',
    prefix: '/instantly',
    app,
    control: analyticsControl(world),
    seed: () => seedInstantly(state),
    tick: () => state.finishDueJobs(),
    sections: () => instantlySections(state),
    playFault(fault) {
      const status = new Map<string, number>([
        ['429', 429],
        ['429_bare', 429],
        ['500', 500],
        ['503', 503],
      ]).get(fault.kind)
      if (!status) return undefined
      const headers: Record<string, string> =
        fault.kind === '429' || fault.kind === '503' ? { 'retry-after': String(fault.retryAfter ?? 1) } : {}
      const message =
        status === 429
          ? 'Rate limit exceeded'
          : status === 503
            ? 'The service is temporarily unavailable'
            : 'Something went wrong'
      return Response.json(errorBody(status, message), { status, headers })
    },
  }
}
