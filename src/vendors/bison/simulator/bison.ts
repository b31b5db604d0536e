import { Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { VendorFactory } from '#vendors/sandbox/world.ts'
import { bisonApi } from './api.ts'
import { bisonCountsControl } from './counts.ts'
import { createOauthSessions } from './oauth-sessions.ts'
import { bisonSections } from './sections.ts'
import { seedBison } from './seed.ts'
import { createBisonState } from './state.ts'
import { bisonUploads } from './uploads.ts'
import { variantsControl } from './variants.ts'

/**
 * One Email Bison instance. Customers name it by scheme and host alone, so it has a port of its own beside the
 * main one; in-process, every host name that begins with `bison.` is it.
 */
export const createBison: VendorFactory = (world) => {
  const state = createBisonState(world)
  const app = new Hono()
  const sessions = createOauthSessions(state)
  app.route('/api', bisonApi(state, sessions.api))
  app.route('/oauth', sessions.callback)
  app.get('/login', (c) => c.html('<!doctype html><title>Sign in</title><h1>Sign in</h1>'))
  return {
    name: 'bison',
    prefix: '/bison',
    hostPrefix: 'bison.',
    app,
    control: new Hono()
      .route('/', bisonUploads(state))
      .route('/', bisonCountsControl(state))
      .route('/', variantsControl(world))
      // `POST /_bison/keys/revoke {key}`: somebody deletes it on the instance's pages.
      .post('/keys/revoke', async (c) => {
        state.revoke((await controlBody(c, z.strictObject({ key: z.string() }))).key)
        return c.json({})
      }),
    seed: () => seedBison(state),
    sections: () => bisonSections(state),
    async listen(plan) {
      const own = await plan.openHttp(1)
      return { ports: { bison: own.port }, close: own.close }
    },
    playFault(fault) {
      if (fault.kind === '429')
        return Response.json(
          { message: 'Too Many Attempts.' },
          { status: 429, headers: { 'retry-after': String(fault.retryAfter ?? 1) } },
        )
      if (fault.kind === '429_bare') return Response.json({ message: 'Too Many Attempts.' }, { status: 429 })
      if (fault.kind === '500') return Response.json({ message: 'Server Error' }, { status: 500 })
      return undefined
    },
  }
}
