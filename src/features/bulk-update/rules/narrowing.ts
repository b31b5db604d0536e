import * as z from 'zod/mini'
import { boundedList } from '#base/text/bounded.ts'
import { countOf } from '#base/text/count-of.ts'
import { boundedText } from '#base/text/outcome.ts'
import { withoutUnseen } from '#base/text/unseen.ts'
import { type BulkToolId, bulkTools } from '#features/tools/rules/sending-tools.ts'
import { retryBody } from './bulk-job.ts'
import type { AccessKind } from './setting-fields.ts'

/** In characters, of the text that a tool searches for. */
export const searchTextMax = 100
/** Tags that one list may be narrowed to. */
export const chosenTagsMax = 20
/** Tags that are read of a workspace to choose from, in pages of 100. */
export const tagsReadMax = 1_000
/** In characters; longer names are cut where they are read. */
export const tagLabelMax = 100

const accountTag = z.object({ id: z.string(), label: z.string() })
export type AccountTag = z.output<typeof accountTag>

/** What of a workspace is loaded, by the tool's own search; of several tags an account has one or more. */
export const narrowing = z.object({ text: z.string(), tags: z.array(accountTag) })
export type Narrowing = z.output<typeof narrowing>

/** Instantly's are UUIDs. They are sent with commas between. */
export const tagIdForm = /^[\w-]{1,64}$/

/** The same as it is sent. */
export const narrowingField = z.strictObject({
  text: z.pipe(
    boundedText(searchTextMax),
    z.transform((text: string) => withoutUnseen(text).trim()),
  ),
  tags: boundedList(
    z.strictObject({ id: boundedText(64).check(z.regex(tagIdForm)), label: boundedText(tagLabelMax) }),
    { max: chosenTagsMax, tooMany: `Please choose at most ${chosenTagsMax} tags` },
  ),
})

export const notNarrowed: Narrowing = { text: '', tags: [] }

export const isNarrowed = ({ text, tags }: Narrowing): boolean => text.trim() !== '' || tags.length > 0

interface Offered {
  /** Where the tool looks for a text. */
  text: string
  tags: boolean
}

/**
 * What tools document for their lists of accounts. Of a browser's calls nothing is documented.
 * https://developer.instantly.ai/api-reference/account/list-account `search`, `tag_ids`
 * https://api.smartlead.ai/api-reference/email-accounts/get-all `username`
 */
const offered: Record<BulkToolId, Partial<Record<AccessKind, Offered>>> = {
  instantly: { apiKey: { text: 'Instantly searches its accounts for this, such as acme.com.', tags: true } },
  smartlead: {
    apiKey: { text: 'Smartlead looks for this in usernames, such as acme.com.', tags: false },
  },
}

/** Undefined where a list cannot be narrowed. */
export const narrowingOffered = (tool: BulkToolId, access: AccessKind): Offered | undefined =>
  offered[tool][access]

/** What is typed, where the chosen way in can search for it. */
export const narrowingFor = (
  tool: BulkToolId,
  { access, narrowing }: { access: AccessKind; narrowing: Narrowing },
): Narrowing => (narrowingOffered(tool, access) ? { ...narrowing, text: narrowing.text.trim() } : notNarrowed)

/** As loading takes it. */
export const narrowedTo = (narrowing: Narrowing): { narrowing?: Narrowing } =>
  isNarrowed(narrowing) ? { narrowing } : {}

/** Whether the tool's list can be narrowed like this. */
export function canNarrow(tool: BulkToolId, access: AccessKind, { text, tags }: Narrowing): boolean {
  const offers = narrowingOffered(tool, access)
  return (text === '' || offers !== undefined) && (tags.length === 0 || offers?.tags === true)
}

/** Tags named in one line. */
const tagsNamed = 3

/** "with “acme.com”, tagged “spring” or “autumn”"; '' of a list that is not narrowed. */
export function narrowingText({ text, tags }: Narrowing): string {
  const names = tags.slice(0, tagsNamed).map(({ label }) => `“${label}”`)
  const more = tags.length - names.length
  if (more > 0) names.push(countOf(more, 'more tag'))
  return [text.trim() && `with “${text.trim()}”`, names.length > 0 && `tagged ${names.join(' or ')}`]
    .filter(Boolean)
    .join(', ')
}

/** "on 2 domains", "with “acme.com” on 2 domains" */
export const listScope = (domains: readonly string[], narrowedTo: Narrowing = notNarrowed): string =>
  [
    narrowingText(narrowedTo),
    (domains.length > 0 || !isNarrowed(narrowedTo)) && `on ${countOf(domains.length, 'domain')}`,
  ]
    .filter(Boolean)
    .join(' ')

/** The same of a form: "2 domains", "Accounts with “acme.com”" */
export const scopeSummary = (domains: readonly string[], narrowedTo: Narrowing): string =>
  isNarrowed(narrowedTo) ? `Accounts ${listScope(domains, narrowedTo)}` : countOf(domains.length, 'domain')

/** A note on a list, after what it is narrowed to: "Accounts with “acme.com”." */
export const withNarrowing = (
  list: { narrowing?: Narrowing | undefined },
  note: string | undefined,
): string | undefined =>
  [list.narrowing && `Accounts ${narrowingText(list.narrowing)}.`, note].filter(Boolean).join(' ') ||
  undefined

/** Asks for a workspace's tags; by the credentials that were kept when all are absent. */
export const accountTagsBody = z.strictObject({ tool: z.enum(bulkTools), ...retryBody.shape })

export const accountTags = z.object({
  tags: z.array(accountTag),
  /** There are more than are read. */
  hasMore: z.boolean(),
})
export type AccountTags = z.output<typeof accountTags>
