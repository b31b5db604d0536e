import type { KeptRecord } from '#features/names/rules/kept-records.ts'
import type { DnsRecord, HostedRecord } from '#vendors/ports/names.ts'
import { type Desired, digest, type Holding } from './desired.ts'
import type { Facts } from './facts.ts'

/** A policy that asks for nothing but, where they are taken in, receivers' reports (RFC 9989, 4.7). */
const dmarc = ({ reports }: Facts): DnsRecord => ({
  name: '_dmarc',
  type: 'TXT',
  content: `v=DMARC1; p=none${reports?.to ? `; rua=mailto:${reports.to}` : ''}`,
  ttl: 3600,
})

/** What the records of a name depend on beside what is known of it. */
interface WantedOf {
  holding: Pick<Holding, 'want' | 'forwardingUrl'> | undefined
}

/** The records a running name should have, as far as they are known yet, with those that its customer keeps. */
export function wantedRecords(desired: Pick<Desired, 'holding'>, facts: Facts): DnsRecord[] {
  const needed = neededRecords(desired, facts)
  const kept = desired.holding?.want === 'run' ? desired.holding.keptRecords : []
  return [...needed, ...kept.filter((record) => !needed.some((other) => excludes(other, record)))]
}

/** What answers with addresses; so does a redirect, with those of the DNS host. */
const addressTypes = ['A', 'AAAA', 'ALIAS']

/**
 * Whether two records of different types cannot stand in one zone: a name with an alias has nothing else (RFC 1034,
 * 3.6.2), and what is redirected has no addresses of its own: https://support.dnsimple.com/articles/url-record/
 */
const clashes = (one: Compared, other: Compared): boolean =>
  one.name === other.name &&
  one.type !== other.type &&
  [one, other].some(
    ({ type }, at, both) =>
      type === 'CNAME' || (type === 'URL' && addressTypes.includes(both[1 - at]?.type ?? '')),
  )

/** Whether both cannot stand in one zone, or are the same one. */
const excludes = (one: DnsRecord, other: KeptRecord): boolean =>
  isSame(one, other) ||
  clashes(one, other) ||
  (one.name === other.name && one.type === other.type && one.type !== 'TXT')

/** What a zone holds that keeps wanted records out of it. Those that stand there all the same are let be. */
export function recordsInTheWay(
  wanted: readonly DnsRecord[],
  present: readonly HostedRecord[],
): HostedRecord[] {
  const missing = wanted.filter((record) => standingOf([record], present).length === 0)
  return present.filter((each) => !each.system && missing.some((record) => clashes(record, each)))
}

/** Those that nothing of these keeps out. */
export const withoutBlocked = (
  wanted: readonly DnsRecord[],
  inTheWay: readonly HostedRecord[],
): DnsRecord[] => wanted.filter((record) => !inTheWay.some((each) => clashes(record, each)))

/** What mailboxes and forwarding need of them. Values come from the hosts, never computed. */
export function neededRecords({ holding }: WantedOf, facts: Facts): DnsRecord[] {
  if (holding?.want !== 'run') return []
  return asTakenOver(facts, [
    { name: '', type: 'URL', content: holding.forwardingUrl, ttl: 3600 },
    { name: 'www', type: 'URL', content: holding.forwardingUrl, ttl: 3600 },
    ...(facts.verification ? [facts.verification.record] : []),
    ...mailRecordsOfHost(facts),
  ])
}

const mailRecordsOfHost = (facts: Facts): DnsRecord[] => [
  ...(facts.mailRecords?.records ?? []),
  ...(facts.dkim?.records ?? []),
  dmarc(facts),
]

/** What a name's mail needs in DNS, as far as it is known yet. */
export const mailRecords = (facts: Facts): DnsRecord[] =>
  asTakenOver(facts, mailRecordsOfHost(facts)).filter(({ type }) => type !== 'URL')

/** With what was found in a place instead, where the name was taken over as it stood. */
function asTakenOver({ takenOver, host }: Facts, records: DnsRecord[]): DnsRecord[] {
  if (!takenOver || takenOver.accountId !== host?.accountId) return records
  const kept = new Set(takenOver.places.map(({ place }) => place))
  return [
    ...records.filter((record) => !kept.has(placeOfRecord(record))),
    ...takenOver.places.flatMap((each) => each.records),
  ]
}

export const recordsDigest = (records: readonly DnsRecord[]): string =>
  digest(records.map((r) => [r.name, r.type, r.content, r.priority ?? null]))

/**
 * The place a record takes. Two records of one place cannot both be right: the apex has one SPF, one redirect.
 * Records in places we want nothing in are left alone.
 */
export function placeOfRecord({
  name,
  type,
  content,
}: Pick<HostedRecord, 'name' | 'type' | 'content'>): string {
  if (type !== 'TXT') return `${type} ${name}`
  const kind =
    /^"?(v=spf1|v=DMARC1|v=DKIM1|MS=|google-site-verification=)/i.exec(content)?.[1]?.toLowerCase() ?? content
  return `TXT ${name} ${kind}`
}

export interface RecordChanges {
  create: DnsRecord[]
  update: { id: string; record: DnsRecord }[]
  remove: string[]
}

const normal = (record: Pick<HostedRecord, 'content' | 'priority'>) =>
  [record.content.replace(/\.$/, '').replace(/^"|"$/g, ''), record.priority ?? 0].join(' ')

/** What has to change for the zone to hold the wanted records. Empty when it does. */
export function recordChanges(wanted: readonly DnsRecord[], present: readonly HostedRecord[]): RecordChanges {
  const changes: RecordChanges = { create: [], update: [], remove: [] }
  const places = Map.groupBy(wanted, placeOfRecord)
  const standing = Map.groupBy(
    present.filter((record) => !record.system),
    placeOfRecord,
  )
  for (const [place, records] of places) {
    const rest = [...(standing.get(place) ?? [])]
    const missing = records.filter((record) => {
      const at = rest.findIndex((other) => normal(other) === normal(record))
      if (at >= 0) rest.splice(at, 1)
      return at < 0
    })
    for (const record of missing) {
      const old = rest.shift()
      if (old) changes.update.push({ id: old.id, record })
      else changes.create.push(record)
    }
    changes.remove.push(...rest.map(({ id }) => id))
  }
  return changes
}

type Compared = Pick<HostedRecord, 'name' | 'type' | 'content' | 'priority'>
const isSame = (one: Compared, other: Compared): boolean =>
  placeOfRecord(one) === placeOfRecord(other) && normal(one) === normal(other)

/** Which of the records that stand in a zone are these. */
export const standingOf = (records: readonly Compared[], present: readonly HostedRecord[]): HostedRecord[] =>
  present.filter((each) => !each.system && records.some((record) => isSame(record, each)))
