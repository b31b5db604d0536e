import * as z from 'zod'
import { waitOfSeconds } from '#vendors/client/believed-wait.ts'
import { shownNumber } from '#vendors/client/odd-value.ts'
import type { Explanation, Refusal } from '#vendors/client/vendor-client.ts'
import { vendorWords } from '#vendors/client/vendor-words.ts'
import type { BulkAccount } from '#vendors/ports/bulk-tools.ts'
import type { ToolConnection, ToolMailbox } from '#vendors/ports/sending-tools.ts'

/** Of Smartlead's answers only what we use; sources: its guides, its OpenAPI document, and for the web app's calls what others saw. */
/**
 * Ids and counts come as numbers or as digits: tag-list answers `"email_account_id":"123"`, its page shows a number.
 * https://api.smartlead.ai/api-reference/email-accounts/tag-list
 */
const whole = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])

/** `{id,name}` on the page of tag-list, `{tag_id,tag_name}` in what it answers and in lists of accounts. */
const tag = z.union([
  z.object({ id: whole, name: z.string() }),
  z
    .object({ tag_id: whole, tag_name: z.string() })
    .transform(({ tag_id, tag_name }) => ({ id: tag_id, name: tag_name })),
])

const warmupDetails = z.object({
  status: z.string().nullish(),
  /** "95%" in lists, 95 elsewhere. */
  warmup_reputation: z.union([z.string(), z.number()]).nullish(),
  reply_rate: shownNumber,
  max_email_per_day: shownNumber,
  blocked_reason: z.string().nullish(),
  is_warmup_blocked: z.boolean().nullish(),
})

/**
 * What is set as `max_email_per_day` is shown as `message_per_day` on the page of get-all, and by its own name in the
 * OpenAPI document. Answers hold the mailbox's password as well, as `password` and `imap_password` in base64: it is not in
 * this form, so that it goes no further.
 */
const account = z.object({
  id: whole,
  from_name: z.string().nullish(),
  from_email: z.string().nullish(),
  type: z.string().nullish(),
  message_per_day: shownNumber,
  max_email_per_day: shownNumber,
  /** In the OpenAPI document's EmailAccount, not on the page of get-all: believed where it is shown. */
  is_suspended: z.boolean().nullish(),
  minTimeToWaitInMins: shownNumber,
  signature: z.string().nullish(),
  warmup_details: warmupDetails.nullish(),
  is_smtp_success: z.boolean().nullish(),
  is_imap_success: z.boolean().nullish(),
  smtp_failure_error: z.string().nullish(),
  imap_failure_error: z.string().nullish(),
  /** Some see none in lists: then they are unknown. */
  tags: z.array(tag).nullish(),
})
/** An account without an address is shown all the same, and is nobody's domain's. */
const withAddress = <A extends { id: number; from_email?: string | null | undefined }>(row: A) => ({
  ...row,
  from_email: row.from_email ?? `Not readable (account ${row.id})`,
})
const namedAccount = account.transform(withAddress)
export type AccountBody = z.output<typeof namedAccount>
/** The list is a bare array. */
export const accountList = z.array(namedAccount)

export const tagList = z.array(tag)
export const createdTag = z.object({ data: tag })
export const tagsByAddress = z.object({
  data: z.array(z.object({ email_account_id: whole, tags: z.array(tag).nullish() })),
})

const domainMetrics = z.array(z.object({ domain: z.string(), sent: whole, bounced: whole.nullish() }))
/**
 * What each domain has sent, in `data` by its page (https://api.smartlead.ai/api-reference/analytics/domain-wise-health),
 * or beside it. Counts are numbers there, and texts in what public clients read. Rates are given as texts and made of the
 * counts here.
 */
export const domainCounts = z
  .union([
    z.object({ data: z.object({ domain_health_metrics: domainMetrics }) }),
    z.object({ domain_health_metrics: domainMetrics }).transform((data) => ({ data })),
  ])
  .transform(({ data }) => data.domain_health_metrics)

/** Neither a page nor a piece of JSON. */
const plainWords = z.string().regex(/^[^<>{}[\]]+$/)

/** "Done" comes as `ok`, as `success`, as a message or as plain words. */
export const done = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ success: z.literal(true) }),
  z.object({ message: z.string() }),
  plainWords,
])

export const webAppAccounts = z
  .object({
    data: z.object({
      email_accounts: z.array(
        z
          .object({
            id: whole,
            from_name: z.string().nullish(),
            from_email: z.string().nullish(),
            type: z.string().nullish(),
            message_per_day: shownNumber,
            email_warmup_details: warmupDetails.nullish(),
            email_account_tag_mappings: z.array(z.object({ tag: tag.nullish() })).nullish(),
          })
          .transform(withAddress),
      ),
    }),
  })
  .transform(({ data }) => data.email_accounts)
export type WebAppAccountBody = z.output<typeof webAppAccounts>[number]

export const graphqlTags = z.object({ data: z.object({ tags: z.array(tag) }) })
export const graphqlCreatedTag = z.object({ data: z.object({ insert_tags_one: tag }) })

const isBarred = (details: AccountBody['warmup_details']): boolean =>
  Boolean(details?.is_warmup_blocked || details?.blocked_reason)
export const isWarm = (details: AccountBody['warmup_details']): boolean => details?.status === 'ACTIVE'

const dailyLimitOf = (body: Pick<AccountBody, 'message_per_day' | 'max_email_per_day'>): number | undefined =>
  body.message_per_day ?? body.max_email_per_day ?? undefined

/** Where a suspension is not shown the limit of 0 that we set beside it tells: by itself it stops nothing for certain. */
const standsStill = (body: AccountBody): boolean => body.is_suspended ?? dailyLimitOf(body) === 0

/** Only both together are a connection; one that has failed without a word is still being tried. */
function connectionOf(body: AccountBody): ToolConnection {
  const reason = vendorWords(body.smtp_failure_error ?? body.imap_failure_error ?? '')
  if (body.is_smtp_success === false || body.is_imap_success === false)
    return reason ? { state: 'refused', reason } : { state: 'pending' }
  return { state: body.is_smtp_success && body.is_imap_success ? 'connected' : 'unknown' }
}

export const toToolMailbox = (body: AccountBody): ToolMailbox => ({
  externalId: String(body.id),
  address: body.from_email.toLowerCase(),
  connection: connectionOf(body),
  sends: !standsStill(body),
  // A suspension pauses warm-up as well: https://api.smartlead.ai/api-reference/email-accounts/suspend
  warmupOn: isWarm(body.warmup_details) && !standsStill(body),
  warmupBarred: isBarred(body.warmup_details),
  dailyLimit: dailyLimitOf(body),
  ...(body.is_suspended && { suspended: true }),
})

function named(fromName: string | null | undefined) {
  const [firstName = '', ...rest] = (fromName ?? '').trim().split(/\s+/)
  return { firstName, lastName: rest.join(' '), fromName: fromName ?? '' }
}
const scoreOf = (reputation: string | number | null | undefined): number | undefined =>
  reputation === null || reputation === undefined ? undefined : Number.parseFloat(String(reputation))

/** The list does not say how many warm-up emails a day there are, nor how the ramp-up stands. */
export const toBulkAccount = (body: AccountBody): BulkAccount => ({
  id: String(body.id),
  email: body.from_email,
  ...named(body.from_name),
  type: body.type ?? 'SMTP',
  warmupOn: isWarm(body.warmup_details),
  warmupScore: scoreOf(body.warmup_details?.warmup_reputation),
  dailyLimit: dailyLimitOf(body),
  sendingGapMinutes: body.minTimeToWaitInMins ?? undefined,
  warmupLimit: body.warmup_details?.max_email_per_day ?? undefined,
  warmupIncrement: undefined,
  replyRatePercent: body.warmup_details?.reply_rate ?? undefined,
  signature: body.signature === undefined ? undefined : (body.signature ?? ''),
  tags: body.tags?.map(({ name }) => name),
})

/** The web app's list shows neither the waiting time nor the signature. */
export const webAppToBulkAccount = (body: WebAppAccountBody): BulkAccount => ({
  ...toBulkAccount({ ...body, warmup_details: body.email_warmup_details }),
  tags: body.email_account_tag_mappings?.flatMap(({ tag }) => (tag ? [tag.name] : [])),
})

const refusal = z.object({
  ok: z.boolean().optional(),
  success: z.boolean().optional(),
  message: z.string().optional(),
  error: z
    .union([z.string(), z.object({ message: z.string().optional(), retry_after: z.number().optional() })])
    .optional(),
  errors: z
    .array(z.object({ message: z.string(), extensions: z.object({ code: z.string() }).optional() }))
    .optional(),
})

/** Smartlead answers 200 to some of what it refuses. */
export function refusesInside(body: unknown): boolean {
  const parsed = refusal.safeParse(body).data
  if (!parsed) return false
  return Boolean(
    parsed.ok === false || parsed.success === false || parsed.error || (parsed.errors?.length ?? 0) > 0,
  )
}

/** `signedOut` says in which credential the fault lies. */
export const explainWith =
  (signedOut: string) =>
  ({ status, headers, body }: Refusal): Explanation => {
    const parsed = refusal.safeParse(body).data ?? {}
    const error = typeof parsed.error === 'string' ? { message: parsed.error } : parsed.error
    const graphql = parsed.errors?.[0]
    const isWords = plainWords.safeParse(body).success
    // Some other server's page, or half an answer, does not say that an account is gone.
    if (status === 404 && typeof body === 'string' && !isWords)
      return { kind: 'transient', reason: 'there is no such call there' }
    const plain = isWords ? String(body) : undefined
    const words = vendorWords(error?.message ?? parsed.message ?? graphql?.message ?? plain ?? '')
    if (status === 401 || graphql?.extensions?.code === 'invalid-jwt')
      return { kind: 'unauthorised', reason: signedOut }
    if (status === 429) {
      const seconds = headers.has('retry-after') ? undefined : error?.retry_after
      return {
        reason: 'too many calls at once',
        ...(seconds !== undefined && waitOfSeconds(seconds, `retry_after: ${seconds}`)),
      }
    }
    if (!words) return {}
    // Suspending answers 400 for what is not there, by its page; the OpenAPI document says 404.
    if ((status === 200 || status === 400) && /not found|does ?n.t exist/i.test(words))
      return { kind: 'not_found', reason: words }
    if (status === 200 && /invalid api key|unauthori[sz]ed|jwt|token/i.test(words))
      return { kind: 'unauthorised', reason: signedOut }
    return { reason: words }
  }
