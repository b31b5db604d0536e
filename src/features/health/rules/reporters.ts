import { keysOf } from '#base/records/keys-of.ts'

/**
 * Who is believed. Anybody may send a report, and its XML may say anything, so only mails count that one of these has
 * signed (DKIM) and that come from the address from which it reports; neither can be had by the customers of the same
 * company, whose mail is signed for other names. Two that agree are needed, and these two receive most of what is sent.
 *
 * Sources: Google's mails carry `d=google.com` and this address (samples/aggregate of github.com/domainaware/parsedmarc);
 * Microsoft's XML names its address (the same samples, "protection.outlook.com!…"). A report has to pass DMARC itself
 * (RFC 7489, 7.2.1.1), for which a name below the address's domain is enough (3.1.1, relaxed): Microsoft's are signed for
 * `notification.microsoft.com`. Names are listed, since others below `microsoft.com` sign other people's mail.
 */
const reporters = {
  google: { from: 'noreply-dmarc-support@google.com', signedFor: ['google.com'] },
  microsoft: {
    from: 'dmarcreport@microsoft.com',
    signedFor: ['notification.microsoft.com', 'microsoft.com'],
  },
} as const
export type Reporter = keyof typeof reporters
export const reporterNames = keysOf(reporters)

/** Whose reports come from an address, and for which names they are signed. */
export function reporterOf(from: string): { reporter: Reporter; signedFor: readonly string[] } | undefined {
  const reporter = reporterNames.find((name) => reporters[name].from === from.toLowerCase())
  return reporter && { reporter, signedFor: reporters[reporter].signedFor }
}
