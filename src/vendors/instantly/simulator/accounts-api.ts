import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { cursorOf, freshAccount, type InstantlyAccount, type InstantlyState } from './state.ts'
import { accountBody, jobBody, refuse, singleAccountBody } from './wire.ts'

/** What the authentication before these routes leaves on the request. */
export interface InstantlyEnv {
  Variables: { workspaceId: string }
}

const warmup = z.strictObject({
  limit: z.number().min(0).optional(),
  advanced: z.record(z.string(), z.unknown()).optional(),
  warmup_custom_ftag: z.string().optional(),
  increment: z.enum(['disabled', '0', '1', '2', '3', '4']).optional(),
  reply_rate: z.number().min(0).max(100).optional(),
})
const settings = {
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  warmup: warmup.optional(),
  daily_limit: z.number().min(0).nullish(),
  tracking_domain_name: z.string().nullish(),
  tracking_domain_status: z.string().nullish(),
  enable_slow_ramp: z.boolean().nullish(),
  inbox_placement_test_limit: z.number().nullish(),
  sending_gap: z.number().min(0).max(1440).optional(),
  signature: z.string().nullish(),
  reply_to: z.email().nullish(),
  skip_cname_check: z.boolean().nullish(),
  remove_tracking_domain: z.boolean().nullish(),
}
const change = z.strictObject(settings)
const server = { host: z.string(), port: z.number().int(), username: z.string(), password: z.string() }
const creation = z.strictObject({
  ...settings,
  email: z.email(),
  first_name: z.string(),
  last_name: z.string(),
  provider_code: z.literal([1, 2, 3, 4, 8]),
  imap_host: server.host,
  imap_port: server.port,
  imap_username: server.username,
  imap_password: server.password,
  smtp_host: server.host,
  smtp_port: server.port,
  smtp_username: server.username,
  smtp_password: server.password,
})
const warmupSelection = z.union([
  z.strictObject({ emails: z.array(z.string()).min(1).max(100) }),
  z.strictObject({
    include_all_emails: z.literal(true),
    excluded_emails: z.array(z.string()).optional(),
    search: z.string().optional(),
    filter: z.record(z.string(), z.unknown()).optional(),
  }),
])

/** Calls below `/accounts`. */
export function accountsApi(state: InstantlyState) {
  const app = new Hono<InstantlyEnv>()
  addList(app, state)
  addCreation(app, state)
  addWarmupOfMany(app, state)
  addPauseOfMany(app, state)
  addOneAccount(app, state)
  addActsOnOne(app, state)
  return app
}

function addList(app: Hono<InstantlyEnv>, state: InstantlyState): void {
  app.get('/', (c) => {
    const workspaceId = c.get('workspaceId')
    const limit = Number(c.req.query('limit') ?? 10)
    if (!Number.isInteger(limit) || limit < 1 || limit > 100)
      return refuse(c, 400, 'querystring/limit must be between 1 and 100')
    const search = c.req.query('search')?.toLowerCase()
    const status = c.req.query('status')
    // "Returns accounts that have any of the specified tags assigned. Specify multiple tag IDs separated by commas":
    // https://developer.instantly.ai/api-reference/account/list-account
    const tagIds = c.req.query('tag_ids')?.split(',')
    const after = c.req.query('starting_after')
    const matching = state
      .accountsOf(workspaceId)
      .map(state.lookAgain)
      .filter((account) => !search || account.email.includes(search))
      .filter((account) => !status || String(account.status) === status)
      .filter((account) => !tagIds || account.tagIds.some((id) => tagIds.includes(id)))
      .filter((account) => !after || cursorOf(account) > after)
    const items = matching.slice(0, limit)
    const last = items.at(-1)
    const tagsShown =
      c.req.query('include_tags') === 'true' ? state.tags.list({ parent: workspaceId }) : undefined
    return c.json({
      items: items.map((account) =>
        accountBody(
          account,
          tagsShown?.filter((tag) => account.tagIds.includes(tag.id)),
        ),
      ),
      // A cursor also comes with the last page; only an empty one ends the list for certain.
      ...(last && { next_starting_after: cursorOf(last) }),
    })
  })
}

function addCreation(app: Hono<InstantlyEnv>, state: InstantlyState): void {
  app.post('/', async (c) => {
    const parsed = creation.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return refuse(c, 400, validationMessage(parsed.error))
    const body = parsed.data
    const email = body.email.toLowerCase()
    const other = state.accounts.get(email)
    if (other)
      return refuse(
        c,
        409,
        other.workspaceId === c.get('workspaceId')
          ? 'Account already exists'
          : 'Account already exists in another workspace',
      )
    const account = freshAccount({
      email,
      workspaceId: c.get('workspaceId'),
      firstName: body.first_name,
      lastName: body.last_name,
      password: body.imap_password,
      providerCode: body.provider_code,
      createdAt: state.timestamp(),
    })
    const servers = { imapHost: body.imap_host, smtpHost: body.smtp_host }
    const changed = state.lookAgain({ ...changedBy(account, body), servers })
    state.save(changed)
    return c.json(accountBody(changed))
  })
}

function addWarmupOfMany(app: Hono<InstantlyEnv>, state: InstantlyState): void {
  for (const [path, warmupOn] of [
    ['/warmup/enable', true],
    ['/warmup/disable', false],
  ] as const) {
    app.post(path, async (c) => {
      const parsed = warmupSelection.safeParse(await c.req.json().catch(() => undefined))
      if (!parsed.success) return refuse(c, 400, 'body/emails must hold between 1 and 100 addresses')
      const workspaceId = c.get('workspaceId')
      const selected =
        'emails' in parsed.data
          ? parsed.data.emails.map((email) => email.toLowerCase())
          : selectAll(state, workspaceId, parsed.data)
      return c.json(jobBody(state, state.startWarmupJob(workspaceId, selected, warmupOn)))
    })
  }
}

function addPauseOfMany(app: Hono<InstantlyEnv>, state: InstantlyState): void {
  // Nothing is said of warm-up, so it continues: https://developer.instantly.ai/api-reference/account/pause-multiple-accounts
  app.post('/pause', async (c) => {
    const parsed = z
      .strictObject({ emails: z.array(z.string()).min(1).max(100) })
      .safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return refuse(c, 400, validationMessage(parsed.error))
    const paused: string[] = []
    for (const email of parsed.data.emails) {
      const account = state.accounts.get(email.toLowerCase())
      // "Invalid or whose account status was not changed" are listed as failed, so what is paused already is among them.
      if (account?.workspaceId !== c.get('workspaceId') || account.status === 2) continue
      state.save({ ...account, status: 2 })
      paused.push(email)
    }
    return c.json({
      paused_emails: paused,
      failed_emails: parsed.data.emails.filter((email) => !paused.includes(email)),
    })
  })
}

/** The account in the path, if it is of the caller's workspace. */
const one = ({ accounts }: InstantlyState, c: Context<InstantlyEnv>) => {
  const account = accounts.get((c.req.param('email') ?? '').toLowerCase())
  return account?.workspaceId === c.get('workspaceId') ? account : undefined
}
const missing = (c: Context) => refuse(c, 404, 'Account not found')

/** One account: read, changed, deleted. */
function addOneAccount(app: Hono<InstantlyEnv>, state: InstantlyState): void {
  app.get('/:email', (c) => {
    const account = one(state, c)
    return account ? c.json(singleAccountBody(state.lookAgain(account))) : missing(c)
  })
  app.patch('/:email', async (c) => {
    const account = one(state, c)
    if (!account) return missing(c)
    const parsed = change.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return refuse(c, 400, validationMessage(parsed.error))
    const changed = changedBy(account, inUnit(state, account, parsed.data))
    state.save(changed)
    return c.json(accountBody(changed))
  })
  app.delete('/:email', (c) => {
    const account = one(state, c)
    if (!account) return missing(c)
    state.accounts.delete(account.email)
    return c.json(accountBody(account))
  })
}

function addActsOnOne(app: Hono<InstantlyEnv>, state: InstantlyState): void {
  for (const [path, status] of [
    ['/:email/pause', 2],
    ['/:email/resume', 1],
    ['/:email/mark-fixed', 1],
  ] as const) {
    app.post(path, (c) => {
      const account = one(state, c)
      if (!account) return missing(c)
      state.save({ ...account, status })
      return c.json(accountBody({ ...account, status }))
    })
  }
}

function selectAll(
  state: InstantlyState,
  workspaceId: string,
  selection: { excluded_emails?: string[]; search?: string },
): string[] {
  return state
    .accountsOf(workspaceId)
    .map((account) => account.email)
    .filter((email) => !selection.search || email.includes(selection.search.toLowerCase()))
    .filter((email) => !selection.excluded_emails?.includes(email))
}

/** The change as the workspace understands it. */
function inUnit(
  { workspaces }: InstantlyState,
  { workspaceId }: InstantlyAccount,
  body: z.output<typeof change>,
): z.output<typeof change> {
  const rate = body.warmup?.reply_rate
  if (rate === undefined || workspaces.get(workspaceId)?.replyRateIn !== 'fraction') return body
  return { ...body, warmup: { ...body.warmup, reply_rate: Math.min(rate, 1) } }
}

function changedBy(account: InstantlyAccount, body: z.output<typeof change>): InstantlyAccount {
  return {
    ...account,
    firstName: body.first_name ?? account.firstName,
    lastName: body.last_name ?? account.lastName,
    dailyLimit: body.daily_limit === undefined ? account.dailyLimit : body.daily_limit,
    sendingGap: body.sending_gap ?? account.sendingGap,
    signature: body.signature === undefined ? account.signature : body.signature,
    replyTo: body.reply_to === undefined ? account.replyTo : body.reply_to,
    slowRamp: body.enable_slow_ramp ?? account.slowRamp,
    warmup: {
      limit: body.warmup?.limit ?? account.warmup.limit,
      increment: body.warmup?.increment ?? account.warmup.increment,
      replyRate: body.warmup?.reply_rate ?? account.warmup.replyRate,
      tag: body.warmup?.warmup_custom_ftag ?? account.warmup.tag,
    },
  }
}

/** As the vendor's validator words it: `body/warmup/increment must be …`. */
function validationMessage(error: z.ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'body is invalid'
  if (issue.code === 'unrecognized_keys') return 'body must NOT have additional properties'
  return `${['body', ...issue.path].join('/')} ${issue.message.toLowerCase()}`
}
