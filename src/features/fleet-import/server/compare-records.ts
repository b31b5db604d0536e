import { checkForwardingUrl } from '#features/forwarding/rules/forwarding-url.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'
import type { ImportFinding } from '../rules/import-verdict.ts'
import type { Row, SeenDomain } from './seen.ts'
import { dkimRecordsOf, redirectAt } from './taken-over-facts.ts'

const list = new Intl.ListFormat('en')
const contradicts = (sentence: string): ImportFinding => ({ kind: 'contradicts', sentence })
const note = (sentence: string): ImportFinding => ({ kind: 'note', sentence })

/** What stands in the zone and in plain DNS against what file, host and mail need. */
export function compareRecords(
  row: Row,
  seen: SeenDomain,
  acceptedNameServers: readonly string[],
): ImportFinding[] {
  const { zone, nameServers, unseen, host, accounts } = seen
  const findings: ImportFinding[] = []
  if (nameServers && !nameServers.every((each) => acceptedNameServers.includes(each)))
    findings.push(
      contradicts(
        `Its name servers are ${list.format(nameServers)}; here they are ${list.format(acceptedNameServers)}.`,
      ),
    )
  if (nameServers?.length === 0) findings.push(contradicts('Plain DNS knows no name servers of it.'))
  if (zone === null) findings.push(contradicts('Your account at DNSimple has no zone of it.'))
  if (!zone) return findings
  findings.push(...compareRedirects(row, zone))
  const [account] = accounts
  if (account && host?.isVerified) {
    findings.push(...compareMail(zone, host.mailRecords, account.platform))
    if (dkimRecordsOf(seen).length === 0) findings.push(contradicts('No DKIM key stands in its zone.'))
  }
  if (unseen && unseen.length > 0)
    findings.push(contradicts(`Plain DNS does not show what stands in its zone: ${list.format(unseen)}.`))
  return findings
}

const normal = (url: string): string => {
  const checked = checkForwardingUrl(url)
  return checked.ok ? checked.value : url
}

function compareRedirects({ forwarding, domain }: Row, zone: readonly DnsRecord[]): ImportFinding[] {
  const [there, ...others] = redirectAt(zone, '')
  if (there === undefined)
    return [contradicts(`Its zone sends visitors nowhere: a URL record of ${domain} is missing.`)]
  if (others.length > 0) return [contradicts('Its zone sends visitors to several places.')]
  const findings: ImportFinding[] = []
  if (normal(there) !== forwarding)
    findings.push(contradicts(`Visitors are sent to ${there}; the file says ${forwarding}.`))
  const www = redirectAt(zone, 'www')
  if (www.length === 0) findings.push(note(`www.${domain} sends visitors nowhere, and stays so.`))
  else if (www.some((each) => each !== there))
    findings.push(contradicts(`www.${domain} sends visitors to ${list.format(www)}, not to ${there}.`))
  return findings
}

const bare = (content: string) => content.toLowerCase().replace(/\.$/, '').replace(/^"|"$/g, '')
/** Google's older servers take mail as well as the one it names since 2023. */
const isGoogles = (host: string) => /(?:^|\.)google(?:mail)?\.com$/.test(host)

function compareMail(
  zone: readonly DnsRecord[],
  wanted: readonly DnsRecord[],
  platform: Platform,
): ImportFinding[] {
  const apex = zone.filter(({ name }) => name === '')
  const findings: ImportFinding[] = []
  const servers = apex.filter(({ type }) => type === 'MX').map(({ content }) => bare(content))
  const expected = wanted.filter(({ type }) => type === 'MX').map(({ content }) => bare(content))
  const takes = (host: string) => expected.includes(host) || (platform === 'google' && isGoogles(host))
  if (servers.length === 0) findings.push(contradicts('Its zone has no MX record.'))
  else if (!servers.every(takes))
    findings.push(contradicts(`Its mail goes to ${list.format(servers)}, not to ${list.format(expected)}.`))

  const spf = apex.filter(({ type, content }) => type === 'TXT' && bare(content).startsWith('v=spf1'))
  const needed = includesOf(wanted.find(({ content }) => bare(content).startsWith('v=spf1'))?.content ?? '')
  if (spf.length !== 1)
    findings.push(contradicts(`Its zone has ${spf.length === 0 ? 'no' : 'more than one'} SPF record.`))
  else if (!needed.every((each) => includesOf(spf[0]?.content ?? '').includes(each)))
    findings.push(contradicts(`Its SPF record does not have ${list.format(needed)}.`))

  const dmarc = zone.filter(({ name, type }) => name === '_dmarc' && type === 'TXT')
  if (dmarc.length === 0) findings.push(note('It has no DMARC record, and none is added.'))
  return findings
}

const includesOf = (spf: string): string[] =>
  bare(spf)
    .split(/\s+/)
    .filter((word) => word.startsWith('include:'))
