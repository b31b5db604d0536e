import type { Facts } from '#delivery/provisioning/facts.ts'
import { proofSubject } from '#delivery/provisioning/proof-facts.ts'
import { neededRecords, placeOfRecord, recordChanges } from '#delivery/provisioning/wanted-records.ts'
import type { DnsRecord, HostedRecord } from '#vendors/ports/names.ts'
import type { SeenAccount, SeenDomain } from './seen.ts'

const isVerification = ({ name, type, content }: DnsRecord) =>
  name === '' && type === 'TXT' && /^"?(?:MS=|google-site-verification=)/i.test(content)

/** DKIM keys in a zone: Microsoft's are names that lead to it, Google's stand there themselves. */
const isDkimKey = ({ name, type, content }: DnsRecord) =>
  name.endsWith('_domainkey') && (type === 'CNAME' || (type === 'TXT' && /v=DKIM1/i.test(content)))

/** The keys that mail is signed with: by the host's word where it has one, otherwise those that stand in DNS. */
export const dkimRecordsOf = ({ host, zone }: SeenDomain): DnsRecord[] =>
  host && host.dkim.records.length > 0 ? host.dkim.records : (zone ?? []).filter(isDkimKey)

/** Where visitors are sent from a place of the zone, as it stands there. */
export const redirectAt = (zone: readonly DnsRecord[], name: string): string[] =>
  zone.filter((record) => record.type === 'URL' && record.name === name).map(({ content }) => content)

/** A moment before which nothing is proven by itself: it is asked for, or its records change. */
const notByItself = '9999-12-31T00:00:00.000Z'

/**
 * What is known of a domain that stands as it was seen: everything is done, and records stay as they were found. Digests
 * are left to who knows its mailboxes.
 */
export function takenOverFacts(name: string, account: SeenAccount, seen: SeenDomain, at: string): Facts {
  const zone = seen.zone ?? []
  const [forwardingUrl = ''] = redirectAt(zone, '')
  const known: Facts = {
    ...(seen.registration && { registration: { at }, autoRenew: { at, on: seen.registration.autoRenew } }),
    zone: { at },
    delegation: { at, seen: seen.nameServers ?? [], ok: true },
    host: { at, accountId: account.id },
    addedTo: { at, accountIds: [account.id] },
    verification: { at, record: zone.find(isVerification) ?? verificationOfNobody(name, account) },
    verified: { at },
    mailRecords: { at, records: seen.host?.mailRecords ?? [] },
    dkim: { at, state: 'on', records: dkimRecordsOf(seen) },
  }
  const wanted = neededRecords({ holding: { want: 'run', forwardingUrl } }, known)
  const facts = { ...known, takenOver: { at, accountId: account.id, places: keptPlaces(wanted, zone) } }
  return { ...facts, proof: unproven(facts, at) }
}

/** Its record may have been removed once it was verified; a place that is kept empty never gets this one. */
const verificationOfNobody = (name: string, { platform }: SeenAccount): DnsRecord => ({
  name: '',
  type: 'TXT',
  content: `${platform === 'azure' ? 'MS=' : 'google-site-verification='}removed-${name}`,
  ttl: 3600,
})

/** Places in which something else stands than would be written there, with what it is. */
function keptPlaces(wanted: readonly DnsRecord[], zone: readonly DnsRecord[]) {
  const standing = Map.groupBy(zone, placeOfRecord)
  return [...Map.groupBy(wanted, placeOfRecord)].flatMap(([place, records]) => {
    const there = standing.get(place) ?? []
    const { create, update, remove } = recordChanges(records, there.map(asHosted))
    return create.length + update.length + remove.length === 0 ? [] : [{ place, records: there }]
  })
}

const asHosted = (record: DnsRecord, at: number): HostedRecord => ({ ...record, id: `${at}`, system: false })

const unproven = (facts: Facts, at: string): NonNullable<Facts['proof']> => ({
  at,
  of: proofSubject(facts),
  state: 'late',
  token: '',
  begunAt: at,
  mails: {},
  failedBefore: 0,
  lateBefore: 0,
  cause: { why: 'taken_over' },
  againAt: notByItself,
})
