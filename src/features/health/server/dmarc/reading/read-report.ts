import type { BlockList } from 'node:net'
import { NoReport } from '../bounds.ts'
import { verifySignature } from '../mail/verify-signature.ts'
import { countSources, type SourceCounts } from '../report/count-sources.ts'
import { readMail } from '../report/read-mail.ts'
import type { Report } from '../report/report.ts'

/** A mail that claims to be a report, and all that is needed to read it. */
export interface ReadTask {
  mail: Uint8Array
  signedFor: string
  key: readonly string[]
  domain: string
  /** Those of the domain's host. */
  servers: BlockList
  /** Epoch ms. */
  now: number
}

/** What counts of a report. */
interface CountedReport extends Pick<Report, 'organisation' | 'id' | 'begin'> {
  counts: SourceCounts
}

export type ReadAnswer = { counted: CountedReport } | { refused: string }

/** Everything that takes long: runs in a thread of its own. Who has signed it comes first: nothing of strangers is unpacked. */
export async function readReport({ mail, domain, servers, now, ...of }: ReadTask): Promise<ReadAnswer> {
  const bytes = Buffer.from(mail.buffer, mail.byteOffset, mail.byteLength)
  try {
    await verifySignature(bytes, of)
    const report = await readMail(bytes, domain, now)
    const { organisation, id, begin } = report
    return { counted: { organisation, id, begin, counts: countSources(report, domain, servers) } }
  } catch (error) {
    if (error instanceof NoReport) return { refused: error.message }
    throw error
  }
}
