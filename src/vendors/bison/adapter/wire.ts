import * as z from 'zod'
import { shownNumber } from '#vendors/client/odd-value.ts'
import type { Explanation, Refusal } from '#vendors/client/vendor-client.ts'
import { vendorWords } from '#vendors/client/vendor-words.ts'
import type {
  SignInResult,
  ToolConnection,
  ToolMailbox,
  ToolWorkspace,
} from '#vendors/ports/sending-tools.ts'

/** Of Email Bison's answers only what we use; source: the reference that each instance serves. */
const sender = z.object({
  id: z.number(),
  email: z.string(),
  daily_limit: shownNumber,
  warmup_enabled: z.boolean().nullish(),
  /** "Connected" in answers, `not_connected` as a filter. */
  status: z.string().nullish(),
})
export type SenderBody = z.output<typeof sender>
export const senderPage = z.object({
  data: z.array(sender),
  meta: z.object({ last_page: z.number().int() }),
})
export const warmupPage = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      email: z.string(),
      /** Of the days that were asked for. */
      warmup_emails_sent: z.number().int().nonnegative().nullish(),
    }),
  ),
  meta: z.object({ last_page: z.number().int() }),
})
export type WarmupBody = z.output<typeof warmupPage>['data'][number]

/** A line for each kind of event, with a count for each day; each kind is there, also where nothing happened. */
export const eventsByDate = z
  .object({
    data: z.array(
      z.object({
        label: z.string(),
        dates: z.array(z.tuple([z.string(), z.number().int().nonnegative()])),
      }),
    ),
  })
  .refine(({ data }) => ['Sent', 'Bounced'].every((kind) => data.some(({ label }) => label === kind)), {
    error: 'it does not tell of what was sent and came back',
  })
export type EventsByDate = z.output<typeof eventsByDate>

/**
 * A page on which one mailbox is signed in to, and what came of it. https://docs.emailbison.com/oauth-sessions/overview
 * names these fields of an `oauth_session`, and four states; where it stands in the answer is not said.
 */
const signInSession = z.object({
  id: z.union([z.number(), z.string().min(1).max(200)]),
  url: z.string().nullish(),
  status: z.string(),
})
export const oneSignInSession = z
  .union([
    z.object({ data: z.union([signInSession, z.object({ oauth_session: signInSession })]) }),
    z.object({ oauth_session: signInSession }),
  ])
  .transform((body) => {
    const found = 'data' in body ? body.data : body
    return 'oauth_session' in found ? found.oauth_session : found
  })
export type SignInSessionBody = z.output<typeof oneSignInSession>

/** Which address signed in is not told: the list of senders shows it. */
export function toSignInResult({ status }: SignInSessionBody): SignInResult {
  if (status === 'success') return { state: 'signed_in', address: undefined }
  if (status === 'expired') return { state: 'lost' }
  // A word that nobody has described is no failure: the session ends by itself.
  if (status !== 'failure') return { state: 'pending' }
  return { state: 'failed', reason: 'Email Bison could not sign in to it' }
}

export const oneSender = z.object({ data: sender })

export const done = z.object({ data: z.looseObject({}) })

export const workspaces = z
  .object({ data: z.array(z.object({ id: z.union([z.number(), z.string()]), name: z.string() })) })
  .transform(({ data }) => data.map(({ id, name }): ToolWorkspace => ({ id: String(id), name })))

export const newToken = z
  .object({ data: z.object({ plain_text_token: z.string().min(1) }) })
  .transform(({ data }) => data.plain_text_token)

function connectionOf({ status }: SenderBody): ToolConnection {
  const said = status?.toLowerCase().replaceAll('_', ' ') ?? ''
  if (said === 'connected') return { state: 'connected' }
  if (said === 'not connected' || said === 'disconnected')
    return { state: 'refused', reason: `Email Bison shows it as ${said}` }
  return { state: said.startsWith('pending') ? 'pending' : 'unknown' }
}

export const toToolMailbox = (body: SenderBody): ToolMailbox => ({
  externalId: String(body.id),
  address: body.email.toLowerCase(),
  connection: connectionOf(body),
  // 0 is not documented to be possible: believed where it is shown.
  sends: body.daily_limit !== 0,
  warmupOn: body.warmup_enabled === true,
  warmupBarred: false,
  dailyLimit: body.daily_limit ?? undefined,
})

const refusal = z.object({
  message: z.string().optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  data: z.object({ success: z.boolean().optional(), message: z.string().optional() }).optional(),
})

/** Some answers wrap a refusal into a success. */
export const refusesInside = (body: unknown): boolean => refusal.safeParse(body).data?.data?.success === false

const isOfAnotherWorkspace = /does not match the workspace/i

/** Of a call that names no record: there the same words are about the key alone. */
export function explainList(refusal: Refusal): Explanation {
  const explained = explain(refusal)
  return explained.kind === 'not_found' && explained.reason === inAnotherWorkspace
    ? { kind: 'unauthorised', reason: 'the API key belongs to another workspace' }
    : explained
}

const inAnotherWorkspace = 'it is in another workspace than the API key'

/** Of a call about a record. */
export function explain({ status, body }: Refusal): Explanation {
  const parsed = refusal.safeParse(body).data
  const complaint = Object.values(parsed?.errors ?? {})[0]?.[0]
  const words = vendorWords(complaint ?? parsed?.data?.message ?? parsed?.message ?? '')
  if (status >= 300 && status < 400)
    return { kind: 'rejected', reason: 'the address leads elsewhere; give the one it leads to' }
  // Its id belongs to another workspace of the instance: the key is good, and others of the list may be there.
  if ((status === 401 || status === 403) && isOfAnotherWorkspace.test(words))
    return { kind: 'not_found', reason: inAnotherWorkspace }
  if (status === 401) return { reason: 'the API key is not valid or was revoked' }
  if (status === 403) return { reason: 'the API key may not do this' }
  // Some other server's 404, or half of one, does not say that a mailbox is gone.
  if (status === 404 && parsed === undefined)
    return { kind: 'rejected', reason: 'there is no Email Bison at this address' }
  return words ? { reason: words } : {}
}
