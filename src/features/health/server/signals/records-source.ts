import type { Config } from '#base/config/config.ts'
import type { HealthNotes } from '#base/db/schema/index.ts'
import { registrableOf } from '#features/names/rules/public-suffix.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Dns, DnsAnswer, DnsRecord } from '#vendors/ports/names.ts'
import type { RecordFacts } from '../../rules/signals/records.ts'
import { judgeRecords, stopsName } from '../../rules/signals/records.ts'
import type { HealthUnit } from './signal-source.ts'
import { type SignalSource, signalOf } from './signal-source.ts'

type Seen = Pick<RecordFacts, 'nameServers' | 'broken'>

const host = (name: string) => name.toLowerCase().replace(/\.$/, '')
const bare = (text: string) => text.replace(/^"|"$/g, '')

/** What people call a record. */
function partOf({ name, type }: DnsRecord): 'MX' | 'SPF' | 'DKIM' | 'DMARC' {
  if (type === 'MX') return 'MX'
  if (name.includes('_domainkey')) return 'DKIM'
  return name.startsWith('_dmarc') ? 'DMARC' : 'SPF'
}

/** Whether a record's place shows what it should; undefined where nobody answered. */
async function isThere(
  dns: Dns,
  name: string,
  record: DnsRecord,
  call: CallContext,
): Promise<boolean | undefined> {
  const at = record.name === '' ? name : `${record.name}.${name}`
  const values = await valuesAt(dns, record.type, at, call)
  if (values.state === 'unknown') return undefined
  const found = values.state === 'found' ? values.values : []
  const part = partOf(record)
  // Of two policies receivers take none (RFC 9989), and of two SPF records neither (RFC 7208).
  if (part === 'DMARC') return found.filter((each) => /^v=dmarc1\b/i.test(each)).length === 1
  if (part === 'SPF' && found.filter((each) => /^v=spf1\b/i.test(each)).length > 1) return false
  const wanted = record.type === 'TXT' ? bare(record.content) : host(record.content)
  return found.includes(wanted)
}

async function valuesAt(dns: Dns, type: string, at: string, call: CallContext): Promise<DnsAnswer<string>> {
  if (type === 'TXT') return dns.txt(at, call)
  if (type === 'CNAME') return dns.cname(at, call)
  const answer = await dns.mx(at, call)
  return answer.state === 'found'
    ? { state: 'found', values: answer.values.map(({ exchange }) => host(exchange)) }
    : answer
}

/** What DNS shows of a domain's delegation and of what its mail needs. One question without an answer leaves all open. */
async function readRecords(
  dns: Dns,
  { name, records }: Pick<HealthUnit, 'name' | 'records'>,
  acceptedNameServers: readonly string[],
  call: CallContext,
): Promise<Seen> {
  const [delegation, there] = await Promise.all([
    dns.nameServers(name, call),
    Promise.all(records.map((record) => isThere(dns, name, record, call))),
  ])
  if (delegation.state === 'unknown') return { nameServers: 'unknown', broken: [] }
  const servers = delegation.state === 'found' ? delegation.values.map(host) : []
  const isOurs = servers.length > 0 && servers.every((each) => acceptedNameServers.includes(each))
  if (!isOurs) return { nameServers: 'lost', broken: [] }
  if (there.includes(undefined)) return { nameServers: 'unknown', broken: [] }
  const broken = new Set(records.filter((_, at) => there[at] === false).map(partOf))
  return { nameServers: 'ours', broken: [...broken] }
}

const minute = 60_000
/** What is broken counts once it has been seen so for this long: a server that flaps is right again by then. */
const confirmedAfter = 10 * minute
const registryEvery = 24 * 60 * minute

type Registry = NonNullable<HealthNotes['registry']>

/**
 * DNS and the registration: by one query each to the resolver; only an answer that is bad is asked of the zone's own name
 * servers, and counts when it is still bad some minutes later.
 */
export function recordsSource({
  vendors,
  config,
}: {
  vendors: Pick<Vendors, 'dns' | 'resolver' | 'registry'>
  config: Pick<Config, 'acceptedNameServers'>
}): SignalSource {
  return async (unit, now, call) => {
    const registry = await registryAfter(vendors, unit, now, call)
    const first = await readRecords(vendors.resolver, unit, config.acceptedNameServers, call)
    const isBad = first.nameServers === 'lost' || first.broken.length > 0
    const seen = isBad ? await readRecords(vendors.dns, unit, config.acceptedNameServers, call) : first
    const isBroken = seen.nameServers === 'lost' || seen.broken.length > 0
    const isUnknown = seen.nameServers === 'unknown'
    const since = unit.notes.brokenSince ?? null
    const brokenSince = isBroken || isUnknown ? (since ?? (isBroken ? now : null)) : null
    const notes = { ...unit.notes, registry, brokenSince }
    const isAwaited = isBroken && brokenSince !== null && now - brokenSince < confirmedAfter
    const facts = isAwaited ? ({ nameServers: 'unknown', broken: [] } as const) : seen
    const finding = judgeRecords({ ...facts, registry: registry.status })
    return {
      seen: [signalOf('dns', 'dns', now, finding)],
      notes,
      ...(isAwaited || registry.heardSince !== null ? { againIn: confirmedAfter } : {}),
    }
  }
}

/**
 * Asked once a day; words that stop a name are asked for again some minutes later, before they count. A look does not wait
 * for a place within the registry's limit, and leaves that to the next one: a registry lets half a name a second
 * through, and whatever is looked at beside it would wait as well.
 */
async function registryAfter(
  { registry }: Pick<Vendors, 'registry'>,
  { name, notes }: { name: string; notes: HealthNotes },
  now: number,
  call: CallContext,
): Promise<Registry> {
  const known: Registry = notes.registry ?? { at: null, status: [], heardSince: null }
  const isDue = known.at === null || known.heardSince !== null || now - known.at >= registryEvery
  // A part of a name has no registration of its own.
  if (!isDue || registrableOf(name) !== name) return known
  try {
    const heard = (await registry.status(name, { ...call, patienceMs: 0 })) ?? []
    if (!heard.some(stopsName)) return { at: now, status: heard, heardSince: null }
    const heardSince = known.heardSince ?? now
    const isNew = !known.status.some(stopsName) && now - heardSince < confirmedAfter
    return isNew ? { ...known, heardSince } : { at: now, status: heard, heardSince: null }
  } catch (error) {
    if (!isVendorError(error)) throw error
    return known
  }
}
