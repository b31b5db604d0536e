import * as z from 'zod'
import type { Explanation, Refusal } from '#vendors/client/vendor-client.ts'
import { waitsForVendor } from '#vendors/client/vendor-error.ts'
import { vendorWords } from '#vendors/client/vendor-words.ts'
import type { HostedMailbox } from '#vendors/ports/mailbox-hosts.ts'

/** Of answers that say more than is asked for. */
export const workspaceUserId = z.object({ id: z.string().min(1) })

/**
 * Google's descriptions require no field of an answer, so what may be missing is optional here, and missing is not
 * "false": https://admin.googleapis.com/$discovery/rest?version=directory_v1 (User, Domains2).
 */
export const workspaceDomain = z.object({ domainName: z.string(), verified: z.boolean().optional() })

/** https://gmail.googleapis.com/$discovery/rest?version=v1 (ImapSettings): any of them may be missing, not all. */
export const imapSettings = z
  .object({
    enabled: z.boolean(),
    autoExpunge: z.boolean(),
    expungeBehavior: z.string(),
    maxFolderSize: z.number(),
  })
  .partial()
  .refine((settings) => Object.keys(settings).length > 0, 'not one of the settings')
/** What is on is said. */
export const imapAllowed = z.object({ enabled: z.literal(true) })

export const workspaceUserFields = 'id,primaryEmail,suspended,suspensionReason,isMailboxSetup,externalIds'
export const deletedUserFields = 'id,primaryEmail,externalIds,deletionTime'

/** Kept with a user as one of its ids elsewhere: what tells ours from others. */
const markType = 'inboxyard'
export const externalIdsOf = (mark: string) => [{ type: 'custom', customType: markType, value: mark }]
export const markOf = ({ externalIds }: Pick<WorkspaceUser, 'externalIds'>): string | undefined =>
  externalIds?.find(({ customType }) => customType === markType)?.value
export const workspaceUser = z.object({
  id: z.string().min(1),
  primaryEmail: z.string(),
  /** Answers to insert and patch leave it out; reading the user shows it. */
  suspended: z.boolean().optional(),
  isMailboxSetup: z.boolean().optional(),
  /**
   * Said of who is suspended, without a list of its values: "ADMIN" where an administrator did it, as we do;
   * "ABUSE" in public code for who was suspended by Google itself.
   * https://developers.google.com/workspace/admin/directory/reference/rest/v1/users
   */
  suspensionReason: z.string().optional(),
  /** Set by administrators and their programs, so anything may be among them. */
  externalIds: z
    .array(z.object({ customType: z.string().optional(), value: z.string().optional() }))
    .optional()
    .catch(undefined),
  /** Of removed ones alone. */
  deletionTime: z.string().optional(),
})
export type WorkspaceUser = z.infer<typeof workspaceUser>
/** A page without users has no `users` at all: its kind tells it from an answer that is none. */
export const workspaceUsers = z.object({
  kind: z.literal('admin#directory#users'),
  users: z.array(workspaceUser).optional(),
  nextPageToken: z.string().optional(),
})

/**
 * Suspended by Google itself, for "ABUSE" or a reason that nobody has described. An administrator may lift that in the
 * console, knowing why it was done: https://support.google.com/a/answer/1110339.
 */
export const isStopped = ({ suspended, suspensionReason = 'ADMIN' }: WorkspaceUser): boolean =>
  suspended === true && suspensionReason !== 'ADMIN'

export const hostedMailbox = (user: WorkspaceUser): HostedMailbox => ({
  externalId: user.id,
  address: user.primaryEmail.toLowerCase(),
  enabled: user.suspended === undefined ? undefined : !user.suspended,
  ready: user.isMailboxSetup === true,
  ...(isStopped(user) && { isStopped: true }),
  ...(markOf(user) !== undefined && { mark: markOf(user) }),
})

/** Base64 as the photo call wants it: `_` and `-` for `/` and `+`, padded with `*`. */
export const webSafeBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replaceAll('/', '_').replaceAll('+', '-').replaceAll('=', '*')

const googleRefusal = z.object({
  error: z.object({
    message: z.string(),
    errors: z.array(z.object({ reason: z.string() })).optional(),
    /** Newer services say it here: https://google.aip.dev/193 (ErrorInfo). */
    details: z
      .array(z.looseObject({ reason: z.string().optional() }))
      .optional()
      .catch(undefined),
  }),
})

/** Our word for what Google says in a sentence only: another of its customers has the domain. */
export const domainInUse = 'domainInUse'

/**
 * What passes within seconds, of one user or domain: two changes at once (409 "conflict", beside the 409 "duplicate" of
 * what exists already), and a user whom Google is still making, said under the reason of all that is in the way.
 */
const conflict = 'conflict'
const beingMade = 'beingMade'
export const isPassing = ({ code }: { code: string | undefined }): boolean =>
  code === conflict || code === beingMade

/** Our word for a user that was removed and is kept for 20 days, said under the same reason as a user being made. */
export const deletedUser = 'deletedUser'

/** Our word for no licence left, said under that reason too. */
export const userLimit = 'userLimit'

/** Said with 403 or with 429: slow down. */
const quotaReasons = ['quotaExceeded', 'userRateLimitExceeded', 'rateLimitExceeded', 'dailyLimitExceeded']

export function explainGoogle({ status, body }: Refusal): Explanation {
  const parsed = googleRefusal.safeParse(body)
  if (!parsed.success) return {}
  const { message, errors, details } = parsed.data.error
  const code = errors?.[0]?.reason ?? details?.find(({ reason }) => reason !== undefined)?.reason
  if (status === 429 || (code && quotaReasons.includes(code)))
    return { code, kind: 'transient', reason: 'too many requests', isOverLimit: true }
  if (status === 401) return { code, reason: 'the access token was not accepted' }
  if (status === 403 && code === 'insufficientPermissions')
    return { code, reason: `the service account lacks a scope: ${vendorWords(message)}` }
  if (status === 409 && code === conflict)
    return { code, ...waitsForVendor, reason: 'Google is busy with another change of the same' }
  if (status === 412 && /creation is not complete/i.test(message))
    return { code: beingMade, ...waitsForVendor, reason: 'Google is still making the user' }
  if (status === 412 && /\buser is deleted\b/i.test(message))
    return { code: deletedUser, kind: 'not_found', reason: 'the user was removed' }
  if (status === 412 && /\buser limit\b/i.test(message))
    return { code: userLimit, kind: 'rejected', reason: vendorWords(message) }
  if (status === 403 && /\bin use\b/i.test(message))
    return { code: domainInUse, kind: 'rejected', reason: vendorWords(message) }
  // Of this one thing only, unless it is about who asks.
  if (status === 403 && code === 'forbidden' && !/not authorized/i.test(message))
    return { code, kind: 'rejected', reason: vendorWords(message) }
  if (code === 'failedPrecondition')
    return { code, kind: 'waiting', waitsFor: 'vendor', reason: vendorWords(message) }
  return { code, reason: vendorWords(message) }
}
