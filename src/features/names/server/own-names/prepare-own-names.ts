import type { Dependencies } from '#delivery/dependencies.ts'
import { isPointedHere } from '#delivery/domains/points-here.ts'
import type { DnsAnswer } from '#vendors/ports/names.ts'
import type { PreparedName } from '../../rules/prepared-name.ts'
import { verifyOwnNames } from '../finding/verify-own-names.ts'
import { askForDraftZones, type DraftZone, draftZonesOf, noteDraftZones } from './draft-zones.ts'

type PrepareDependencies = Pick<Dependencies, 'db' | 'vendors' | 'limits' | 'config'>

/** Names of one customer whose delegation is looked at: somebody waits in front of the page. */
const seenRate = { perSecond: 2, burst: 200 }
const seenWithinMs = 8_000
/** No zone has more; what someone's DNS answers is passed on, so it is bounded. */
const nameServersMax = 13

/**
 * Asks for the zones of names whose customer says that they point here, before anything is paid for: where the DNS host
 * wants to see more than our name servers, it says so now. Tells of each how far it is; nothing here keeps an order back.
 */
export async function prepareOwnNames(
  deps: PrepareDependencies,
  customerId: string,
  names: readonly string[],
): Promise<PreparedName[]> {
  const wanted = [...new Set(names)]
  const before = await draftZonesOf(deps, customerId, wanted)
  const fresh = wanted.filter((name) => !before.has(name))
  if (fresh.length > 0) {
    const found = await verifyOwnNames(deps, customerId, fresh)
    const possible = found.filter(({ available }) => available).map(({ domain }) => domain)
    await noteDraftZones(deps, customerId, possible)
  }
  const noted = fresh.length > 0 ? await draftZonesOf(deps, customerId, wanted) : before
  await askForDraftZones(deps, customerId, [...noted.values()])
  const zones = await draftZonesOf(deps, customerId, wanted)
  const seen = await seenDelegations(
    deps,
    customerId,
    // Name servers that have no zone of it yet could not say where it points.
    wanted.filter((name) => zones.get(name)?.state !== 'proof'),
  )
  return wanted.map((domain) => ({
    domain,
    ...stateOf(zones.get(domain), seen.get(domain), deps.config.acceptedNameServers),
  }))
}

interface SeenDelegation {
  hosts: DnsAnswer<string>
  isSigned: boolean
}

async function seenDelegations(
  { vendors, limits }: PrepareDependencies,
  customerId: string,
  names: readonly string[],
): Promise<Map<string, SeenDelegation>> {
  const seen = new Map<string, SeenDelegation>()
  if (names.length === 0) return seen
  const place = await limits.allow({ key: `own-seen:${customerId}`, rate: seenRate, cost: names.length })
  if (!place.ok) return seen
  const signal = AbortSignal.timeout(seenWithinMs)
  await Promise.all(
    names.map(async (name) => {
      const [hosts, signers] = await Promise.all([
        vendors.dns.nameServers(name, { signal }),
        vendors.dns.delegationSigners(name, { signal }),
      ])
      seen.set(name, { hosts, isSigned: signers.state === 'found' })
    }),
  )
  return seen
}

function stateOf(
  zone: DraftZone | undefined,
  seen: SeenDelegation | undefined,
  accepted: readonly string[],
): Omit<PreparedName, 'domain'> {
  if (zone?.state === 'proof') return { state: 'proof', nameServers: [], add: zone.nameServers }
  if (zone && !zone.triedAt) return { state: 'checking', nameServers: [], add: [] }
  const isKnown = seen !== undefined && seen.hosts.state !== 'unknown'
  const hosts = seen?.hosts.state === 'found' ? seen.hosts.values.toSorted().slice(0, nameServersMax) : []
  const isHere = isPointedHere(hosts, accepted)
  // Signed where it is now, it stays so; here it is not, and resolvers that validate answer nothing.
  if (seen?.isSigned && (isHere || !isKnown)) return { state: 'signed', nameServers: hosts, add: [] }
  if (!isKnown) return { state: 'unknown', nameServers: [], add: [] }
  return { state: isHere ? 'here' : 'elsewhere', nameServers: hosts, add: [] }
}
