import type { PublishedRecord } from '#vendors/dns/simulator/record.ts'
import type { World } from '../world.ts'
import { isTakenByStranger, specialLabelOf } from './universe.ts'

/** A name as its registry has it. */
export interface RegisteredName {
  name: string
  /** Registered through DNSimple here, or somewhere else. */
  registrar: 'dnsimple' | 'elsewhere'
  /** Its delegation. */
  nameServers: string[]
  /** Where the registrar leads it instead, of a holder it could not reach; the account does not show that. */
  ledTo?: string[]
  /** DS records that its owner has left with the registry: its zone is signed, or was. */
  signers?: PublishedRecord[]
  /** The registry's words that stop it: "client hold". */
  stopped?: string[]
  /** Milliseconds on the sandbox's clock. */
  registeredAt: number
  expiresAt: number
  /** What its DNS host elsewhere publishes, while the delegation leads there. */
  records?: PublishedRecord[]
}

const yearMs = 365 * 24 * 3_600_000

/** Where names live that are registered elsewhere, until someone changes their delegation. */
export const outsideNameServers = ['ns1.otherhost.example', 'ns2.otherhost.example']

/** Suffixes of two labels under which names are registered. */
const secondLevelSuffixes = new Set(
  ['uk', 'au', 'nz', 'jp', 'br', 'za', 'in'].flatMap((country) =>
    ['co', 'com', 'org', 'net'].map((kind) => `${kind}.${country}`),
  ),
)

/** The name that was registered, of a host below it: `x.com` of `selector1._domainkey.x.com`. */
export function registrableName(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  const kept = secondLevelSuffixes.has(labels.slice(-2).join('.')) ? 3 : 2
  return labels.slice(-kept).join('.')
}

const registered = (world: World) => world.store.collection<RegisteredName>('names.registered')

/** Undefined when no one has it. */
export function findRegistered(world: World, name: string): RegisteredName | undefined {
  return registered(world).get(name) ?? (isTakenByStranger(name) ? asOutside(world, name) : undefined)
}

/** Whether the registry would sell it now. */
export const isFree = (world: World, name: string): boolean =>
  !findRegistered(world, name) && specialLabelOf(name) !== 'reserved'

export const putRegistered = (world: World, entry: RegisteredName): void =>
  registered(world).put(entry.name, entry, entry.registrar)

/** The registry forgets the name, and anybody may register it. */
export const releaseName = (world: World, name: string): boolean => registered(world).delete(name)

/** Customers' names that were registered elsewhere, as far as anybody has used them here. */
export const outsideNames = (world: World): RegisteredName[] =>
  registered(world).list({ parent: 'elsewhere' })

/** Someone outside has this name from now on, unless it is registered already. */
export function ensureOutside(world: World, name: string): RegisteredName {
  const known = registered(world).get(name)
  if (known) return known
  const entry = asOutside(world, name)
  putRegistered(world, entry)
  return entry
}

export function setNameServers(world: World, name: string, nameServers: readonly string[]): RegisteredName {
  const entry = {
    ...(findRegistered(world, name) ?? asOutside(world, name)),
    nameServers: nameServers.map((host) => host.trim().toLowerCase().replace(/\.$/, '')),
  }
  putRegistered(world, entry)
  return entry
}

/** Its owner switches DNSSEC on or off at the registrar: the registry has a DS record of it, or none. */
export function setSigned(world: World, name: string, isSigned: boolean): RegisteredName {
  const { signers: _, ...known } = findRegistered(world, name) ?? asOutside(world, name)
  const ds = { name: '', type: 'DS', content: `2371 13 2 ${'1f987cc6'.repeat(8)}`, ttl: 86_400 }
  const entry = isSigned ? { ...known, signers: [ds] } : known
  putRegistered(world, entry)
  return entry
}

/** The DNS host that a name has elsewhere shows a TXT record more; no one sees it while the name points to us. */
export function publishTxt(world: World, host: string, content: string): RegisteredName {
  const apex = registrableName(host)
  const known = findRegistered(world, apex) ?? asOutside(world, apex)
  const name = host === apex ? '' : host.slice(0, -apex.length - 1)
  const record = { name, type: 'TXT', content, ttl: 3600 }
  const entry = { ...known, records: [...(known.records ?? []), record] }
  putRegistered(world, entry)
  return entry
}

function asOutside(world: World, name: string): RegisteredName {
  const registeredAt = world.now() - 2 * yearMs
  return {
    name,
    registrar: 'elsewhere',
    nameServers: outsideNameServers,
    registeredAt,
    expiresAt: world.now() + yearMs,
    records: [
      { name: '', type: 'A', content: '192.0.2.10', ttl: 3600 },
      { name: 'www', type: 'A', content: '192.0.2.10', ttl: 3600 },
      { name: '', type: 'MX', content: `mail.${name}`, priority: 10, ttl: 3600 },
      { name: 'mail', type: 'A', content: '192.0.2.20', ttl: 3600 },
    ],
  }
}
