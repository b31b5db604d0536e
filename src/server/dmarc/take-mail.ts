import type { Db } from '../db/client.ts'
import type { Dns } from '../providers/ports/names.ts'
import { NoReport } from './bounds.ts'
import type { ReportAddress } from './find-address.ts'
import { verifyReporter } from './mail/verify-reporter.ts'
import { countSources } from './report/count-sources.ts'
import type { HostServers } from './report/host-servers.ts'
import { readMail } from './report/read-mail.ts'
import { storeReport } from './store-report.ts'

export interface TakeDeps {
  db: Db
  dns: Pick<Dns, 'txt'>
  servers: HostServers
}

/** What became of a mail. `later`: somebody who has to be asked could not be, so it is to come again. */
export type Taken = { as: 'counted' | 'known' | 'later' } | { as: 'refused'; reason: string }

/** Reads the report in a mail to a domain's address, and counts it once. */
export async function takeMail(
  { db, dns, servers }: TakeDeps,
  mail: Buffer,
  { domainId, name, platform }: ReportAddress,
  now: number,
): Promise<Taken> {
  try {
    // Who has sent it comes first: nothing that strangers send is unpacked.
    const reporter = await verifyReporter(mail, dns)
    if (reporter === undefined) return { as: 'later' }
    const report = await readMail(mail, name, now)
    const known = await servers(platform)
    if (!known) return { as: 'later' }
    const counts = countSources(report, name, known)
    return { as: (await storeReport(db, domainId, reporter, report, counts)) ? 'counted' : 'known' }
  } catch (error) {
    if (error instanceof NoReport) return { as: 'refused', reason: error.message }
    throw error
  }
}
