import type { Db } from '#base/db/client.ts'
import type { Dns } from '#vendors/ports/names.ts'
import { NoReport } from './bounds.ts'
import type { ReportAddress } from './find-address.ts'
import { readClaim, senderOf } from './mail/read-claim.ts'
import { refuseLines } from './mail/refuse-lines.ts'
import type { Reader } from './reading/reader.ts'
import type { HostServers } from './report/host-servers.ts'
import { storeReport } from './store-report.ts'

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
