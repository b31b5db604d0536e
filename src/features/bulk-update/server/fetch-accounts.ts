import { countOf } from '#base/text/count-of.ts'
import { fillMessage } from '#base/text/message.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'
import { isVendorError, type VendorError, vendorNames } from '#vendors/client/vendor-error.ts'
import type { BulkAccount, BulkTool, ListingContext } from '#vendors/ports/bulk-tools.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { domainOf, isAccountOf } from '../rules/account-lists.ts'
import { instantlyMessages } from '../rules/instantly.ts'
import { type Narrowing, narrowingText } from '../rules/narrowing.ts'
import type { Pace } from '../rules/pace.ts'
import { keepCredentials } from './kept-credentials.ts'
import { storeFetch } from './stored-fetch.ts'
import { openMarkers } from './stored-marker.ts'

/** A search may wait this long for its places in the vendor's limit: a person is looking on. */
export const lookingOn: CallContext = { purpose: 'waiting', patienceMs: 20_000 }

export interface Found {
  success: boolean
  message: string
  accounts: BulkAccount[]
  /** All accounts there are, whatever was searched for. */
  total: number
  /** To be named by the updates of these accounts. */
  fetchId?: string
  /** When reading began: what an update does after that is not in `accounts`. */
  readAt?: string
  pace?: Pace
}

/** What a tool has on some domains, or of what its own search finds. */
interface Listed {
  accounts: BulkAccount[]
  /** All accounts there are, whatever domains were searched for. */
  total: number
  /** How many were found, or that there are none. */
  message: string
}

interface Wanted {
  domains: readonly string[]
  /** Null: by domain alone. */
  narrowing: Narrowing | null
}

/** Smartlead's page tells the total, so all are read; Instantly searches by domain. */
const listed = (tool: BulkTool, { domains, narrowing }: Wanted, ctx: ListingContext) =>
  narrowing
    ? required(tool.listNarrowed, 'a tool that can be narrowed')(narrowing, ctx)
    : tool.listAccounts(tool.kind === 'smartlead' ? 'all' : domains, ctx)

/** Asks a tool for its accounts on some domains, or for all that its own search finds. */
export async function readAccounts(
  tool: BulkTool,
  { domains, narrowing }: Wanted,
  ctx: ListingContext,
): Promise<Listed> {
  const all = await listed(tool, { domains, narrowing }, ctx)
  const wanted = new Set(domains)
  const accounts = wanted.size === 0 ? all : all.filter(({ email }) => isAccountOf(email, wanted))
  const found = new Set(accounts.map(({ email }) => domainOf(email)))
  const without = domains.filter((domain) => !found.has(domain))
  const scope = [narrowing && narrowingText(narrowing), domains.length > 0 && `on ${listOf(domains)}`]
    .filter(Boolean)
    .join(' ')
  const message =
    accounts.length === 0
      ? `${vendorNames[tool.kind]} has no accounts ${scope}. Please check ${narrowing ? 'what you searched for' : 'the domains'}, and that these are the credentials of the right workspace.`
      : without.length === 0
        ? `Found ${countOf(accounts.length, 'account')}.`
        : `Found ${countOf(accounts.length, 'account')}. There are none on ${listOf(without)}.`
  return { accounts, total: all.length, message }
}

/**
 * The accounts on some domains. Credentials that worked are kept when asked to. What the tool refuses is
 * answered, not thrown: the pages show the sentence where the button was pressed.
 */
export async function fetchAccounts(
  { db, secrets, vendors }: Pick<Dependencies, 'db' | 'secrets' | 'vendors'>,
  customerId: string,
  given: BulkAccess,
  { domains, remember }: { domains: readonly string[]; remember: boolean },
): Promise<Found> {
  const access = await openMarkers({ db, secrets }, customerId, given)
  const tool = vendors.bulkTool(access)
  const readAt = new Date()
  let found: Listed
  try {
    found = await readAccounts(tool, { domains, narrowing: null }, lookingOn)
  } catch (error) {
    if (!isVendorError(error)) throw error
    return { success: false, message: refusalOf(error), accounts: [], total: 0 }
  }
  if (remember) await keepCredentials(db, secrets, customerId, access)
  // Smartlead's wizard tells about none in a step of its own.
  if (found.accounts.length === 0) return { success: access.tool === 'smartlead', ...found }
  const fetchId = await storeFetch({ db, secrets }, customerId, access, {
    ...found,
    domains,
    read: found.total,
    readAt,
  })
  return { success: true, ...found, fetchId, readAt: readAt.toISOString(), pace: tool.pace }
}

export const refusalOf = ({ vendor, kind, reason, retryAfterMs }: VendorError): string => {
  const name = vendorNames[vendor]
  if (retryAfterMs !== undefined)
    return fillMessage(instantlyMessages.asksToWait, { tool: name, wait: waitText(retryAfterMs) })
  if (kind === 'unauthorised') return `${name} refused the credentials: ${reason}.`
  return kind === 'transient'
    ? `${name} cannot be asked right now (${reason}). Please try again in a moment.`
    : `${instantlyMessages.fetchRefused}: ${reason}.`
}

/** "30 s", "5 min": never less than what was asked for. */
const waitText = (ms: number): string => {
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

const listOf = (domains: readonly string[]): string =>
  domains.length <= 3
    ? domains.join(', ')
    : `${domains.slice(0, 3).join(', ')} and ${domains.length - 3} more`
