import * as z from 'zod/mini'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { boundedText } from '#base/text/outcome.ts'
import { credentialMaxLength } from './credential-text.ts'

/** What each update is called in sentences, by the operation that starts it. */
const bulkOperations = {
  'update-accounts': 'Account settings',
  'enable-warmup': 'Warmup',
  'update-signatures': 'Signatures',
  'update-warmup': 'Warmup settings',
  'update-outbound': 'Outbound settings',
  'update-tags': 'Tags',
  'update-signature': 'Signature',
  undo: 'Undo',
} as const
export type BulkOperation = keyof typeof bulkOperations

export const bulkJobMessages = {
  started: 'Update started for {accounts}.',
  alreadyRunning: 'This update is still running. Please wait until it has ended, or cancel it.',
  undoWaits: 'Another update of this tool is still running. Please wait until it has ended.',
  fetchAgain:
    'These accounts belong to an earlier search, or to other credentials. Please fetch your accounts again.',
  nothingToSet: 'Every setting is left as it is. Choose at least one to change.',
  nothingToUndo: 'Nothing of this update can be taken back any more.',
  nothingToRetry: 'Every account of this update was changed. There is nothing to try again.',
  stoppedMeanwhile: 'The update was stopped before it was known whether this account changed',
  stillRunning: 'This update has not ended yet.',
  credentialsNeeded: 'Please fetch your accounts again first, so that the credentials are fresh.',
  ownerStopped: 'It was ended because the account was suspended, disabled or closed.',
  notStored: 'The stored credentials have changed, expired or been deleted. Please enter them again.',
  signatureEmpty: 'This signature has nothing in it that an email can show.',
} as const

const secret = z.optional(boundedText(credentialMaxLength))
/** Credentials of whichever tool the update belongs to; those that were kept when all are absent. */
export const retryBody = z.strictObject({ cookie: secret, org_auth: secret, api_key: secret, token: secret })
export type RetryBody = z.output<typeof retryBody>

/** Answer of a call that starts an update; the update itself continues as a job. */
export const updateResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  jobId: z.optional(z.string()),
})

/** `cancelling`: no more calls begin; those under way end, and what they changed is read back. */
export const bulkJobStatuses = ['queued', 'running', 'cancelling', 'done', 'cancelled', 'failed'] as const
export const unfinishedStatuses = ['queued', 'running', 'cancelling'] as const
/** What a job that runs is at: reading the values before, changing them, or reading them back. */
export const bulkPhases = ['reading', 'changing', 'confirming'] as const
/**
 * `unchanged`: it had the values already, and no call was made. `unknown`: a call may have changed it, and it could
 * not be read back since.
 */
export const bulkOutcomes = ['updated', 'unchanged', 'failed', 'unknown', 'skipped'] as const

/** How long results are kept, and an update can be undone. */
export const resultsKeptDays = 30

/** How far a job is. */
export const bulkJobProgress = z.object({
  jobId: z.string(),
  operation: z.string(),
  /** Of an undo: the operation that it takes back. */
  undoes: z.optional(z.string()),
  status: z.enum(bulkJobStatuses),
  /** Why it stopped. */
  problem: z.optional(z.string()),
  total: z.number(),
  finished: z.number(),
  /** Also those whose tool said yes and did nothing. */
  failed: z.number(),
  /** A call may have changed them, and they could not be read back since. */
  unknown: z.optional(z.number()),
  /** They had the values already. */
  unchanged: z.optional(z.number()),
  /** Of an undo: accounts of which it left a value as it is, since it was changed after the update. */
  notRestored: z.optional(z.number()),
  /** Of those: accounts of which nothing was left to put back, so that trying again is no use. */
  skippedForGood: z.optional(z.number()),
  /** What it sets, or takes back, in short: "Daily limit 33". */
  sets: z.optional(z.string()),
  /** Accounts that were read back and really changed. */
  confirmed: z.number(),
  phase: z.optional(z.enum(bulkPhases)),
  /** Until when the tool asks us to wait, as an ISO time. */
  waitUntil: z.optional(z.string()),
  /** Estimated from the pace of the last accounts; absent while too few are done to tell. */
  secondsLeft: z.optional(z.number()),
  startedAt: z.optional(z.string()),
  finishedAt: z.optional(z.string()),
  /** When it was asked for. */
  createdAt: z.optional(z.string()),
  /** It has ended and may have changed accounts whose values before were kept: some of it may be taken back. */
  canUndo: z.optional(z.boolean()),
  /** The first failures, each with its reason. */
  failures: z.array(z.object({ account: z.string(), reason: z.string() })),
})
export type BulkJobProgress = z.output<typeof bulkJobProgress>

const duration = (seconds: number): string =>
  seconds < 60 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`

/** "312 of 1,000 · 4 failed · about 8 s left" */
export function progressText({
  status,
  total,
  finished,
  failed,
  secondsLeft,
}: Pick<BulkJobProgress, 'status' | 'total' | 'finished' | 'failed' | 'secondsLeft'>): string {
  const parts = [`${numberText(finished)} of ${numberText(total)}`]
  if (failed > 0) parts.push(`${numberText(failed)} failed`)
  if (status === 'running' && secondsLeft !== undefined && finished < total)
    parts.push(`about ${duration(secondsLeft)} left`)
  return parts.join(' · ')
}

export const isUnfinished = ({ status }: Pick<BulkJobProgress, 'status'>): boolean =>
  status === 'queued' || status === 'running' || status === 'cancelling'

/** What a job is called: "Warmup settings", "Undo of Warmup settings". */
export function operationName({ operation, undoes }: Pick<BulkJobProgress, 'operation' | 'undoes'>): string {
  const name = bulkOperations[operation as BulkOperation] ?? operation
  return undoes === undefined ? name : `${name} of ${bulkOperations[undoes as BulkOperation] ?? undoes}`
}

/** Accounts of a job by what became of them. */
export function outcomeCounts({ total, finished, failed, unchanged = 0, unknown = 0 }: BulkJobProgress) {
  const updated = finished - failed - unchanged - unknown
  return { updated, unchanged, failed, unknown, skipped: total - finished }
}

/** Accounts that can be tried again: those that failed, were left out or are not known. */
export const retryableCount = ({
  total,
  finished,
  failed,
  unknown = 0,
  skippedForGood = 0,
}: BulkJobProgress): number => total - finished - skippedForGood + failed + unknown

/** Ended, and at least one account was changed. */
export const hasSucceeded = (job: BulkJobProgress): boolean =>
  job.status === 'done' && job.finished > job.failed + (job.unknown ?? 0)

/** "2 keep a value that was changed since." */
const notRestoredText = ({ notRestored = 0 }: BulkJobProgress): string =>
  `${countOf(notRestored, 'account')} ${notRestored === 1 ? 'keeps' : 'keep'} a value that was changed since.`

/**
 * What came of an update that has ended: "988 of 1,000 accounts have the new values." and, where there are some, how
 * many did not and how many the tool does not show.
 */
export function resultText(job: BulkJobProgress, toolName: string): string {
  const { total, failed, confirmed, notRestored = 0, skippedForGood = 0 } = job
  const { updated, unchanged, unknown, skipped } = outcomeCounts(job)
  const unseen = updated - confirmed
  const left = skipped - skippedForGood
  const values = job.operation === 'undo' ? 'their earlier values again' : 'the new values'
  const sentences = [`${numberText(confirmed + unchanged)} of ${countOf(total, 'account')} have ${values}.`]
  if (confirmed + unchanged === 0 && unseen > 0)
    sentences[0] = `${toolName} accepted the update for ${numberText(unseen)} of ${countOf(total, 'account')}.`
  else if (unseen > 0) sentences.push(`${toolName} accepted ${numberText(unseen)} more.`)
  if (unseen > 0) sentences.push(`It does not show this setting here, so please look at an inbox there.`)
  if (failed > 0) sentences.push(`${numberText(failed)} did not change.`)
  if (unknown > 0)
    sentences.push(
      `Of ${numberText(unknown)} it is not known whether ${unknown === 1 ? 'it' : 'they'} changed.`,
    )
  if (left > 0) sentences.push(`${numberText(left)} were left as they are.`)
  if (unchanged > 0) sentences.push(`${numberText(unchanged)} had them already.`)
  if (notRestored > 0) sentences.push(notRestoredText(job))
  return sentences.join(' ')
}
