import * as z from 'zod/mini'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { boundedText, textField } from '#base/text/outcome.ts'
import { bulkTools } from '#features/tools/rules/sending-tools.ts'
import { accountListMessages, accountsMax, checkOptionalDomains, domainTextMax } from './account-lists.ts'
import { retryBody } from './bulk-job.ts'
import type { InstantlyAccount } from './instantly.ts'
import { isNarrowed, narrowing, narrowingField } from './narrowing.ts'
import { pace } from './pace.ts'
import type { SmartleadAccount } from './smartlead.ts'

/** An account of a list, as its tool's wizard shows it. */
export type ListedAccount = InstantlyAccount | SmartleadAccount

export const listStatuses = ['loading', 'loaded', 'cancelled', 'failed'] as const

/** Accounts that one list may have, and an update of it may change. */
export const listMax = 100_000
/** Accounts that are gone through for one list, those on other domains too: they are all held until the last is read. */
export const listReadMax = 250_000
/** Accounts of a list in one answer. */
export const listPartSize = accountsMax
/** Updates take a list for so long: what was read earlier says little of the accounts. */
export const listGoodHours = 6
/** Loading ends when no page has asked for so long. */
export const listUnwatchedMinutes = 10

export const loadedListMessages = {
  tooMany: `There are more than ${numberText(listMax)} accounts in this list. One update can change up to ${numberText(listMax)}, so please load fewer at a time.`,
  tooManyRead: `This workspace has more than ${numberText(listReadMax)} accounts, too many to load at once. Please load one domain at a time.`,
  unwatched: `Loading stopped because this page was closed for ${listUnwatchedMinutes} minutes.`,
  cutOff: 'We cannot be reached right now, so this may be old. Loading itself continues. Trying again...',
  enterCredentials: 'Enter the credentials you loaded these accounts with first.',
  cannotNarrow: 'This cannot be searched for here. Please load accounts by domain instead.',
  gone: 'This list no longer exists. Please load your accounts again.',
} as const

/** Starts loading: the tool, its credentials, and the domains to look for, which a list that is narrowed can do without. */
export const loadListBody = z
  .strictObject({
    tool: z.enum(bulkTools),
    /** Those that were kept when all are absent. */
    ...retryBody.shape,
    domains: textField(checkOptionalDomains, domainTextMax),
    narrowing: z.optional(narrowingField),
    /** Whether the credentials are kept for the next visit; they are unless this says no. */
    remember: z.optional(z.boolean()),
  })
  .check(
    z.check(({ value, issues }) => {
      if (value.domains.length > 0 || (value.narrowing && isNarrowed(value.narrowing))) return
      issues.push({
        code: 'custom',
        message: accountListMessages.noDomains,
        path: ['domains'],
        input: value,
      })
    }),
  )

/** How far loading is, and what came of it. */
export const loadedList = z.object({
  /** To be named by the updates of its accounts. */
  fetchId: z.string(),
  tool: z.enum(bulkTools),
  status: z.enum(listStatuses),
  domains: z.array(z.string()),
  /** Absent: all accounts on the domains. */
  narrowing: z.optional(narrowing),
  /** Accounts read so far, those on other domains too. */
  read: z.number(),
  /** Accounts that the list has, once it is loaded. */
  found: z.number(),
  /** All accounts there are, whatever was searched for. */
  total: z.number(),
  message: z.optional(z.string()),
  /** Until when the tool asks us to wait, as an ISO time. */
  waitUntil: z.optional(z.string()),
  /** When reading began, as an ISO time: what an update does after that is not in the list. */
  readAt: z.optional(z.string()),
  createdAt: z.string(),
  pace: z.optional(pace),
})
export type LoadedList = z.output<typeof loadedList>

export const listQuery = z.strictObject({ tool: z.enum(bulkTools) })
export const listParams = z.object({ fetchId: boundedText(64).check(z.minLength(1)) })
/** The accounts from this position on. */
export const listPartQuery = z.strictObject({
  from: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(listMax)),
})

/** "12,300 accounts read so far". */
export const readText = ({ read }: Pick<LoadedList, 'read'>): string =>
  `${countOf(read, 'account')} read so far`
