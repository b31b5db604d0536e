import * as z from 'zod/mini'
import { knownElements } from './signature-elements.ts'

/** What an update can change of an account. A value is absent where this way in does not show it, or where it stays. */
export const accountValues = z.object({
  warmupOn: z.optional(z.boolean()),
  warmupLimit: z.optional(z.number()),
  warmupIncrement: z.optional(z.number()),
  replyRatePercent: z.optional(z.number()),
  /** The word that warm-up mail carries; no tool shows it. */
  warmupTag: z.optional(z.string()),
  dailyLimit: z.optional(z.number()),
  sendingGapMinutes: z.optional(z.number()),
  signature: z.optional(z.string()),
  tags: z.optional(z.array(z.string())),
})
export type AccountValues = z.output<typeof accountValues>
export type AccountField = keyof AccountValues

/** In the order in which pages list them. */
export const accountFields = [
  'warmupOn',
  'warmupLimit',
  'warmupIncrement',
  'replyRatePercent',
  'warmupTag',
  'dailyLimit',
  'sendingGapMinutes',
  'signature',
  'tags',
] as const satisfies readonly AccountField[]

/** Those that are numbers. */
export const numberFields = [
  'dailyLimit',
  'sendingGapMinutes',
  'warmupLimit',
  'warmupIncrement',
  'replyRatePercent',
] as const satisfies readonly AccountField[]
export type NumberField = (typeof numberFields)[number]

type Value = AccountValues[AccountField]

/** A value as people read it: "on", "30", "spring, northwind"; of a signature its words. */
export function valueText(field: AccountField, value: Value): string {
  if (value === undefined) return 'not shown'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ')
  if (field === 'signature') return signatureExcerpt(String(value)) || (value === '' ? 'none' : 'no words')
  return field === 'warmupIncrement' && value === 0 ? 'off' : String(value)
}

const excerptLength = 80
/** Enough for the words of an excerpt, whatever stands between them. */
const excerptSource = 2_000

const entities: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }

/** The first words of a signature, without its tags; what only looks like one is text. */
export function signatureExcerpt(html: string): string {
  const words = html
    .slice(0, excerptSource)
    .replace(/<\/?([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/gi, (tag, name: string) =>
      knownElements.has(name.toLowerCase()) ? ' ' : tag,
    )
    .replace(/&(nbsp|lt|gt|quot|#39|amp);/g, (entity, name: string) => entities[name] ?? entity)
    .replace(/\s+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
  return words.length > excerptLength ? `${words.slice(0, excerptLength)}…` : words
}

/** Tools store HTML with other line breaks than they were given. */
const sameHtml = (a: string, b: string): boolean => a.replace(/\s+/g, '') === b.replace(/\s+/g, '')

/** Whether a value stands as wanted; tags are added, so others may stand beside them. */
export function isSameValue(field: AccountField, wanted: Value, now: Value): boolean {
  if (Array.isArray(wanted)) return Array.isArray(now) && wanted.every((tag) => now.includes(tag))
  return field === 'signature' && typeof wanted === 'string' && typeof now === 'string'
    ? sameHtml(wanted, now)
    : wanted === now
}

/** The fields of which something is wanted. */
export const fieldsOf = (values: AccountValues): AccountField[] =>
  accountFields.filter((field) => values[field] !== undefined)

/** Line breaks and indents of HTML, which readers show as one space. */
const asRead = (html: string): string => html.replace(/\s+/g, ' ').trim()

/**
 * Whether nothing is left to do: all that is wanted is shown, and stands there. Of signatures stricter than
 * `isSameValue`, which makes up for what tools do to HTML: here a space between two words counts.
 */
export const hasAll = (wanted: AccountValues, now: AccountValues): boolean =>
  fieldsOf(wanted).every((field) => {
    const value = now[field]
    if (value === undefined || !isSameValue(field, wanted[field], value)) return false
    return field !== 'signature' || asRead(wanted.signature ?? '') === asRead(String(value))
  })

/** Whether all that is wanted stands there, as far as it is shown; undefined when nothing of it is. */
export function isAsWanted(wanted: AccountValues, now: AccountValues): boolean | undefined {
  const shown = fieldsOf(wanted).filter((field) => now[field] !== undefined)
  if (shown.length === 0) return undefined
  return shown.every((field) => isSameValue(field, wanted[field], now[field]))
}

/** What an update does to one field of the accounts it is meant for. */
export interface FieldChange {
  field: AccountField
  /** Values that stand there now, the most frequent first: "5 (38 accounts), 10". */
  from: string
  to: string
  /** Accounts whose value becomes another, as far as it is shown. */
  changing: number
  /** Accounts of which it is not known what they have now. */
  unknown: number
  /** Signatures of which only the first words are known, and are the same. */
  alike?: number
}

/** Different values that are told one by one. */
const valuesTold = 3

function toldValues(texts: readonly string[], most = valuesTold): string {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const sorted = [...counts].sort((a, b) => b[1] - a[1])
  const [only] = sorted
  if (only && sorted.length === 1) return only[0]
  const told = sorted.slice(0, most).map(([text, count]) => `${text} (${count})`)
  return sorted.length > most ? `${told.join(', ')} and ${sorted.length - most} more` : told.join(', ')
}

/** What accounts have of a field now, the most frequent value first: "5 (38), 10 (4)". */
export const presentText = (field: AccountField, accounts: readonly { current: AccountValues }[]): string =>
  toldValues(accounts.map(({ current }) => valueText(field, current[field])))

/** From what to what each field changes, over all accounts. */
export function fieldChanges(
  accounts: readonly { current: AccountValues; wanted: AccountValues }[],
): FieldChange[] {
  return accountFields.flatMap((field) => {
    const concerned = accounts.filter(({ wanted }) => wanted[field] !== undefined)
    if (concerned.length === 0) return []
    const shown = concerned.filter(({ current }) => current[field] !== undefined)
    return [
      {
        field,
        from: presentText(field, concerned),
        to: toldValues(concerned.map(({ wanted }) => valueText(field, wanted[field]))),
        changing: shown.filter(({ current, wanted }) => !isShownSame(field, wanted, current)).length,
        unknown: concerned.length - shown.length,
        ...(field === 'signature' && {
          alike: shown.filter(({ current, wanted }) => isShownSame(field, wanted, current)).length,
        }),
      },
    ]
  })
}

/** What stands there now is told to pages, of a signature by its first words. */
const isShownSame = (field: AccountField, wanted: AccountValues, current: AccountValues): boolean =>
  field === 'signature'
    ? signatureExcerpt(wanted.signature ?? '') === signatureExcerpt(current.signature ?? '')
    : isSameValue(field, wanted[field], current[field])

/** Accounts of an update by what it means to them. */
export interface Effect {
  /** Something of them becomes another. */
  changing: number
  /** They have all of it already, and are left alone. */
  same: number
  /** What is shown of them is the same, and not all of it is shown: they are set all the same. */
  unknown: number
}

/** How many accounts an update would change, as far as what they have now is shown. */
export function effectOf(accounts: readonly { current: AccountValues; wanted: AccountValues }[]): Effect {
  const effect: Effect = { changing: 0, same: 0, unknown: 0 }
  for (const { current, wanted } of accounts) {
    const fields = fieldsOf(wanted)
    const isChanging = fields.some(
      (field) => current[field] !== undefined && !isShownSame(field, wanted, current),
    )
    const isKnown = fields.every((field) => current[field] !== undefined && field !== 'signature')
    effect[isChanging ? 'changing' : isKnown ? 'same' : 'unknown']++
  }
  return effect
}

/** Accounts that are set: those that change, and those of which it cannot be seen whether they do. */
export const accountsSet = ({ changing, unknown }: Effect): number => changing + unknown
