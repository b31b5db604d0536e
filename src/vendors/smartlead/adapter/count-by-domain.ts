import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { DomainCounts } from '#vendors/ports/sending-tools.ts'
import type { SmartleadApi } from './api.ts'

/** Domains asked for at once. The page names no most: where so many are refused, fewer are asked for. */
const domainsAtOnce = 1_000
const fewerAtOnce = 100
/**
 * The limit gives a place in a quarter of a minute to every page after the second, and looks at others wait meanwhile: a
 * list takes half a minute at most, and what it does not reach by then is unknown.
 */
export const pagesMost = 4
const patienceMs = 20_000

/**
 * What each domain has sent. Nothing says how many domains come where no limit is given, nor the most that one may ask
 * for: the list is whole where it ends with an empty page and has named no domain twice, else what is missing from it is
 * unknown. A page that is shorter than asked for may be the vendor's most, so it is not the last.
 */
export async function countByDomain(
  api: Pick<SmartleadApi, 'domainCounts'>,
  days: { from: string; to: string },
  asked: CallContext,
): Promise<DomainCounts> {
  // The limit of counts is the looks' alone.
  const ctx: CallContext = { ...asked, purpose: 'looks' }
  const later: CallContext = { ...ctx, patienceMs }
  let limit = domainsAtOnce
  const counts = new Map<string, { sent: number; bounced: number }>()
  for (let page = 0, offset = 0; page < pagesMost; page++) {
    const rows = await api
      .domainCounts(days, { offset, limit }, page === 0 ? ctx : later)
      .catch((error: unknown) => {
        if (page === 0 && limit > fewerAtOnce && isVendorError(error, 'rejected')) return 'too many'
        // What was read before the limit was used up is known.
        if (page === 0 || !isVendorError(error) || !error.isOverLimit) throw error
        return undefined
      })
    if (rows === 'too many') {
      limit = fewerAtOnce
      page--
      continue
    }
    if (!rows) break
    if (rows.length === 0) return { counts, isWhole: counts.size === offset }
    const before = counts.size
    for (const { domain, sent, bounced } of rows)
      counts.set(domain.toLowerCase(), { sent, bounced: bounced ?? 0 })
    // An offset that is not heeded brings the same ones again.
    if (counts.size === before) break
    offset += rows.length
  }
  return { counts, isWhole: false }
}
