import { Hono } from 'hono'
import type { VendorFactory } from '#vendors/sandbox/world.ts'
import { apiV1 } from './api-v1.ts'
import { createSmartleadControl } from './control.ts'
import { graphql } from './graphql.ts'
import { overLimit } from './key-auth.ts'
import { createOauthLinks } from './oauth-links.ts'
import { smartleadSections } from './sections.ts'
import { seedSmartlead } from './seed.ts'
import { createSmartleadState } from './state.ts'
import { webAppApi } from './web-app-api.ts'

/** Smartlead: the documented API at `/api/v1`, its web app's own calls at `/api` and `/graphql`. */
export const createSmartlead: VendorFactory = (world) => {
  const state = createSmartleadState(world)
  // Both spellings of a path are one: the documentation writes some with a slash at their end.
  const app = new Hono({ strict: false })
  const links = createOauthLinks(state)
  app.route('/oauth', links.callback)
  app.route('/api/v1', apiV1(state))
  app.route('/api', webAppApi(state))
  app.route('/graphql', graphql(state))
  app.notFound((c) => c.text(`Cannot ${c.req.method} ${c.req.path}`, 404))

  return {
    name: 'smartlead',
    prefix: '/smartlead',
    app,
    seed: () => seedSmartlead(state),
    control: createSmartleadControl(state, links),
    sections: () => smartleadSections(state, links),
    playFault(fault) {
      const seconds = fault.retryAfter ?? 1
      if (fault.kind === '429')
        return Response.json(overLimit(seconds), {
          status: 429,
          headers: { 'retry-after': String(seconds) },
        })
      if (fault.kind === '429_bare')
        return Response.json(
          { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Slow down' } },
          { status: 429 },
        )
      if (fault.kind === '500') return Response.json({ error: 'Internal server error' }, { status: 500 })
      return undefined
    },
  }
}
