import * as z from 'zod/mini'

/** A record that a domain has now, at its present DNS host; `name` in full. */
const standingRecord = z.object({
  name: z.string(),
  type: z.enum(['MX', 'A', 'AAAA', 'CNAME', 'TXT', 'DS']),
  value: z.string(),
})
export type StandingRecord = z.output<typeof standingRecord>

/** What an own domain has in DNS before it points here: what can be asked for, since DNS cannot be listed. */
export const standingName = z.object({
  domain: z.string(),
  /** False where some of it could not be looked up. */
  isKnown: z.boolean(),
  records: z.array(standingRecord),
  /** What the customer keeps in our DNS of it, a line each. */
  kept: z.array(z.string()),
})
export type StandingName = z.output<typeof standingName>

/** https://support.google.com/a/answer/174125, https://learn.microsoft.com/microsoft-365/enterprise/external-domain-name-system-records */
const mailHosts: readonly [RegExp, string][] = [
  [/(^|\.)(google|googlemail)\.com$/, 'Google'],
  [/\.(mail\.protection\.outlook\.com|mx\.microsoft)$/, 'Microsoft'],
]

/** Where mail to a domain arrives; undefined where none does. A host "." is a domain's word that it takes none (RFC 7505). */
function mailHostOf(records: readonly StandingRecord[]): string | undefined {
  const host = records
    .flatMap(({ type, value }) => (type === 'MX' ? [value.slice(value.indexOf(' ') + 1)] : []))
    .find((each) => each !== '.')
  return host && (mailHosts.find(([pattern]) => pattern.test(host))?.[1] ?? host)
}

const siteTypes: readonly StandingRecord['type'][] = ['A', 'AAAA', 'CNAME']

/** What of a domain stops once it points here: "acme.com receives email at Google and has a website; both stop". */
export function stopsText({ domain, records }: StandingName): string | undefined {
  const mailHost = mailHostOf(records)
  const parts = [
    ...(mailHost ? [`receives email at ${mailHost}`] : []),
    ...(records.some(({ type }) => siteTypes.includes(type)) ? ['has a website'] : []),
  ]
  if (parts.length === 0) return undefined
  return `${domain} ${parts.join(' and ')}${parts.length > 1 ? '; both stop' : ', which stops'}.`
}

/** Whether DNSSEC is on: it has to be turned off before the name servers are changed. */
export const isSigned = ({ records }: StandingName): boolean => records.some(({ type }) => type === 'DS')
