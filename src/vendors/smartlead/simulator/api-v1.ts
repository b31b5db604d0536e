import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { withPassword } from '#vendors/sandbox/sign-in/password-access.ts'
import { domainCounts } from './domain-counts.ts'
import { keyAuth, type SmartleadEnv } from './key-auth.ts'
import { saveOauth } from './save-oauth.ts'
import {
  freshWarmup,
  type SmartleadAccount,
  type SmartleadState,
  type SmartleadTag,
  switched,
} from './state.ts'
import { tagsV1 } from './tags-v1.ts'
import { variantsIn } from './variants.ts'

/** Fields that a call does not have are refused. Inferred: no page says what becomes of them. */
const creation = z.strictObject({
  id: z.number().nullish(),
  from_name: z.string().min(1),
  from_email: z.email(),
  user_name: z.string().min(1),
  password: z.string().min(1),
  smtp_host: z.string().min(1),
  smtp_port: z.number(),
  imap_host: z.string().min(1),
  imap_port: z.number(),
  warmup_enabled: z.boolean(),
  type: z.enum(['GMAIL', 'OUTLOOK', 'SMTP']).optional(),
  max_email_per_day: z.number().min(0).optional(),
  total_warmup_per_day: z.number().min(1).max(50).optional(),
  daily_rampup: z.number().min(5).max(20).optional(),
  reply_rate_percentage: z.number().min(20).max(100).optional(),
  signature: z.string().nullish(),
})
/** Without `is_suspended`, which its page has and the OpenAPI document has not. */
const change = z.strictObject({
  max_email_per_day: z.number().min(0).optional(),
  time_to_wait_in_mins: z.number().min(0).optional(),
  signature: z.string().nullish(),
  from_name: z.string().optional(),
  custom_tracking_url: z.string().optional(),
  bcc: z.string().optional(),
  client_id: z.number().optional(),
})
const warmupChange = z.strictObject({
  warmup_enabled: z.boolean(),
  total_warmup_per_day: z.number().min(1).max(50).optional(),
  daily_rampup: z.number().min(5).max(20).optional(),
  reply_rate_percentage: z.number().min(20).max(100).optional(),
  warmup_key_id: z.string().optional(),
  is_rampup_enabled: z.boolean().optional(),
  auto_adjust_warmup: z.boolean().optional(),
})

/** The documented API; the key travels in the address. */
export function apiV1(state: SmartleadState) {
  const app = new Hono<SmartleadEnv>()
  app.use(keyAuth(state))
  app.route('/', tagsV1(state))
  app.route('/analytics/mailbox', domainCounts(state))

  addList(app, state)
  addCreation(app, state)
  app.route('/email-accounts/save-oauth', saveOauth(state))
  addOneAccount(app, state)
  addSuspension(app, state)
  addWarmup(app, state)
  return app
}

function addList(app: Hono<SmartleadEnv>, state: SmartleadState): void {
  app.get('/email-accounts', (c) => {
    const offset = Number(c.req.query('offset') ?? 0)
    const limit = Number(c.req.query('limit') ?? 100)
    if (!(offset >= 0) || !(limit >= 1 && limit <= 100))
      return c.json({ error: '"limit" must be less than or equal to 100' }, 422)
    // "Filter by email username (partial match supported)"; none by tag or by the sender's name:
    // https://api.smartlead.ai/api-reference/email-accounts/get-all
    const username = c.req.query('username')?.toLowerCase()
    const warmupStatus = c.req.query('emailWarmupStatus')
    const isInUse = c.req.query('isInUse')
    const page = state
      .accountsOf(c.get('userId'))
      .filter((account) => !username || account.userName.toLowerCase().includes(username))
      .filter((account) => !warmupStatus || account.warmup.status === warmupStatus)
      .filter((account) => isInUse === undefined || String(account.inUse) === isInUse)
      .slice(offset, offset + limit)
    const tags = state.tagsOf(c.get('userId'))
    return c.json(page.map((account) => listedBody(state, account, tags)))
  })
}

function addCreation(app: Hono<SmartleadEnv>, state: SmartleadState): void {
  app.post('/email-accounts/save', async (c) => {
    const parsed = creation.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ error: validationMessage(parsed.error) }, 422)
    const body = parsed.data
    const userId = c.get('userId')
    const email = body.from_email.toLowerCase()
    if (!body.id && state.accountsOf(userId).some((account) => account.fromEmail === email))
      return c.json({ ok: false, message: 'Email account already exists' }, 400)
    const refused = withPassword({ imapHost: body.imap_host, smtpHost: body.smtp_host })
    const warmup = freshWarmup()
    const account = state.add({
      userId,
      fromName: body.from_name,
      fromEmail: email,
      userName: body.user_name,
      password: body.password,
      type: body.type ?? 'SMTP',
      smtpHost: body.smtp_host,
      smtpPort: body.smtp_port,
      imapHost: body.imap_host,
      imapPort: body.imap_port,
      messagePerDay: body.max_email_per_day ?? 0,
      minTimeToWaitInMins: 0,
      dailySentCount: 0,
      signature: body.signature ?? null,
      inUse: false,
      suspended: false,
      connected: refused.imap === undefined && refused.smtp === undefined,
      ...(refused.smtp && { failure: `Invalid login: ${refused.smtp}` }),
      ...(refused.imap && { imapFailure: refused.imap }),
      warmup: {
        ...warmup,
        status: body.warmup_enabled ? 'ACTIVE' : 'INACTIVE',
        maxEmailPerDay: body.total_warmup_per_day ?? warmup.maxEmailPerDay,
        isRampupEnabled: body.daily_rampup !== undefined,
        rampupValue: body.daily_rampup ?? warmup.rampupValue,
        replyRate: body.reply_rate_percentage ?? warmup.replyRate,
      },
      tagIds: [],
    })
    return c.json({
      ok: true,
      message: 'Email account added/updated successfully!',
      emailAccountId: account.id,
      warmupKey: account.warmup.keyId,
    })
  })
}

/** One account: read, changed, deleted. */
function addOneAccount(app: Hono<SmartleadEnv>, state: SmartleadState): void {
  app.get('/email-accounts/:id', (c) => {
    const account = state.accountOf(c.get('userId'), c.req.param('id'))
    return account ? c.json(singleBody(state, account)) : missing(c)
  })
  // What is left out stays: https://api.smartlead.ai/api-reference/email-accounts/update
  app.post('/email-accounts/:id', async (c) => {
    const account = state.accountOf(c.get('userId'), c.req.param('id'))
    if (!account) return missing(c)
    const parsed = change.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ error: validationMessage(parsed.error) }, 422)
    const body = parsed.data
    state.save({
      ...account,
      messagePerDay: body.max_email_per_day ?? account.messagePerDay,
      minTimeToWaitInMins: body.time_to_wait_in_mins ?? account.minTimeToWaitInMins,
      signature: body.signature === undefined ? account.signature : body.signature,
      fromName: body.from_name ?? account.fromName,
    })
    return c.json({ ok: true, message: 'Email account details updated successfully!' })
  })
  app.delete('/email-accounts/:id', (c) => {
    const account = state.accountOf(c.get('userId'), c.req.param('id'))
    if (!account) return missing(c)
    state.accounts.delete(String(account.id))
    return c.json({ ok: true })
  })
}

/** https://api.smartlead.ai/api-reference/email-accounts/suspend, .../unsuspend. Inferred: what twice is answered, and its words. */
function addSuspension(app: Hono<SmartleadEnv>, state: SmartleadState): void {
  const suspending = (suspended: boolean) => (c: Context<SmartleadEnv>) => {
    const id = c.req.param('id') ?? ''
    if (!/^\d+$/.test(id)) return c.json({ success: false, message: 'Valid account ID is required' }, 400)
    const account = state.accountOf(c.get('userId'), id)
    if (!account)
      return c.json({ success: false, message: 'Email account not found or does not belong to you' }, 400)
    if (account.suspended === suspended && variantsIn(state.world).suspendedTwice === 'refused') {
      const message = `Email account is ${suspended ? 'currently' : 'not'} suspended`
      return c.json({ success: false, message }, 400)
    }
    state.save({ ...account, suspended })
    return c.json({ success: true, data: { accountId: account.id, isSuspended: suspended } })
  }
  app.put('/email-accounts/suspend/:id', suspending(true))
  app.delete('/email-accounts/unsuspend/:id', suspending(false))
}

function addWarmup(app: Hono<SmartleadEnv>, state: SmartleadState): void {
  app.post('/email-accounts/:id/warmup', async (c) => {
    const account = state.accountOf(c.get('userId'), c.req.param('id'))
    if (!account) return missing(c)
    const parsed = warmupChange.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return c.json({ error: validationMessage(parsed.error) }, 422)
    const body = parsed.data
    const warmup = switched(account.warmup, body.warmup_enabled)
    state.save({
      ...account,
      warmup: {
        ...warmup,
        maxEmailPerDay: body.total_warmup_per_day ?? warmup.maxEmailPerDay,
        isRampupEnabled:
          body.is_rampup_enabled ?? (body.daily_rampup !== undefined || warmup.isRampupEnabled),
        rampupValue: body.daily_rampup ?? warmup.rampupValue,
        replyRate: body.reply_rate_percentage ?? warmup.replyRate,
        keyId: body.warmup_key_id ?? warmup.keyId,
      },
    })
    // A barred account is answered with status 200 and a refusal inside.
    if (warmup.blockedReason)
      return c.json({ ok: false, message: `Warmup is blocked: ${warmup.blockedReason}` })
    return c.json({ ok: true, message: 'Warmup details updated successfully!' })
  })
  app.get('/email-accounts/:id/warmup-stats', (c) => {
    const account = state.accountOf(c.get('userId'), c.req.param('id'))
    if (!account) return missing(c)
    return c.json({ id: account.id, sent_count: 0, spam_count: 0, inbox_count: 0, stats_by_date: [] })
  })
}

const missing = (c: Context) => c.json({ ok: false, message: 'Email account not found' }, 404)

/** The wait is camel-cased among snakes: https://api.smartlead.ai/api-reference/email-accounts/get-all */
function listedBody(state: SmartleadState, account: SmartleadAccount, known: readonly SmartleadTag[]) {
  const tags = known.filter(({ id }) => account.tagIds.includes(id))
  return {
    ...sharedBody(state, account),
    // "Always included" by the page, missing in what others saw: here where there are any.
    ...(tags.length > 0 && {
      tags: tags.map(({ id, name, color }) => ({ tag_id: id, tag_name: name, tag_color: color })),
    }),
    minTimeToWaitInMins: account.minTimeToWaitInMins,
    signature: account.signature,
    warmup_details: {
      ...sharedWarmup(account),
      warmup_reputation: `${account.warmup.reputation}%`,
    },
  }
}

/** The single account's answer leaves the waiting time out, and says more about warm-up. */
function singleBody(state: SmartleadState, account: SmartleadAccount) {
  return {
    ...sharedBody(state, account),
    signature: account.signature,
    warmup_details: {
      ...sharedWarmup(account),
      warmup_reputation: account.warmup.reputation,
      max_email_per_day: account.warmup.maxEmailPerDay,
      is_warmup_blocked: account.warmup.blockedReason !== null,
    },
  }
}

const sharedBody = (state: SmartleadState, account: SmartleadAccount) => ({
  id: account.id,
  created_at: account.createdAt,
  user_id: account.userId,
  from_name: account.fromName,
  from_email: account.fromEmail,
  username: account.userName,
  // Readable by anyone with the key: https://api.smartlead.ai/api-reference/email-accounts/get-all
  password: Buffer.from(account.password).toString('base64'),
  imap_password: Buffer.from(account.password).toString('base64'),
  type: account.type,
  smtp_host: account.smtpHost,
  smtp_port: account.smtpPort,
  imap_host: account.imapHost,
  imap_port: account.imapPort,
  ...sendingOf(state, account),
  daily_sent_count: account.dailySentCount,
  ...flagsOf(state.connectionOf(account)),
  client_id: null,
})

/** Setting `max_email_per_day` shows as `message_per_day` on one page, by its own name in the OpenAPI document. */
const sendingOf = ({ world }: SmartleadState, { messagePerDay, suspended }: SmartleadAccount) =>
  variantsIn(world).accounts === 'openapi'
    ? { max_email_per_day: messagePerDay, is_suspended: suspended }
    : { message_per_day: messagePerDay }

const flagsOf = ({
  isSmtp,
  isImap,
  smtpFailure,
  imapFailure,
}: ReturnType<SmartleadState['connectionOf']>) => ({
  is_smtp_success: isSmtp,
  is_imap_success: isImap,
  smtp_failure_error: smtpFailure,
  imap_failure_error: imapFailure,
})

const sharedWarmup = ({ warmup }: SmartleadAccount) => ({
  status: warmup.status,
  total_sent_count: 0,
  total_spam_count: 0,
  warmup_key_id: warmup.keyId,
  reply_rate: warmup.replyRate,
  blocked_reason: warmup.blockedReason,
})

function validationMessage(error: z.ZodError): string {
  const [issue] = error.issues
  return issue ? `"${issue.path.join('.')}" ${issue.message}` : 'Invalid request'
}
