import * as z from 'zod'
import { shownNumber } from '#vendors/client/odd-value.ts'
import type { Explanation, Refusal } from '#vendors/client/vendor-client.ts'
import { vendorWords } from '#vendors/client/vendor-words.ts'
import type { BulkAccount } from '#vendors/ports/bulk-tools.ts'
import type {
  SignInResult,
  ToolConnection,
  ToolMailbox,
  ToolWorkspace,
} from '#vendors/ports/sending-tools.ts'

/** Of Instantly's answers only what we use; source: its OpenAPI document, version 2. */
const statusMessage = z.object({
  code: z.string().nullish(),
  response: z.string().nullish(),
  e_message: z.string().nullish(),
  responseCode: z.number().nullish(),
})

export const account = z.object({
  email: z.string(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  status: shownNumber,
  /** Only where a single account is read, and null for a sign-in that was lost. */
  status_message: statusMessage.nullish(),
  setup_pending: z.boolean().nullish(),
  warmup_status: shownNumber,
  provider_code: shownNumber,
  daily_limit: shownNumber,
  sending_gap: shownNumber,
  stat_warmup_score: shownNumber,
  signature: z.string().nullish(),
  warmup: z
    .object({
      limit: shownNumber,
      increment: z.union([z.string(), z.number()]).nullish(),
      reply_rate: shownNumber,
    })
    .nullish(),
  tags: z.array(z.object({ label: z.string() })).nullish(),
})
export type AccountBody = z.output<typeof account>

/** https://developer.instantly.ai/guides/oauth-connection-flow */
export const signInPage = z.object({ auth_url: z.string().max(4_000), session_id: z.string().max(200) })
/** Errors are not listed there: any is a failure. */
export const signInStatus = z.object({
  status: z.string(),
  email: z.string().nullish(),
  error: z.string().nullish(),
  error_description: z.string().nullish(),
})
export type SignInStatus = z.output<typeof signInStatus>

export function toSignInResult({ status, email, error, error_description }: SignInStatus): SignInResult {
  if (status === 'pending') return { state: 'pending' }
  if (status === 'success') return { state: 'signed_in', address: email?.toLowerCase() }
  if (status === 'expired') return { state: 'lost' }
  const said = vendorWords(error_description ?? error ?? '')
  // A word that nobody has described is no failure: the session ends by itself.
  if (!said && status !== 'error' && status !== 'failed') return { state: 'pending' }
  return { state: 'failed', reason: said || 'Instantly could not sign in to it' }
}

/**
 * A success is `{"status":"success"}`, a failure names its `error`, both with HTTP status 200; what says neither is not known.
 * https://developer.instantly.ai/api-reference/email/send-a-test-email
 */
export const testMail = z.object({ error: z.string().nullish(), status: z.string().nullish() })
const testMailErrors: Readonly<Record<string, string>> = {
  ACC_AUTH_ERROR: 'Instantly cannot sign in to it',
  ACC_NOT_FOUND: 'Instantly does not have it',
}

/** Why the test mail was not sent, as far as the answer says; undefined only where it says that it was. */
export function whyNotSent({ error, status }: z.output<typeof testMail>): string | undefined {
  if (error) return testMailErrors[error] ?? `Instantly cannot send from it (${vendorWords(error)})`
  return status === 'success' ? undefined : 'Instantly does not say that it sent a test mail from it'
}

/** Whom pausing named and could not pause. */
export const pausing = z.object({ failed_emails: z.array(z.string()) })

const count = z.number().nullish()
/** One line for each mailbox and day on which something was sent. */
export const dailyCounts = z.array(
  z.object({
    date: z.string(),
    sent: count,
    bounced: count,
    unique_replies: count,
  }),
)
/** By address and date; an address of which nothing was warmed up is left out. */
export const warmupCounts = z.object({
  email_date_data: z.record(z.string(), z.record(z.string(), z.object({ sent: count, landed_inbox: count }))),
})

/** The account that is gone. */
export const deleted = z.object({ email: z.string() })
/** Success whose form is not documented; a refusal inside is seen before. */
export const anything = z.looseObject({})

export const page = <T>(item: z.ZodType<T>) =>
  z.object({ items: z.array(item), next_starting_after: z.string().nullish() })

export const job = z.object({
  id: z.string(),
  status: z.enum(['pending', 'in-progress', 'success', 'failed', 'draining', 'paused', 'cancelled']),
  data: z.object({ failed_count: z.number().nullish() }).nullish(),
})
export type JobBody = z.output<typeof job>

export const tag = z.object({ id: z.string(), label: z.string() })

const workspaceRow = z
  .object({
    id: z.string().optional(),
    workspace_id: z.string().optional(),
    name: z.string().optional(),
    workspace_name: z.string().optional(),
  })
  .transform((row, ctx): ToolWorkspace => {
    const id = row.id ?? row.workspace_id
    if (id !== undefined) return { id, name: row.name ?? row.workspace_name ?? id }
    ctx.addIssue({ code: 'custom', message: 'no id' })
    return z.NEVER
  })
export const workspace = workspaceRow
/** One workspace, as documented, or a list of them. */
export const workspaces = z.union([
  z.array(workspaceRow),
  z.object({ items: z.array(workspaceRow) }).transform(({ items }) => items),
  workspaceRow.transform((row) => [row]),
])

/** An account as the web app's older call lists it (undocumented). */
const browserAccount = z.object({
  email: z.string(),
  warmup_status: shownNumber,
  stat_warmup_score: shownNumber,
  payload: z
    .object({
      name: z.object({ first: z.string().nullish(), last: z.string().nullish() }).nullish(),
      daily_limit: shownNumber,
      signature: z.string().nullish(),
      provider: z.string().nullish(),
      warmup: z
        .object({
          limit: shownNumber,
          increment: z.union([z.string(), z.number()]).nullish(),
          reply_rate: shownNumber,
        })
        .nullish(),
    })
    .nullish(),
  tags: z.array(z.object({ label: z.string() })).nullish(),
})
export type BrowserAccountBody = z.output<typeof browserAccount>
/** Some versions answer the bare list. */
export const browserPage = z.union([
  z.object({ accounts: z.array(browserAccount) }).transform(({ accounts }) => accounts),
  z.array(browserAccount),
])
export const browserSuccess = z.object({ status: z.literal('success') })

const providers: Record<number, string> = {
  1: 'IMAP/SMTP',
  2: 'Google',
  3: 'Microsoft',
  4: 'AWS',
  8: 'AirMail',
  11: 'AirMail Instant',
}

/** The ramp-up is the words "disabled" and "0" to "4", or a number in older answers. */
const incrementOf = (value: string | number | null | undefined): number | undefined =>
  value === null || value === undefined ? undefined : Number(value) || 0

/** `status` of an account that is paused; source: https://developer.instantly.ai/api/v2/schemas */
const paused = 2

/** Of an account that cannot be signed in to; -2 and -3 are about what was sent, unless the message says otherwise. */
const connectionError = -1
const isSignInRefusal = ({ code, responseCode }: NonNullable<AccountBody['status_message']>) =>
  code === 'EAUTH' || responseCode === 530 || responseCode === 534 || responseCode === 535

function connectionOf({ status, status_message, setup_pending }: AccountBody): ToolConnection {
  const said = vendorWords(status_message?.response ?? status_message?.e_message ?? '')
  if (status === connectionError || (status_message && isSignInRefusal(status_message)))
    return { state: 'refused', reason: said || 'Instantly cannot sign in to it' }
  if (setup_pending) return { state: 'pending' }
  return { state: status === 1 ? 'connected' : 'unknown' }
}

export const toToolMailbox = (body: AccountBody): ToolMailbox => ({
  externalId: body.email,
  address: body.email.toLowerCase(),
  connection: connectionOf(body),
  // 2 is paused. One that fails (below 0) does send again once its fault is gone.
  sends: body.status !== paused,
  warmupOn: body.warmup_status === 1,
  warmupBarred: (body.warmup_status ?? 0) < 0,
  dailyLimit: body.daily_limit ?? undefined,
})

export function toBulkAccount(body: AccountBody): BulkAccount {
  return {
    id: body.email,
    email: body.email,
    firstName: body.first_name ?? '',
    lastName: body.last_name ?? '',
    fromName: [body.first_name, body.last_name].filter(Boolean).join(' '),
    type: providers[body.provider_code ?? 0] ?? 'Other',
    warmupOn: body.warmup_status === 1,
    warmupScore: body.stat_warmup_score ?? undefined,
    dailyLimit: body.daily_limit ?? undefined,
    sendingGapMinutes: body.sending_gap ?? undefined,
    warmupLimit: body.warmup?.limit ?? undefined,
    warmupIncrement: incrementOf(body.warmup?.increment),
    replyRatePercent: body.warmup?.reply_rate ?? undefined,
    signature: body.signature ?? '',
    tags: body.tags?.map(({ label }) => label),
  }
}

/** The older call says nothing of the sending gap. */
export function browserToBulkAccount(body: BrowserAccountBody): BulkAccount {
  const { name, warmup, ...payload } = body.payload ?? {}
  return {
    id: body.email,
    email: body.email,
    firstName: name?.first ?? '',
    lastName: name?.last ?? '',
    fromName: [name?.first, name?.last].filter(Boolean).join(' '),
    type: payload.provider ?? 'Other',
    warmupOn: body.warmup_status === 1,
    warmupScore: body.stat_warmup_score ?? undefined,
    dailyLimit: payload.daily_limit ?? undefined,
    sendingGapMinutes: undefined,
    warmupLimit: warmup?.limit ?? undefined,
    warmupIncrement: incrementOf(warmup?.increment),
    replyRatePercent: warmup?.reply_rate ?? undefined,
    signature: body.payload ? (payload.signature ?? '') : undefined,
    tags: body.tags?.map(({ label }) => label),
  }
}

const refusal = z.object({ message: z.string().optional(), error: z.string().optional() })

/** Some calls answer 200 with an error inside. */
export const refusesInside = (body: unknown): boolean =>
  z
    .union([z.object({ error: z.string().min(1) }), z.object({ statusCode: z.number().min(400) })])
    .safeParse(body).success

/** `signedOut` says in which credential the fault lies. */
export const explainWith =
  (signedOut: string) =>
  ({ status, body }: Refusal): Explanation => {
    const parsed = refusal.safeParse(body)
    // Some other server's 404, or half of one, does not say that an account is gone.
    if (status === 404 && !parsed.success) return { kind: 'transient', reason: 'there is no such call there' }
    const words = vendorWords(parsed.data?.message ?? parsed.data?.error ?? '')
    if (status === 401) return { reason: signedOut }
    if (status === 402)
      return {
        kind: 'unauthorised',
        reason: 'the workspace has no paid plan, without which its API is closed',
        code: 'no_plan',
      }
    if (status === 403) return { reason: words ? `this is not allowed: ${words}` : 'this is not allowed' }
    if (status === 429) return { reason: 'too many calls at once' }
    if (status === 200 && words && /not found/i.test(words)) return { kind: 'not_found', reason: words }
    if (status === 200 && words && /unauthori[sz]ed|session/i.test(words))
      return { kind: 'unauthorised', reason: signedOut }
    return words ? { reason: words } : {}
  }
