import { currentNameServers } from '#vendors/dnsimple/simulator/name-servers.ts'
import { reporterKey, reporterSelector } from '#vendors/sandbox/reporters/reporter-keys.ts'
import type { PublishedRecord } from './record.ts'

/** A public key of the length vendors publish; no one signs with it. */
const dkimKey = `v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA${'Yv3bQ7mK'.repeat(43)}QIDAQAB;`

interface Infrastructure {
  matches: RegExp
  type: string
  content: string | (() => string)
}

/** Hosts of the mailbox vendors that customers' records point to. */
const infrastructure: Infrastructure[] = [
  { matches: /\.dkim\.mail\.microsoft$/, type: 'TXT', content: dkimKey },
  { matches: /\._domainkey\.[a-z0-9-]+\.onmicrosoft\.com$/, type: 'TXT', content: dkimKey },
  { matches: /^spf\.protection\.outlook\.com$/, type: 'TXT', content: 'v=spf1 ip4:203.0.113.0/26 -all' },
  { matches: /^_spf\.google\.com$/, type: 'TXT', content: 'v=spf1 ip4:203.0.113.64/26 ~all' },
  { matches: /\._domainkey\.[a-z0-9-]+\.\d{8}\.gappssmtp\.com$/, type: 'TXT', content: dkimKey },
  ...['google.com', 'microsoft.com', 'notification.microsoft.com', 'email.microsoft.com'].map((name) => ({
    matches: exactly(`${reporterSelector}._domainkey.${name}`),
    type: 'TXT',
    content: () => reporterKey().txt,
  })),
  // The operator's host of DMARC reports: it takes those of any domain, by one record with a wildcard.
  { matches: /\._report\._dmarc\.reports\.inboxyard\.test$/, type: 'TXT', content: 'v=DMARC1' },
  { matches: exactly('reports.inboxyard.test'), type: 'MX', content: 'mail.sandbox.test' },
  // Where the hosts' own names, and the operator's probe mailboxes, get their mail.
  {
    matches: /^[a-z0-9-]+\.onmicrosoft\.com$/,
    type: 'MX',
    content: 'onmicrosoft.mail.protection.outlook.com',
  },
  { matches: /^inboxyard-(probe|second)\.test$/, type: 'MX', content: 'smtp.google.com' },
  { matches: /\.mail\.protection\.outlook\.com$/, type: 'A', content: '203.0.113.25' },
  { matches: /\.mx\.microsoft$/, type: 'A', content: '203.0.113.25' },
  { matches: /^(alt\d\.)?(smtp|aspmx\.l)\.google\.com$/, type: 'A', content: '203.0.113.26' },
  ...currentNameServers.flatMap(({ host, ipv4, ipv6 }) => [
    { matches: exactly(host), type: 'A', content: ipv4 },
    { matches: exactly(host), type: 'AAAA', content: ipv6 },
  ]),
]

function exactly(host: string): RegExp {
  return new RegExp(`^${RegExp.escape(host)}$`)
}

/** The records of a vendor's host, as a zone of its own; undefined when the host is none of theirs. */
export function infrastructureRecords(
  host: string,
): { apex: string; records: PublishedRecord[] } | undefined {
  const records = infrastructure
    .filter(({ matches }) => matches.test(host))
    .map(({ type, content }) => ({
      name: '',
      type,
      content: typeof content === 'string' ? content : content(),
      ttl: 3600,
    }))
  return records.length > 0 ? { apex: host, records } : undefined
}
