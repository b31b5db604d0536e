import { Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { fieldsOf } from '#vendors/sandbox/json-body.ts'
import type { InstantlyEnv } from './accounts-api.ts'
import { apiV2 } from './api-v2.ts'
import type { InstantlyAccount, InstantlyState } from './state.ts'

const nameForm = z.object({ first: z.string(), last: z.string() }).partial()

/**
 * What the vendor's own web app calls (undocumented): the older calls below `/backend/api/v1` and
 * `/backend-alt/api/v1`, and a mirror of the documented API below `/backend/api/v2`. A session cookie and a
 * workspace token take the place of a key.
 */
export function browserApi(state: InstantlyState) {
  const app = new Hono<InstantlyEnv>()
  const signedIn = signedInBrowser(state)

  app.get('/api-alt/user/user_details', (c) => {
    const session = state.sessions.get(getCookie(c, '__session') ?? '')
    if (!session) return c.json({ error: 'Unauthorized' }, 401)
    return c.json({
      id: session.userId,
      email: session.email,
      name: { first: 'Demo', last: 'Owner' },
      organization_list: session.workspaceIds.map((id) => ({ id, name: state.workspaces.get(id)?.name })),
    })
  })

  const v1 = new Hono<InstantlyEnv>()
  v1.use(signedIn)
  addList(v1, state)
  addUpdates(v1, state)
  addWarmup(v1, state)
  addReading(v1, state)

  const v2 = new Hono<InstantlyEnv>()
  v2.use(signedIn)
  v2.route('/', apiV2(state))
  return app.route('/backend/api/v1', v1).route('/backend-alt/api/v1', v1).route('/backend/api/v2', v2)
}

/** Lets a browser pass that is signed in to a workspace it belongs to. */
const signedInBrowser = (state: InstantlyState) =>
  createMiddleware<InstantlyEnv>(async (c, next) => {
    const browser = state.browserOf(getCookie(c, '__session') ?? '', c.req.header('x-org-auth') ?? '')
    if (browser === 'signed out') return c.json({ error: 'Unauthorized' }, 401)
    if (browser === 'not a member') return c.json({ error: 'You are not a member of this workspace' }, 403)
    const named = c.req.header('x-workspace-id')
    if (named && named !== browser.workspaceId)
      return c.json({ error: 'You are not a member of this workspace' }, 403)
    if (!state.takeCall(browser.workspaceId)) return c.json({ error: 'Too many requests' }, 429)
    state.finishDueJobs(browser.workspaceId)
    c.set('workspaceId', browser.workspaceId)
    await next()
  })

/** An account of the caller's workspace. */
const own = (
  { accounts }: InstantlyState,
  workspaceId: string,
  email: unknown,
): InstantlyAccount | undefined => {
  const account = accounts.get(String(email).toLowerCase())
  return account?.workspaceId === workspaceId ? account : undefined
}

function addList(v1: Hono<InstantlyEnv>, state: InstantlyState): void {
  v1.post('/account/list', async (c) => {
    const body = await fieldsOf(c)
    const search = String(body.search ?? '').toLowerCase()
    const skip = Number(body.skip ?? 0)
    const limit = Number(body.limit ?? 10)
    const known = state.tags.list({ parent: c.get('workspaceId') })
    const page = state
      .accountsOf(c.get('workspaceId'))
      .filter((account) => account.email.includes(search))
      .slice(skip, skip + limit)
    return c.json({
      accounts: page.map((account) => ({
        email: account.email,
        status: account.status,
        warmup_status: account.warmupStatus,
        stat_warmup_score: account.warmupScore,
        timestamp_created: account.createdAt,
        payload: {
          name: { first: account.firstName, last: account.lastName },
          daily_limit: account.dailyLimit,
          signature: account.signature,
          provider: providerNames[account.providerCode] ?? 'imap',
          warmup: {
            limit: account.warmup.limit,
            increment: Number(account.warmup.increment) || 0,
            reply_rate: account.warmup.replyRate,
          },
        },
        ...(body.include_tags === true && {
          tags: known
            .filter((tag) => account.tagIds.includes(tag.id))
            .map(({ id, label }) => ({ id, label })),
        }),
      })),
    })
  })
}

function addUpdates(v1: Hono<InstantlyEnv>, state: InstantlyState): void {
  // Fields it does not know are ignored in silence, a signature among them.
  v1.post('/account/update', async (c) => {
    const body = await fieldsOf(c)
    const account = own(state, c.get('workspaceId'), body.email)
    if (!account) return c.json({ error: 'Account not found' }, 404)
    const name = nameForm.safeParse(body.name).data ?? {}
    state.save({
      ...account,
      firstName: name.first ?? account.firstName,
      lastName: name.last ?? account.lastName,
      dailyLimit: numberOr(body.daily_limit, account.dailyLimit),
      sendingGap: numberOr(body.sending_gap_minutes, account.sendingGap),
      warmup: {
        ...account.warmup,
        limit: numberOr(body.warmup_limit, account.warmup.limit),
        increment:
          body.warmup_increment === undefined ? account.warmup.increment : String(body.warmup_increment),
        replyRate: numberOr(body.warmup_reply_rate_percent, account.warmup.replyRate),
      },
    })
    return c.json({ status: 'success' })
  })
  v1.post('/account/update/bulk', async (c) => {
    const body = await fieldsOf(c)
    const payload = z.record(z.string(), z.unknown()).safeParse(body.payload).data ?? {}
    for (const email of z.array(z.string()).safeParse(body.emails).data ?? []) {
      const account = own(state, c.get('workspaceId'), email)
      if (account) state.save({ ...account, dailyLimit: numberOr(payload.daily_limit, account.dailyLimit) })
    }
    return c.json({ status: 'success' })
  })
}

function addWarmup(v1: Hono<InstantlyEnv>, state: InstantlyState): void {
  for (const [path, warmupStatus] of [
    ['/account/warmup/enable', 1],
    ['/account/warmup/pause', 0],
  ] as const) {
    v1.post(path, async (c) => {
      const account = own(state, c.get('workspaceId'), (await fieldsOf(c)).email)
      // Errors of this call come with status 200.
      if (!account) return c.json({ error: 'Account not found' })
      if (account.status < 0) return c.json({ error: 'Account has a connection error' })
      if (account.warmupStatus < 0) return c.json({ error: 'Account is banned from warmup' })
      const warmupStartedAt = warmupStatus
        ? (account.warmupStartedAt ?? state.timestamp())
        : account.warmupStartedAt
      state.save({ ...account, warmupStatus, warmupStartedAt })
      return c.json({ status: 'success' })
    })
  }
}

function addReading(v1: Hono<InstantlyEnv>, state: InstantlyState): void {
  v1.get('/account/status', (c) => {
    const account = own(state, c.get('workspaceId'), c.req.query('email'))
    if (!account) return c.json({ error: 'Account not found' }, 404)
    return c.json({ account: account.email, status: account.status, warmup_status: account.warmupStatus })
  })
  v1.post('/organization/get_org_data', (c) => {
    const workspace = state.workspaces.get(c.get('workspaceId'))
    return c.json({ id: workspace?.id, name: workspace?.name, plan_id: workspace?.planId })
  })
}

const providerNames: Record<number, string> = {
  1: 'imap',
  2: 'google',
  3: 'microsoft',
  4: 'aws',
  8: 'airmail',
}

/** This API takes numbers as text too. */
function numberOr<T>(value: unknown, otherwise: T): number | T {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise
}
