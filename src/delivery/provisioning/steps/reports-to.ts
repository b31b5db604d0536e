import type { Facts } from '../facts.ts'
import type { StepContext } from '../step-context.ts'
import { neededRecords, recordsDigest } from '../wanted-records.ts'

/** Where receivers are to report what they see of a name's mail; null: the operator takes no reports in. */
export const reportsTo = ({
  holding,
  config,
}: {
  holding: Pick<StepContext['holding'], 'reportToken'>
  config: Pick<StepContext['config'], 'dmarc'>
}): string | null => (config.dmarc ? `${holding.reportToken}@${config.dmarc.mailHost}` : null)

/** The same for the facts, with where it was before that changed. */
export function reportsAfter({ facts, at, ...of }: StepContext): NonNullable<Facts['reports']> {
  const to = reportsTo(of)
  const known = facts.reports?.to ?? null
  const before = known === to ? facts.reports?.before : known
  return { at: at(), to, ...(before === undefined ? {} : { before }) }
}

/**
 * Whether DNS has shown all of these records before, but for where receivers report: that is the operator's concern, and
 * no news to the customer.
 */
export const differByReports = ({ desired, facts }: Pick<StepContext, 'desired' | 'facts'>): boolean => {
  const { reports, dns } = facts
  if (!reports || reports.before === undefined) return false
  const former = { ...facts, reports: { ...reports, to: reports.before } }
  return dns?.digest === recordsDigest(neededRecords(desired, former))
}
