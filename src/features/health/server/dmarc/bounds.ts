/**
 * What one mail may cost. Real reports have some kilobytes; RFC 7489 (7.2.1.1) tells reporters to stay below what mail
 * servers take, about 10 MB.
 */
export const bounds = {
  /** Bytes of a whole mail. */
  mail: 10 * 1024 * 1024,
  /** Bytes of a mail's headers, and of those of each of its parts. */
  head: 64 * 1024,
  /** Lines of a mail's headers. */
  headLines: 1_000,
  /** Parts of a mail, whatever they hold. */
  parts: 20,
  /** Of them, those that may hold a report. */
  attachments: 5,
  /** Entries of a zip archive. */
  entries: 5,
  /** Bytes of a report once it is unpacked. */
  text: 10 * 1024 * 1024,
  /** Times that a report may be larger unpacked: XML of many alike rows has been seen at 40. */
  ratio: 200,
  /** Elements inside one another; a report has 6. */
  depth: 12,
  /** Rows of a report. */
  records: 50_000,
  /** Elements of a report, all rows together. */
  elements: 2_000_000,
  /** Letters of one value that is kept. */
  value: 255,
  /** Messages that one row may speak of, and one report. */
  count: 10_000_000,
  /** Lines of a mail; one of the largest size has 140,000 in base64. */
  lines: 300_000,
  /** Bytes of a line: SMTP has 998 (RFC 5321, 4.5.3.1.6), and some that pass mails on write more into their headers. */
  line: 10_000,
} as const

/** A mail that is no report which counts. The reason is for the log and its sender's: it names nothing of ours. */
export class NoReport extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'NoReport'
  }
}
