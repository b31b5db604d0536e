import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import { bodyOf, fieldsOf } from '#vendors/sandbox/json-body.ts'
import { overLimit, type SmartleadEnv } from './key-auth.ts'
import { type SmartleadAccount, type SmartleadState, switched } from './state.ts'

const idsAtOnce = 250
const warmupFields = ['isRampupEnabled', 'maxEmailPerDay', 'rampupValue', 'replyRate', 'warmupTagIdentifier']

/** What the vendor's own web app calls (undocumented), with the token of a signed-in browser. */
export function webAppApi(state: SmartleadState) {
  const app = new Hono<SmartleadEnv>()

  addSignIn(app, state)
  app.use('/email-account/*', tokenAuth(state))
  addList(app, state)
  addBulkCalls(app, state)
  addWarmup(app, state)
  return app
}

function addSignIn(app: Hono<SmartleadEnv>, state: SmartleadState): void {
  app.post('/auth/login', async (c) => {
    const { email, password } = await bodyOf(
      c,
      z.object({ email: z.string(), password: z.string() }).partial(),
    )
    const user = email && password ? state.signIn(email, password) : undefined
    if (!user) return c.json({ message: 'Invalid email or password' }, 401)
    const token = ['eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9', 24, 32]
      .map((part) => (typeof part === 'string' ? part : randomBytes(part).toString('base64url')))
      .join('.')
    state.tokens.put(token, user.id)
    return c.json({
      user: {
        id: user.id,
        uuid: user.uuid,
        email: user.email,
        name: user.name,
        role: 'user',
        api_key: user.apiKey,
      },
      token,
    })
  })
}

function addList(app: Hono<SmartleadEnv>, state: SmartleadState): void {
  app.get('/email-account/get-total-email-accounts', (c) => {
    const offset = Number(c.req.query('offset') ?? 0)
    const limit = Number(c.req.query('limit') ?? 100)
    const isInUse = c.req.query('isInUse')
    const tags = state.tagsOf(c.get('userId'))
    const page = state
      .accountsOf(c.get('userId'))
      .filter((account) => isInUse === undefined || String(account.inUse) === isInUse)
      .slice(offset, offset + limit)
    return c.json({
      ok: true,
      data: {
        email_accounts: page.map((account) => ({
          id: account.id,
          from_name: account.fromName,
          from_email: account.fromEmail,
          type: account.type,
          message_per_day: account.messagePerDay,
          daily_sent_count: account.dailySentCount,
          email_warmup_details: {
            status: account.warmup.status,
            warmup_reputation: account.warmup.reputation,
          },
          email_account_tag_mappings: tags
            .filter((tag) => account.tagIds.includes(tag.id))
            .map(({ id, name, color }) => ({ tag: { id, name, color } })),
        })),
      },
    })
  })
}

function addBulkCalls(app: Hono<SmartleadEnv>, state: SmartleadState): void {
  app.post('/email-account/bulk-update-email-account-config', async (c) => {
    const body = await bodyOf(
      c,
      z
        .object({ emailAccountIds: z.array(z.number()), updateData: z.record(z.string(), z.unknown()) })
        .partial(),
    )
    const ids = body.emailAccountIds ?? []
    const { dailyReplyLimit: _, ...update } = body.updateData ?? {}
    if (ids.length === 0 || ids.length > idsAtOnce)
      return c.json({ error: `emailAccountIds must hold 1 to ${idsAtOnce} ids` }, 400)
    if ('status' in update && warmupFields.some((field) => field in update))
      return c.json({ error: 'status cannot be combined with warmup settings' }, 400)
    for (const id of ids) {
      const account = state.accountOf(c.get('userId'), id)
      if (account) state.save(bulkChanged(account, update))
    }
    if ('tags' in update) return c.text('Email accounts updated successfully')
    return c.json({ ok: true })
  })

  app.post('/email-account/bulk-delete', async (c) => {
    const body = await bodyOf(c, z.object({ emailAccountIds: z.array(z.number()) }).partial())
    for (const id of body.emailAccountIds ?? [])
      if (state.accountOf(c.get('userId'), id)) state.accounts.delete(String(id))
    return c.json({ ok: true })
  })
}

function addWarmup(app: Hono<SmartleadEnv>, state: SmartleadState): void {
  app.post('/email-account/save-warmup', async (c) => {
    const body = await fieldsOf(c)
    const account = state.accountOf(c.get('userId'), body.emailAccountId)
    if (!account) return c.json({ ok: false, message: 'Email account not found' })
    const warmup = switched(account.warmup, body.status === 'ACTIVE')
    const changed: SmartleadAccount = {
      ...account,
      warmup: {
        ...warmup,
        maxEmailPerDay: Number(body.maxEmailPerDay ?? warmup.maxEmailPerDay),
        isRampupEnabled: Boolean(body.isRampupEnabled ?? warmup.isRampupEnabled),
        rampupValue: Number(body.rampupValue ?? warmup.rampupValue),
        replyRate: Number(body.replyRate ?? warmup.replyRate),
        keyId: String(body.warmupKeyId ?? warmup.keyId),
      },
    }
    state.save(changed)
    return c.json({
      ok: true,
      message: [
        {
          id: account.id,
          email_account_id: account.id,
          status: changed.warmup.status,
          max_email_per_day: changed.warmup.maxEmailPerDay,
          is_rampup_enabled: changed.warmup.isRampupEnabled,
          rampup_value: changed.warmup.rampupValue,
          reply_rate: changed.warmup.replyRate,
          warmup_key_id: changed.warmup.keyId,
        },
      ],
    })
  })
}

/** Of the two outbound fields a missing one is reset; unknown fields are ignored. */
function bulkChanged(account: SmartleadAccount, update: Record<string, unknown>): SmartleadAccount {
  const changed = { ...account, warmup: { ...account.warmup } }
  if ('status' in update) changed.warmup = switched(changed.warmup, update.status === 'ACTIVE')
  if ('maxEmailPerDay' in update) changed.warmup.maxEmailPerDay = Number(update.maxEmailPerDay)
  if ('isRampupEnabled' in update) changed.warmup.isRampupEnabled = Boolean(update.isRampupEnabled)
  if ('rampupValue' in update) changed.warmup.rampupValue = Number(update.rampupValue)
  if ('replyRate' in update) changed.warmup.replyRate = Number(update.replyRate)
  if ('warmupTagIdentifier' in update) changed.warmup.keyId = String(update.warmupTagIdentifier)
  if ('messagePerDay' in update || 'minTimeToWaitInMins' in update) {
    changed.messagePerDay = Number(update.messagePerDay ?? 0)
    changed.minTimeToWaitInMins = Number(update.minTimeToWaitInMins ?? 0)
  }
  if (Array.isArray(update.tags))
    changed.tagIds = [...new Set([...account.tagIds, ...update.tags.map(Number)])]
  if (typeof update.signature === 'string') changed.signature = update.signature
  return changed
}

export const bearerOf = (header: string | undefined): string => /^Bearer (.+)$/.exec(header ?? '')?.[1] ?? ''

function tokenAuth(state: SmartleadState) {
  return createMiddleware<SmartleadEnv>(async (c, next) => {
    const userId = state.userOfToken(bearerOf(c.req.header('authorization')))
    if (userId === undefined) return c.json({ message: 'Invalid or expired token' }, 401)
    const taken = state.takeWebCall(userId)
    if (!taken.ok)
      return c.json(overLimit(taken.retryAfterSeconds), 429, {
        'Retry-After': String(taken.retryAfterSeconds),
      })
    c.set('userId', userId)
    await next()
  })
}
