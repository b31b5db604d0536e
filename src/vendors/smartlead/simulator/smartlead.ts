import { Hono } from 'hono'
import * as z from 'zod'
import { demoSenders } from '#vendors/sandbox/demo-senders.ts'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { VendorFactory } from '#vendors/sandbox/world.ts'
import { apiV1 } from './api-v1.ts'
import { demoSmartlead } from './demo.ts'
import { domainCountsControl } from './domain-counts.ts'
import { overLimit } from './key-auth.ts'
import type { OauthLinks } from './oauth-links.ts'
import { createOauthLinks } from './oauth-links.ts'
import { smartleadSections } from './sections.ts'
import type { SmartleadState } from './state.ts'
import { createSmartleadState, freshWarmup } from './state.ts'
import { variantsControl } from './variants.ts'
import { bearerOf, webAppApi } from './web-app-api.ts'

interface GraphqlRequest {
  query?: string
  variables?: {
    offset?: number
    limit?: number
    where?: { name?: { _eq?: string; _in?: string[]; _ilike?: string } }
    object?: { name?: string; color?: string }
    id?: number
  }
}

/** The three tag operations of the vendor's GraphQL server; whatever is wrong is answered with status 200. */
function graphql(state: SmartleadState) {
  return new Hono().post('/', async (c) => {
    const refuse = (message: string, code: string) =>
      c.json({ errors: [{ message, extensions: { path: '$', code } }] })
    const userId = state.userOfToken(bearerOf(c.req.header('authorization')))
    if (userId === undefined) return refuse('Could not verify JWT: JWTExpired', 'invalid-jwt')
    const { query = '', variables = {} } = (await c.req.json().catch(() => ({}))) as GraphqlRequest
    const shown = (tag: { id: number; name: string; color: string; createdAt: string }) => ({
      id: tag.id,
      name: tag.name,
      color: tag.color,
      created_at: tag.createdAt,
    })

    if (/\binsert_tags_one\s*\(/.test(query)) {
      const { name, color } = variables.object ?? {}
      if (!name)
        return refuse('null value in column "name" violates not-null constraint', 'constraint-violation')
      return c.json({ data: { insert_tags_one: shown(state.addTag(userId, name, color ?? '#B1FCFA')) } })
    }
    if (/\bdelete_tags_by_pk\s*\(/.test(query)) {
      const tag = state.tagsOf(userId).find((known) => known.id === variables.id)
      if (tag) state.tags.delete(String(tag.id))
      return c.json({ data: { delete_tags_by_pk: tag ? shown(tag) : null } })
    }
    if (/\btags\s*\(/.test(query)) {
      const { offset = 0, limit = 100, where = {} } = variables
      const { _eq, _in, _ilike } = where.name ?? {}
      const pattern = _ilike?.replaceAll('%', '').toLowerCase()
      const page = state
        .tagsOf(userId)
        .filter((tag) => _eq === undefined || tag.name === _eq)
        .filter((tag) => _in === undefined || _in.includes(tag.name))
        .filter((tag) => pattern === undefined || tag.name.toLowerCase().includes(pattern))
        .slice(offset, offset + limit)
      return c.json({ data: { tags: page.map(shown) } })
    }
    return refuse('query is not a valid GraphQL document', 'validation-failed')
  })
}

/** The demo customer's account: half of it in campaigns, one sender barred from warm-up. */
function seedSmartlead(state: SmartleadState) {
  const { userId } = demoSmartlead
  state.users.put(String(userId), {
    id: userId,
    uuid: '5c8a1f0e-7b61-4c5e-9a51-3d0f6f2a4102',
    email: demoSmartlead.email,
    name: demoSmartlead.name,
    apiKey: demoSmartlead.apiKey,
    password: demoSmartlead.password,
  })
  state.keys.put(demoSmartlead.apiKey, userId)
  state.tokens.put(demoSmartlead.jwt, userId)
  const tag = state.addTag(userId, 'northwind', '#B1FCFA')
  state.world.store.transaction(() => {
    for (const [index, sender] of demoSenders(demoSmartlead.domains).entries()) {
      const google = sender.provider === 'google'
      state.add({
        userId,
        fromName: `${sender.firstName} ${sender.lastName}`,
        fromEmail: sender.email,
        userName: sender.email,
        password: 'demo',
        type: google ? 'GMAIL' : 'OUTLOOK',
        smtpHost: google ? 'smtp.gmail.com' : 'smtp.office365.com',
        smtpPort: 587,
        imapHost: google ? 'imap.gmail.com' : 'outlook.office365.com',
        imapPort: 993,
        messagePerDay: 20,
        minTimeToWaitInMins: 10,
        dailySentCount: index % 2 ? 0 : 12,
        signature: null,
        inUse: index % 2 === 0,
        suspended: false,
        connected: index !== 41,
        warmup: {
          ...freshWarmup(),
          status: index % 4 === 0 || index === 90 ? 'INACTIVE' : 'ACTIVE',
          reputation: 90 + (index % 11),
          blockedReason: index === 90 ? 'Too many bounces in the last 7 days' : null,
        },
        tagIds: index % 3 === 0 ? [tag.id] : [],
      })
    }
  })
}

/** What people do in Smartlead's own pages. */
const createSmartleadControl = (state: SmartleadState, links: OauthLinks) =>
  new Hono()
    .route('/', domainCountsControl(state.world))
    .route('/', variantsControl(state.world))
    /** Email Accounts, "Add Microsoft account": the address that the button leads to. */
    .post('/link', async (c) => {
      const { apiKey, provider } = await controlBody(
        c,
        z.object({ apiKey: z.string().min(1), provider: z.enum(['microsoft', 'google']) }),
      )
      const userId = state.userOfKey(apiKey)
      if (userId === undefined) return c.json({ message: 'No user here has this key.' }, 404)
      return c.json({ link: links.linkOf(userId, provider) })
    })
    /** Settings, OAuth Configuration, "Private Infrastructure": the app of one's own that refreshes tokens. */
    .post('/oauth-app', async (c) => {
      const { userId, provider, clientId } = await controlBody(
        c,
        z.object({
          userId: z.number(),
          provider: z.enum(['microsoft', 'google']),
          clientId: z.string().min(1),
        }),
      )
      const user = state.users.get(String(userId))
      if (!user) return c.json({ message: `No user here has the id ${userId}.` }, 404)
      state.users.put(String(userId), { ...user, ownApps: { ...user.ownApps, [provider]: clientId } })
      return c.json({ userId, provider, clientId })
    })

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
