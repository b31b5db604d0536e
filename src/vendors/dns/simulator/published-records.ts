import { isDnsimpleServer } from '#vendors/dnsimple/simulator/name-servers.ts'
import type { StoredRecord, StoredZone } from '#vendors/dnsimple/simulator/stored.ts'
import { unquoteTxt } from '#vendors/dnsimple/simulator/txt-content.ts'
import { endings } from '#vendors/sandbox/names/endings.ts'
import { isOutOfZone } from '#vendors/sandbox/names/expiry.ts'
import { findRegistered, registrableName } from '#vendors/sandbox/names/registered-names.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { infrastructureRecords } from './infrastructure.ts'
import type { PublishedRecord } from './record.ts'

/** Who answers for a host, as someone sees it who follows the delegation. */
export type ZoneView =
  | { state: 'served'; apex: string; records: PublishedRecord[] }
  /** Delegated to name servers that do not know the zone. */
  | { state: 'lame'; apex: string }
  | { state: 'unregistered'; apex: string }

/** The redirector that stands behind URL records. */
export const redirectorAddress = '203.0.113.80'

/**
 * What the world sees at exactly this host (`acme.com`, `_dmarc.acme.com`): every record there, of any type;
 * empty when nothing is published, the delegation leads elsewhere, or no one has the name.
 */
export function publishedRecords(world: World, host: string): PublishedRecord[] {
  const wanted = host.toLowerCase().replace(/\.$/, '')
  const view = zoneView(world, wanted)
  if (view.state !== 'served') return []
  return view.records.filter((record) => hostOf(record, view.apex) === wanted)
}

/** What the parent zone says of signing a name; asked of it whatever the name's own servers answer (RFC 4035, 3.1.4.1). */
export const signersOf = (world: World, name: string): PublishedRecord[] =>
  findRegistered(world, name)?.signers ?? []

export const hostOf = (record: PublishedRecord, apex: string): string =>
  record.name === '' ? apex : `${record.name}.${apex}`.toLowerCase()

export function zoneView(world: World, host: string): ZoneView {
  const infrastructure = infrastructureRecords(host)
  if (infrastructure) return { state: 'served', ...infrastructure }
  if (!host.includes('.')) return viewOfEnding(host)
  const apex = registrableName(host)
  const registered = findRegistered(world, apex)
  if (!registered || isOutOfZone(registered, world.now())) return { state: 'unregistered', apex }
  const nameServers = registered.ledTo ?? registered.nameServers
  if (!nameServers.some(isDnsimpleServer)) {
    const delegation = nameServers.map((content) => ({
      name: '',
      type: 'NS',
      content,
      ttl: 172_800,
    }))
    return { state: 'served', apex, records: [...delegation, ...(registered.records ?? [])] }
  }
  const zone = world.store.collection<StoredZone>('dnsimple.zones').get(apex)
  if (!zone?.active) return { state: 'lame', apex }
  // The parent says that the zone is signed, and it is not: resolvers that validate answer nothing (RFC 4035, 5.5).
  if (registered.signers) return { state: 'lame', apex }
  const now = world.now()
  const records = world.store
    .collection<StoredRecord>('dnsimple.records')
    .list({ parent: apex })
    .filter((record) => record.visibleFrom <= now)
    .flatMap(asPublished)
  return { state: 'served', apex, records }
}

/** A top-level domain, as its registry's name servers show it. */
const viewOfEnding = (ending: string): ZoneView =>
  endings.has(ending)
    ? {
        state: 'served',
        apex: ending,
        records: [{ name: '', type: 'NS', content: `a.registry.${ending}`, ttl: 172_800 }],
      }
    : { state: 'unregistered', apex: ending }

/** URL records are DNSimple's own: the DNS shows the redirector's address instead. */
function asPublished(record: StoredRecord): PublishedRecord[] {
  const { name, ttl } = record
  if (record.type === 'URL') return [{ name, type: 'A', content: redirectorAddress, ttl }]
  const priority = record.priority ?? undefined
  const content = record.type === 'TXT' ? unquoteTxt(record.content) : record.content
  return [{ name, type: record.type, content, ttl, priority }]
}
