import type { CallContext } from '../ports/call-context.ts'
import type { DomainCounts } from '../ports/sending-tools.ts'
import { isVendorError } from '../vendor-error.ts'
import type { SmartleadApi } from './api.ts'

/** Domains asked for at once. The page names no most, and further pages take a quarter of a minute each. */
const domainsAtOnce = 1_000
/** One list takes a fiftieth at most of the thousand calls an hour that the smallest plan has. */
const pagesMost = 20

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
  const counts = new Map<string, { sent: number; bounced: number }>()
  for (let page = 0, offset = 0; page < pagesMost; page++) {
    const rows = await api
      .domainCounts(days, { offset, limit: domainsAtOnce }, ctx)
      .catch((error: unknown) => {
        // What was read before the limit was used up is known.
        if (page === 0 || !isVendorError(error) || !error.isOverLimit) throw error
        return undefined
      })
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
