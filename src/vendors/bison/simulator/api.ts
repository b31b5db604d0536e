import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { bodyOf } from '#vendors/sandbox/json-body.ts'
import { askedDays, campaignEvents, refuseDays, warmupCountsOf } from './counts.ts'
import { type BisonEnv, sendersApi } from './senders-api.ts'
import type { BisonKey, BisonSender, BisonState, BisonWorkspace } from './state.ts'
import { invalid, pageOf, senderBody } from './wire.ts'

/** The API of one instance, below `/api`. Browsers may call it: it sends CORS headers. */
export function bisonApi(state: BisonState, oauthSessions: Hono<BisonEnv>) {
  const app = new Hono<BisonEnv>()
  app.use(cors({ origin: '*', allowHeaders: ['authorization', 'accept', 'content-type'] }))
  app.use(tokenAuth(state))
  addUser(app, state)
  addWorkspaces(app, state)
  app.route('/sender-emails', sendersApi(state))
  app.route('/oauth-sessions', oauthSessions)
  app.route('/campaign-events', campaignEvents(state))
  addWarmup(app, state)
  addTags(app, state)
  app.notFound((c) => c.json({ message: `The route ${c.req.path} could not be found.` }, 404))
  return app
}

const keyOf = (state: BisonState, token: string): BisonKey => {
  const key = state.keyOf(token)
  if (!key) throw new Error('tokenAuth lets no unknown token through.')
  return key
}

function addUser(app: Hono<BisonEnv>, state: BisonState): void {
  app.get('/users', (c) => {
    const key = keyOf(state, c.get('token'))
    const workspace = state.workspaces.get(String(key.workspaceId))
    return c.json({
      data: {
        id: 1,
        name: key.email,
        email: key.email,
        team: { id: workspace?.id, name: workspace?.name },
      },
    })
  })
}

function addWorkspaces(app: Hono<BisonEnv>, state: BisonState): void {
  for (const path of ['/workspaces', '/workspaces/v1.1'])
    app.get(path, (c) =>
      c.json({ data: state.workspacesSeenBy(keyOf(state, c.get('token'))).map(workspaceBody) }),
    )
  const admin = createMiddleware<BisonEnv>(async (c, next) => {
    if (keyOf(state, c.get('token')).kind !== 'super-admin')
      return c.json({ message: 'This action is unauthorized.' }, 403)
    await next()
  })
  const ownWorkspace = (token: string, id: unknown) =>
    state.workspacesSeenBy(keyOf(state, token)).find((workspace) => String(workspace.id) === String(id))
  app.post('/workspaces/v1.1', admin, async (c) => {
    const { name } = await bodyOf(c, z.object({ name: z.string() }).partial())
    if (!name) return invalid(c, { name: ['The name field is required.'] })
    return c.json(
      { data: workspaceBody(state.addWorkspace(keyOf(state, c.get('token')).account, name)) },
      201,
    )
  })
  app.post('/workspaces/v1.1/switch-workspace', admin, async (c) => {
    const { team_id } = await bodyOf(c, z.object({ team_id: z.number() }).partial())
    const workspace = ownWorkspace(c.get('token'), team_id)
    if (!workspace) return c.json({ message: 'Record not found.' }, 404)
    state.keys.put(c.get('token'), { ...keyOf(state, c.get('token')), workspaceId: workspace.id })
    return c.json({ data: { success: true, ...workspaceBody(workspace) } })
  })
  app.post('/workspaces/v1.1/:team/api-tokens', admin, async (c) => {
    const { name } = await bodyOf(c, z.object({ name: z.string() }).partial())
    if (!name) return invalid(c, { name: ['The name field is required.'] })
    const workspace = ownWorkspace(c.get('token'), c.req.param('team'))
    if (!workspace) return c.json({ message: 'Record not found.' }, 404)
    const { account, email } = keyOf(state, c.get('token'))
    return c.json({ data: { name, plain_text_token: state.createToken(account, email, workspace.id) } }, 201)
  })
}

function addWarmup(app: Hono<BisonEnv>, state: BisonState): void {
  app.get('/warmup/sender-emails', (c) => {
    const days = askedDays(c)
    if (!days) return refuseDays(c)
    const search = c.req.query('search')?.toLowerCase()
    const wanted = c.req.query('warmup_status')
    const rows = state
      .sendersOf(c.get('workspaceId'))
      .filter((sender) => !search || sender.email.includes(search))
      .filter((sender) => !wanted || sender.warmupEnabled === (wanted === 'enabled'))
    return pageOf(c, rows, (sender) => ({
      ...senderBody(state, sender),
      ...warmupCountsOf(state.world, sender, days),
      warmup_daily_limit: sender.warmupDailyLimit,
    }))
  })
  const named = z.object({ sender_email_ids: z.array(z.number()), daily_limit: z.number().min(1) }).partial()
  for (const warmupEnabled of [true, false])
    app.patch(`/warmup/sender-emails/${warmupEnabled ? 'enable' : 'disable'}`, async (c) =>
      changeSenders(state, c, (await bodyOf(c, named)).sender_email_ids ?? [], { warmupEnabled }),
    )
  app.patch('/warmup/sender-emails/update-daily-warmup-limits', async (c) => {
    const { sender_email_ids = [], daily_limit } = await bodyOf(c, named)
    if (daily_limit === undefined) return invalid(c, { daily_limit: ['The daily limit field is required.'] })
    return changeSenders(state, c, sender_email_ids, { warmupDailyLimit: daily_limit })
  })
}

/** Changes those of the workspace that the call names: all of them, or none. */
const changeSenders = async (
  state: BisonState,
  c: Context<BisonEnv>,
  ids: readonly number[],
  changes: Partial<Pick<BisonSender, 'warmupEnabled' | 'warmupDailyLimit'>>,
) => {
  const found = ids.map((id) => state.senderOf(c.get('workspaceId'), id))
  if (found.length === 0) return invalid(c, { sender_email_ids: ['The sender email ids field is required.'] })
  if (found.includes(undefined))
    return invalid(c, { sender_email_ids: ['The selected sender email ids is invalid.'] })
  for (const sender of found) if (sender) state.save({ ...sender, ...changes })
  return c.json({ data: { success: true, message: 'Warmup settings are being updated.' } })
}

function addTags(app: Hono<BisonEnv>, state: BisonState): void {
  app.get('/tags', (c) => c.json({ data: state.tags.list({ parent: String(c.get('workspaceId')) }) }))
  app.post('/tags', async (c) => {
    const body = await bodyOf(c, z.object({ name: z.string(), default: z.boolean() }).partial())
    if (!body.name) return invalid(c, { name: ['The name field is required.'] })
    const id = state.world.store.next('bison.tag')
    const tag = { id, workspaceId: c.get('workspaceId'), name: body.name, default: body.default ?? false }
    state.tags.put(String(id), tag, String(tag.workspaceId))
    return c.json({ data: tag }, 201)
  })
  for (const [path, attach] of [
    ['/tags/attach-to-sender-emails', true],
    ['/tags/remove-from-sender-emails', false],
  ] as const) {
    app.post(path, async (c) => {
      const body = await bodyOf(
        c,
        z.object({ tag_ids: z.array(z.number()), sender_email_ids: z.array(z.number()) }).partial(),
      )
      for (const id of body.sender_email_ids ?? []) {
        const sender = state.senderOf(c.get('workspaceId'), id)
        if (!sender) continue
        const others = sender.tagIds.filter((tag) => !body.tag_ids?.includes(tag))
        state.save({ ...sender, tagIds: attach ? [...others, ...(body.tag_ids ?? [])] : others })
      }
      return c.json({ data: { success: true, message: 'Tags updated' } })
    })
  }
}

const workspaceBody = (workspace: BisonWorkspace) => ({
  id: workspace.id,
  name: workspace.name,
  personal_team: false,
  main: workspace.main,
  parent_id: null,
  created_at: workspace.createdAt,
  updated_at: workspace.createdAt,
})

function tokenAuth(state: BisonState) {
  return createMiddleware<BisonEnv>(async (c, next) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    const key = state.keyOf(token)
    if (!key) {
      // A caller that does not ask for JSON is taken for a browser and sent to the sign-in page.
      if (!c.req.header('accept')?.includes('json')) return c.redirect('/login')
      return c.json({ message: 'Unauthenticated.' }, 401)
    }
    c.set('token', token)
    c.set('workspaceId', key.workspaceId)
    await next()
  })
}
