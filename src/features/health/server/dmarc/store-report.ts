import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { dmarcDays } from '#base/db/schema/index.ts'
import type { Reporter } from '../../rules/reporters.ts'
import type { SourceCounts } from './report/count-sources.ts'
import type { Report } from './report/report.ts'

/** Reports of one receiver about one day: those that report hourly have 24, and some send in parts. */
const reportsMost = 48

/** Few letters by which a report is known that comes again (RFC 7489, 7.2.1.1: the submitter's own number). */
const keyOf = ({ organisation, id }: Pick<Report, 'organisation' | 'id'>) =>
  createHash('sha256')
    .update(JSON.stringify([organisation, id]))
    .digest('base64url')
    .slice(0, 16)

/** Adds a report's counts to its day. Returns whether it did: one that was counted, or is one too many, changes nothing. */
export async function storeReport(
  db: Db,
  domainId: string,
  reporter: Reporter,
  report: Pick<Report, 'organisation' | 'id' | 'begin'>,
  counts: SourceCounts,
): Promise<boolean> {
  const key = keyOf(report)
  const day = new Date(report.begin).toISOString().slice(0, 10)
  const added = (name: keyof SourceCounts) =>
    sql`${dmarcDays[name]} + excluded.${sql.identifier(columns[name])}`
  const rows = await db
    .insert(dmarcDays)
    .values({ domainId, day, reporter, ...counts, reports: [key] })
    .onConflictDoUpdate({
      target: [dmarcDays.domainId, dmarcDays.day, dmarcDays.reporter],
      set: {
        ours: added('ours'),
        oursPassed: added('oursPassed'),
        forwarded: added('forwarded'),
        foreign: added('foreign'),
        hijacked: added('hijacked'),
        reports: sql`${dmarcDays.reports} || excluded.reports`,
      },
      setWhere: sql`not ${key} = any(${dmarcDays.reports}) and cardinality(${dmarcDays.reports}) < ${reportsMost}`,
    })
    .returning({ domainId: dmarcDays.domainId })
  return rows.length > 0
}

const columns: Record<keyof SourceCounts, string> = {
  ours: 'ours',
  oursPassed: 'ours_passed',
  forwarded: 'forwarded',
  foreign: 'foreign',
  hijacked: 'hijacked',
}
