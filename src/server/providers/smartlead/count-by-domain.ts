import type { CallContext } from '../ports/call-context.ts'
import type { DomainCounts } from '../ports/sending-tools.ts'
import type { SmartleadApi } from './api.ts'

/** Domains asked for at once: the page names no most, other lists of Smartlead's have this one. */
const domainsAtOnce = 100
/** Of the thousand calls an hour that the smallest plan has, counts take a fiftieth at most. */
const pagesMost = 20

/**
 * What each domain has sent. Nothing says how many domains come where no limit is given, nor the most that one may ask
 * for: the list is whole where it ends with an empty page and has named no domain twice, else what is missing from it is
 * unknown. A page that is shorter than asked for may be the vendor's most, so it is not the last.
 */
export async function countByDomain(
  api: Pick<SmartleadApi, 'domainCounts'>,
  days: { from: string; to: string },
  ctx: CallContext,
): Promise<DomainCounts> {
  const counts = new Map<string, { sent: number; bounced: number }>()
  for (let page = 0, offset = 0; page < pagesMost; page++) {
    const rows = await api.domainCounts(days, { offset, limit: domainsAtOnce }, ctx)
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
