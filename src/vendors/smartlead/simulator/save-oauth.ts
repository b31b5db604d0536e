import { Hono } from 'hono'
import * as z from 'zod'
import { appOf } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import type { SmartleadEnv } from './key-auth.ts'
import { freshAccount, type SmartleadState, typeOf } from './state.ts'

/** https://api.smartlead.ai/api-reference/email-accounts/add-oauth */
const saved = z.object({
  id: z.number().nullish(),
  from_name: z.string().min(1),
  from_email: z.email(),
  username: z.string().min(1),
  type: z.literal(['GMAIL', 'OUTLOOK']),
  token: z.object({
    scope: z.string(),
    token_type: z.literal('Bearer'),
    access_token: z.string(),
    refresh_token: z.string(),
    expiry_date: z.number(),
  }),
  warmup_enabled: z.boolean(),
  use_whitelabel_credentials: z.boolean(),
  time_to_wait_in_mins: z.number().min(0).optional(),
  max_email_per_day: z.number().min(0).optional(),
})

/**
 * Adds an account by tokens that an app of one's own was given; with an id it is that account connected again. A
 * refresh token belongs to its app, so `use_whitelabel_credentials` decides whose it has to be: the one in the
 * workspace's settings, or Smartlead's.
 */
export function saveOauth(state: SmartleadState) {
  return new Hono<SmartleadEnv>().post('/', async (c) => {
    const parsed = saved.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) {
      const path = parsed.error.issues[0]?.path.join('.') ?? ''
      return c.json(
        { error: path === 'type' ? 'type must be one of [GMAIL, OUTLOOK]' : `"${path}" is required` },
        422,
      )
    }
    const body = parsed.data
    const userId = c.get('userId')
    const refuse = (message: string) => c.json({ ok: false, message }, 400)
    const grant = state.access.grants.read(body.token.refresh_token)
    const email = body.from_email.toLowerCase()
    const clientId =
      grant &&
      (body.use_whitelabel_credentials
        ? state.users.get(String(userId))?.ownApps?.[grant.provider]
        : appOf('smartlead')[grant.provider].clientId)
    if (!grant || grant.clientId !== clientId || typeOf[grant.provider] !== body.type)
      return refuse('Failed to connect: invalid_grant')
    if (grant.email !== email) return refuse('from_email does not match the account of the token')
    const { imap, smtp } = state.access.withToken(body.token.refresh_token)
    if (imap && smtp) return refuse(`Failed to connect: ${smtp}`)

    const own = state.accountsOf(userId)
    const known = body.id ? state.accountOf(userId, body.id) : undefined
    if (body.id && known?.fromEmail !== email) return refuse('Email account not found')
    if (!body.id && own.some((account) => account.fromEmail === email))
      return refuse('Email account already exists')
    const base = known ?? state.add(freshAccount(userId, grant))
    const account = {
      ...base,
      fromName: body.from_name,
      refreshToken: body.token.refresh_token,
      connected: true,
      failure: undefined,
      messagePerDay: body.max_email_per_day ?? base.messagePerDay,
      minTimeToWaitInMins: body.time_to_wait_in_mins ?? base.minTimeToWaitInMins,
      warmup: { ...base.warmup, status: body.warmup_enabled ? ('ACTIVE' as const) : ('INACTIVE' as const) },
    }
    state.save(account)
    const { isSmtp, isImap } = state.connectionOf(account)
    return c.json({
      ok: true,
      message: 'OAuth account added successfully',
      data: {
        id: account.id,
        from_email: account.fromEmail,
        type: account.type,
        is_smtp_success: isSmtp,
        is_imap_success: isImap,
      },
    })
  })
}
