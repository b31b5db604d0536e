/** One row of a report: mails of one server that were judged alike. */
export interface ReportRow {
  ip: string
  count: number
  /** What the receiver made of it, by DMARC's own rule: aligned and valid. */
  dkim: boolean
  spf: boolean
  /** Why the receiver did otherwise than the policy says ("forwarded", "mailing_list", …). */
  reasons: readonly string[]
  headerFrom: string
  /** The domain of the return path; "" where the receiver does not say. */
  envelopeFrom: string
}

/** A receiver's report of one domain's mail. Times are epoch ms. */
export interface Report {
  organisation: string
  id: string
  /** The domain whose policy was asked, in lower case. */
  domain: string
  begin: number
  end: number
  /** None where it saw no mail of the domain. */
  rows: readonly ReportRow[]
}
