import * as z from 'zod/mini'
import { type BulkToolId, bulkTools } from '#features/tools/rules/sending-tools.ts'
import { type AccountField, accountFields, accountValues, fieldsOf, valueText } from './account-values.ts'
import { bulkJobProgress, bulkOutcomes, operationName } from './bulk-job.ts'
import { fieldLabel } from './field-label.ts'
import { accessKinds } from './setting-fields.ts'

/** One account of an update, and what became of it. */
const accountResult = z.object({
  /** What the tool calls it: an address, or a number. */
  account: z.string(),
  /** Absent where the update did not come as far as reading it. */
  email: z.optional(z.string()),
  /** Absent while it is not known. */
  outcome: z.optional(z.enum(bulkOutcomes)),
  reason: z.optional(z.string()),
  /** Why its call failed, in the tool's own words. */
  details: z.optional(z.string()),
  /** It was read back and really changed. */
  confirmed: z.boolean(),
  /** Index into `wanted`. */
  wanted: z.number(),
  /** As far as this way in shows them; of a signature its first words. */
  before: z.optional(accountValues),
  /** Of an undo: fields that it left as they are, since they do not hold the update's value any more. */
  notRestored: z.optional(z.array(z.enum(accountFields))),
})
export type AccountResult = z.output<typeof accountResult>

/** Answer of `GET /api/jobs/:jobId/accounts`. */
export const bulkJobResults = z.object({
  job: bulkJobProgress,
  tool: z.enum(bulkTools),
  /** What was to be set; several where accounts differ. */
  wanted: z.array(accountValues),
  accounts: z.array(accountResult),
})
export type BulkJobResults = z.output<typeof bulkJobResults>

const field = z.enum(accountFields)

/** Answer of `GET /api/jobs/:jobId/undo`. */
export const undoPlan = z.object({
  tool: z.enum(bulkTools),
  /** How the tool was reached. */
  access: z.enum(accessKinds),
  /** Accounts of which something can be put back, as far as nobody has changed it since. */
  accounts: z.number(),
  /** Accounts that this update did not change, and its undo leaves alone. */
  untouched: z.number(),
  /** Accounts of which a later update has set something since, or an undo has put it back already: that stays. */
  later: z.number(),
  restorable: z.array(z.object({ field, accounts: z.number(), to: z.string() })),
  /** Fields whose values before are not known, and why. */
  never: z.array(z.object({ field, accounts: z.number(), reason: z.string() })),
  /** Credentials are kept that can do it; otherwise they have to be entered again. */
  hasCredentials: z.boolean(),
})
export type UndoPlan = z.output<typeof undoPlan>

/** Two parts of the results of one update. */
export const joinResults = (first: BulkJobResults, next: BulkJobResults): BulkJobResults => ({
  ...next,
  wanted: [...first.wanted, ...next.wanted],
  accounts: [
    ...first.accounts,
    ...next.accounts.map((result) => ({ ...result, wanted: result.wanted + first.wanted.length })),
  ],
})

/** What an account had and gets in one field: "30 → 10". */
function changesOf(
  { wanted }: Pick<BulkJobResults, 'wanted'>,
  result: AccountResult,
): { field: AccountField; from: string; to: string }[] {
  const values = wanted[result.wanted] ?? {}
  return fieldsOf(values).map((each) => ({
    field: each,
    from: valueText(each, result.before?.[each]),
    to: valueText(each, values[each]),
  }))
}

export const outcomeWords = {
  updated: 'Updated',
  unchanged: 'Unchanged',
  failed: 'Failed',
  unknown: 'Not known',
  skipped: 'Skipped',
} as const satisfies Record<(typeof bulkOutcomes)[number], string>

/** "Updated", "Updated in part", "Updated, not confirmed", "Waiting" */
export function outcomeText({
  outcome,
  confirmed,
  notRestored,
}: Pick<AccountResult, 'outcome' | 'confirmed' | 'notRestored'>): string {
  if (!outcome) return 'Waiting'
  if (outcome === 'updated' && notRestored) return `${outcomeWords.updated} in part`
  return outcome === 'updated' && !confirmed
    ? `${outcomeWords.updated}, not confirmed`
    : outcomeWords[outcome]
}

/** "Not restored: Daily limit was changed to 40 since." */
function notRestoredText(tool: BulkToolId, { notRestored = [], before }: AccountResult): string {
  const texts = notRestored.map((each) => {
    const now = before?.[each]
    const label = fieldLabel(tool, each)
    return now === undefined
      ? `${label} cannot be read now`
      : `${label} was changed to ${valueText(each, now)} since`
  })
  return texts.length > 0 ? `Not restored: ${texts.join(', ')}.` : ''
}

/** Why an account is not as was wanted, in words; '' where it is. */
export const reasonText = (tool: BulkToolId, result: AccountResult): string =>
  [result.reason, notRestoredText(tool, result)].filter(Boolean).join('. ')

/** "Daily limit: 30 → 10", "Had them already", or why it did not change. */
export function storyText(results: BulkJobResults, result: AccountResult): string {
  const { outcome, reason } = result
  const why = reasonText(results.tool, result)
  if (reason || outcome === 'skipped') return why
  const changes = changesOf(results, result).map(({ field, from, to }) => {
    const label = fieldLabel(results.tool, field)
    return outcome === 'unchanged' ? `${label} ${to}` : `${label}: ${from} → ${to}`
  })
  if (outcome === 'unchanged')
    return changes.length > 0 ? `Had it already: ${changes.join(', ')}` : 'Had it already'
  return [changes.join(', '), why].filter(Boolean).join('. ')
}

/** Spreadsheets take what begins with these for a formula. */
const csvCell = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** All accounts of an update, for a spreadsheet. */
export function resultsCsv(results: BulkJobResults): string {
  const fields = accountFields.filter((each) => results.wanted.some((values) => values[each] !== undefined))
  const hasDetails = results.accounts.some(({ details }) => details)
  const head = [
    'Account',
    'Outcome',
    'Reason',
    ...(hasDetails ? ['Details'] : []),
    ...fields.flatMap((each) => {
      const label = fieldLabel(results.tool, each)
      return [`${label} before`, `${label} set to`]
    }),
  ]
  const rows = results.accounts.map((result) => {
    const changes = new Map(changesOf(results, result).map((change) => [change.field, change]))
    return [
      result.email ?? result.account,
      outcomeText(result),
      reasonText(results.tool, result),
      ...(hasDetails ? [result.details ?? ''] : []),
      ...fields.flatMap((each) => [changes.get(each)?.from ?? '', changes.get(each)?.to ?? '']),
    ]
  })
  return [head, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}

/** "account-settings-2026-11-24.csv" */
export const csvName = (results: BulkJobResults): string =>
  `${operationName(results.job).toLowerCase().replaceAll(' ', '-')}-${(results.job.createdAt ?? '').slice(0, 10)}.csv`
