import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import type { ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import { demoSenders } from '#vendors/sandbox/demo-senders.ts'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { VendorFactory } from '#vendors/sandbox/world.ts'
import type { InstantlyEnv } from './accounts-api.ts'
import { analyticsApi, analyticsControl } from './analytics-api.ts'
import { apiV2 } from './api-v2.ts'
import { browserApi } from './browser-api.ts'
import { demoInstantly } from './demo.ts'
import { oauthApi, oauthCallback } from './oauth-api.ts'
import { createOauthSessions } from './oauth-sessions.ts'
import { mayDo, scopeOf } from './scopes.ts'
import type { InstantlyState } from './state.ts'
import { createInstantlyState } from './state.ts'
import { errorBody, refuse } from './wire.ts'

/** The demo customer's account: some three weeks old, a few senders in trouble as in real life. */
function seedInstantly(state: InstantlyState) {
  const { workspaceId } = demoInstantly
  const createdAt = new Date(state.world.now() - 21 * 86_400_000).toISOString()
  state.workspaces.put(workspaceId, {
    id: workspaceId,
    name: demoInstantly.workspaceName,
    owner: '01969c3e-0000-7000-8000-000000000001',
    planId: 'pid_hypergrowth_v1',
    createdAt,
  })
  state.keys.put(demoInstantly.apiKey, { workspaceId, scopes: ['all:all'] })
  state.sessions.put(demoInstantly.session, {
    userId: '01969c3e-0000-7000-8000-000000000001',
    email: demoInstantly.ownerEmail,
    workspaceIds: [workspaceId],
  })
  state.orgTokens.put(demoInstantly.orgAuth, workspaceId)
  state.world.store.transaction(() => {
    for (const [index, sender] of demoSenders(demoInstantly.domains).entries()) {
      const warming = index % 5 !== 0
      state.accounts.put(
        sender.email,
        {
          email: sender.email,
          workspaceId,
          firstName: sender.firstName,
          lastName: sender.lastName,
          password: 'demo',
          // One cannot be reached and one was thrown out of warm-up.
          status: index === 37 ? -1 : 1,
          warmupStatus: index === 120 ? -1 : warming ? 1 : 0,
          providerCode: sender.provider === 'google' ? 2 : 3,
          dailyLimit: index % 11 === 0 ? null : 30,
          sendingGap: 10,
          warmupScore: warming ? 92 + (index % 9) : null,
          signature: null,
          replyTo: null,
          slowRamp: false,
          warmup: { limit: 10, increment: 'disabled', replyRate: 30, tag: 'warmup' },
          tagIds: [],
          createdAt,
          updatedAt: createdAt,
          warmupStartedAt: warming ? createdAt : null,
        },
        workspaceId,
      )
    }
  })
}

const shown = 50

/** Workspaces and their newest accounts, for the console page. */
function instantlySections(state: InstantlyState): ConsoleSection[] {
  const workspaces = state.workspaces.list()
  const accounts = state.accounts.list()
  return [
    {
      title: 'Instantly workspaces',
      columns: ['Name', 'Id', 'Plan', 'Accounts', 'Warming up'],
      empty: 'No workspace has been opened yet.',
      rows: workspaces.map((workspace) => {
        const own = accounts.filter((account) => account.workspaceId === workspace.id)
        return {
          cells: [
            workspace.name,
            { text: workspace.id, mono: true },
            workspace.planId ?? { text: 'none', tone: 'bad' },
            String(own.length),
            String(own.filter((account) => account.warmupStatus === 1).length),
          ],
        }
      }),
    },
    {
      title: 'Instantly accounts',
      columns: ['Address', 'Name', 'Daily limit', 'Warm-up', 'Signature'],
      empty: 'No sending account yet.',
      total: accounts.length,
      rows: accounts
        .slice(-shown)
        .reverse()
        .map((account) => ({
          cells: [
            { text: account.email, mono: true },
            `${account.firstName} ${account.lastName}`,
            account.dailyLimit === null ? '–' : String(account.dailyLimit),
            account.warmupStatus === 1
              ? { text: 'on', tone: 'good' as const }
              : account.warmupStatus < 0
                ? { text: 'banned', tone: 'bad' as const }
                : { text: 'off', tone: 'quiet' as const },
            account.signature ? 'set' : '–',
          ],
        })),
    },
  ]
}

const testMail = z.object({
  eaccount: z.string(),
  to_address_email_list: z.string().min(3),
  subject: z.string(),
  body: z.object({ html: z.string(), text: z.string() }).partial(),
})

/**
 * `POST /emails/test`: `{"status":"success"}`, or a failure, which comes with HTTP status 200 too. Inferred: that it is the accounts' own access that is tried,
 * and that an account still being set up fails with the error of no other name.
 * https://developer.instantly.ai/api-reference/email/send-a-test-email
 */
function testEmail(state: InstantlyState) {
  const tests = createBuckets(state.world, 10 / 60, 10)
  return new Hono<InstantlyEnv>().post('/test', async (c) => {
    if (!tests(c.get('workspaceId')).take().ok) return refuse(c, 429, 'Rate limit exceeded')
    const parsed = testMail.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success)
      return refuse(c, 400, 'body must name eaccount, to_address_email_list, subject and body')
    const account = state.accounts.get(parsed.data.eaccount.toLowerCase())
    if (account?.workspaceId !== c.get('workspaceId')) return c.json({ error: 'ACC_NOT_FOUND' })
    const seen = state.lookAgain(account)
    if (seen.setupPending) return c.json({ error: 'ACC_UNKNOWN_ERROR' })
    if (state.cannotSend(seen)) return c.json({ error: 'ACC_AUTH_ERROR' })
    return c.json({ status: 'success' })
  })
}

const root = '/api/v2'

/** Bearer key, plan, scope and limits of the documented API, in the order the vendor checks them. */
function keyAuth(state: InstantlyState) {
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
