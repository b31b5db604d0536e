import { bounds, NoReport } from '../bounds.ts'
import { readAttachments } from '../mail/read-attachments.ts'
import { unpack } from '../mail/unpack.ts'
import { parseReport } from './parse-report.ts'
import type { Report } from './report.ts'

const day = 24 * 3_600_000
/** Reports come daily, and two days late at the most; one that is older has been counted, or counts no more. */
const oldest = 7 * day
const longest = 2 * day
const clockSkew = day

/**
 * The report in a mail, about this domain and of these days.
 * @throws NoReport
 */
export async function readMail(mail: Buffer, domain: string, now: number): Promise<Report> {
  let problem = new NoReport('It holds no report.')
  for (const attachment of (await readAttachments(mail)).slice(0, bounds.attachments))
    try {
      const report = await parseReport(unpack(attachment))
      refuseOther(report, domain, now)
      return report
    } catch (error) {
      if (!(error instanceof NoReport)) throw error
      problem = error
    }
  throw problem
}

function refuseOther({ domain: asked, begin, end }: Report, domain: string, now: number): void {
  if (asked !== domain) throw new NoReport('It is of another domain.')
  if (now - end > oldest || end - now > clockSkew) throw new NoReport('It is of other days.')
  if (end - begin > longest) throw new NoReport('It is of too many days.')
}
