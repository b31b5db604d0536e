import type { BlockList } from 'node:net'
import { bounds, NoReport } from '../bounds.ts'
import { isAmong } from './host-servers.ts'
import type { Report, ReportRow } from './report.ts'

/**
 * Mails of a domain by where they came from.
 * - `ours`: from the servers of its own host, in its own name; `oursPassed` of them passed DMARC
 * - `forwarded`: signed by it and sent on by others, or said to be forwarded
 * - `foreign`: from elsewhere, and failed: somebody writes in its name, which is no fault of the domain
 * - `hijacked`: from elsewhere with the domain itself as return path, whose SPF record lets that server send; what a name
 *   below it lets through is that one's record
 */
export interface SourceCounts {
  ours: number
  oursPassed: number
  forwarded: number
  foreign: number
  hijacked: number
}

/** What receivers say when others have passed a mail on (RFC 7489, appendix C; RFC 9990). */
const passedOn = ['forwarded', 'mailing_list', 'trusted_forwarder']

const isWithin = (name: string, domain: string) => name === domain || name.endsWith(`.${domain}`)

function classOf(
  row: ReportRow,
  domain: string,
  servers: BlockList,
): Exclude<keyof SourceCounts, 'oursPassed'> {
  const isItsOwn = isWithin(row.envelopeFrom, domain)
  if (isAmong(servers, row.ip)) {
    // The host's servers also forward for others, whose return path it then has.
    if (isItsOwn) return 'ours'
    return row.dkim ? 'forwarded' : 'foreign'
  }
  if (row.reasons.some((reason) => passedOn.includes(reason))) return 'forwarded'
  if (row.spf && row.envelopeFrom === domain) return 'hijacked'
  return row.dkim ? 'forwarded' : 'foreign'
}

/**
 * Counts a report's mails by their source.
 * @param servers those of the domain's host
 * @throws NoReport where a report speaks of other authors, or of more mails than there can be
 */
export function countSources(report: Report, domain: string, servers: BlockList): SourceCounts {
  const counts: SourceCounts = { ours: 0, oursPassed: 0, forwarded: 0, foreign: 0, hijacked: 0 }
  let all = 0
  for (const row of report.rows) {
    if (!isWithin(row.headerFrom, domain)) throw new NoReport('It speaks of another domain.')
    all += row.count
    const of = classOf(row, domain, servers)
    counts[of] += row.count
    if (of === 'ours' && (row.dkim || row.spf)) counts.oursPassed += row.count
  }
  if (all > bounds.count) throw new NoReport('It speaks of more mails than there can be.')
  return counts
}
