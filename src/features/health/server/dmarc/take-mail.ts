import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { dmarcDays } from '#base/db/schema/index.ts'
import type { Dns } from '#vendors/ports/names.ts'
import type { Reporter } from '../../rules/reporters.ts'
import { NoReport } from './bounds.ts'
import type { ReportAddress } from './find-address.ts'
import { readClaim, senderOf } from './mail/read-claim.ts'
import { refuseLines } from './mail/refuse-lines.ts'
import type { Reader } from './reading/reader.ts'
import type { SourceCounts } from './report/count-sources.ts'
import type { HostServers } from './report/host-servers.ts'
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
async function storeReport(
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

export interface TakeDeps {
  db: Db
  dns: Pick<Dns, 'txt'>
  servers: HostServers
  reader: Pick<Reader, 'read'>
}

/**
 * What became of a mail. `early`: it speaks of a time before the domain was delivered, when the name was nobody's or
 * another's. `empty`: its receiver saw no mail of the domain. `later`: somebody who has to be asked could not be, so it is to come again. `unread`: it was too much for
 * its reader.
 */
export type Taken =
  | { as: 'counted' | 'known' | 'early' | 'empty' | 'later' | 'unread' }
  | { as: 'refused'; reason: string; sender: string }

/** Reads the report in a mail to a domain's address, and counts it once. */
export async function takeMail(
  deps: TakeDeps,
  mail: Buffer,
  address: ReportAddress,
  now: number,
): Promise<Taken> {
  try {
    refuseLines(mail)
    return await takeClaimed(deps, mail, address, now)
  } catch (error) {
    if (error instanceof NoReport) return { as: 'refused', reason: error.message, sender: senderOf(mail) }
    throw error
  }
}

async function takeClaimed(
  { db, dns, servers, reader }: TakeDeps,
  mail: Buffer,
  { address, domainId, name, platform, deliveredAt }: ReportAddress,
  now: number,
): Promise<Taken> {
  const claim = readClaim(mail, address)
  const key = await dns.txt(claim.keyName)
  if (key.state === 'unknown') return { as: 'later' }
  if (key.state === 'missing') throw new NoReport('Its sender has not signed it.')
  const known = await servers(platform)
  if (!known) return { as: 'later' }
  const { signedFor } = claim
  const task = { mail: claim.mail, signedFor, key: key.values, domain: name, servers: known, now }
  const answer = await reader.read(task)
  if (!answer) return { as: 'unread' }
  if ('refused' in answer) throw new NoReport(answer.refused)
  const { counts, ...report } = answer.counted
  if (!deliveredAt || report.begin < deliveredAt.getTime()) return { as: 'early' }
  if (Object.values(counts).every((count) => count === 0)) return { as: 'empty' }
  return { as: (await storeReport(db, domainId, claim.reporter, report, counts)) ? 'counted' : 'known' }
}
