import { expiryPhase } from '#vendors/sandbox/names/expiry.ts'
import { ensureOutside, putRegistered, releaseName } from '#vendors/sandbox/names/registered-names.ts'
import { specialLabelOf } from '#vendors/sandbox/names/universe.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { demoDnsimple } from './demo.ts'
import { currentHosts } from './name-servers.ts'
import { ownedBy } from './owned.ts'
import { createRenewals } from './renewals.ts'
import { type DnsimpleSettings, defaultSettings } from './settings.ts'
import type {
  StoredCharge,
  StoredContact,
  StoredDomain,
  StoredRecord,
  StoredRegistration,
  StoredZone,
} from './stored.ts'

const yearMs = 365 * 24 * 3_600_000
/** From a change of a zone to its being seen everywhere. */
const distributionMs = 5_000

export type DnsimpleAccount = ReturnType<typeof createAccount>

/**
 * An account: its domains, zones and card, and what happens to them as time passes. Without an owner it is all accounts
 * together, as the clock and the console see them.
 */
export function createAccount(world: World, owner?: number) {
  const { store } = world
  const everyDomain = store.collection<StoredDomain>('dnsimple.domains')
  const domains = ownedBy(everyDomain, owner)
  const registrations = ownedBy(store.collection<StoredRegistration>('dnsimple.registrations'), owner)
  const zones = ownedBy(store.collection<StoredZone>('dnsimple.zones'), owner)
  const records = store.collection<StoredRecord>('dnsimple.records')
  const charges = store.collection<StoredCharge>('dnsimple.charges')
  const contacts = ownedBy(store.collection<StoredContact>('dnsimple.contacts'), owner)
  const settings = store.collection<DnsimpleSettings>('dnsimple.settings')
  /** Names whose zone was in this account before: no further proof of ownership is asked for. */
  const history = store.collection<true>('dnsimple.history')

  const wasHere = (name: string) =>
    owner === undefined || owner === demoDnsimple.accountId ? name : `${owner}/${name}`

  function stamps() {
    const now = world.now()
    return { createdAt: now, updatedAt: now }
  }

  function addDomain(name: string, more: Partial<StoredDomain> = {}): StoredDomain {
    const known = domains.get(name)
    const domain: StoredDomain = {
      id: known?.id ?? store.next('dnsimple.domain'),
      name,
      registrantId: null,
      state: 'hosted',
      autoRenew: false,
      whoisPrivacy: false,
      expiresAt: null,
      ...stamps(),
      ...known,
      ...more,
    }
    domains.put(name, domain)
    if (!zones.get(name)) addZone(name)
    return domain
  }

  function addZone(name: string) {
    // Activation by itself is described for Solo and Teams only: https://developer.dnsimple.com/v2/domains/#createDomain
    const active = (settings.get('account') ?? defaultSettings).plan !== 'enterprise'
    zones.put(name, { id: store.next('dnsimple.zone'), name, active, ...stamps() })
    history.put(wasHere(name), true)
    const serial = Math.floor(world.now() / 1000)
    const soa = `${currentHosts[0]} admin.dnsimple.com ${serial} 86400 7200 604800 300`
    putRecord({ zone: name, name: '', type: 'SOA', content: soa, system: true })
    for (const content of currentHosts) putRecord({ zone: name, name: '', type: 'NS', content, system: true })
  }

  function putRecord(
    record: Pick<StoredRecord, 'zone' | 'name' | 'type' | 'content'> & Partial<StoredRecord>,
  ): StoredRecord {
    const stored: StoredRecord = {
      id: store.next('dnsimple.record'),
      ttl: 3600,
      priority: null,
      system: false,
      // A new zone is there at once: its records are in the first distribution.
      visibleFrom: world.now() + (record.system ? 0 : distributionMs * world.delayScale),
      ...stamps(),
      ...record,
    }
    records.put(String(stored.id), stored, stored.zone)
    return stored
  }

  function dropZone(name: string) {
    for (const record of records.list({ parent: name })) records.delete(String(record.id))
    zones.delete(name)
  }

  function charge(name: string, reason: StoredCharge['for'], cents: number) {
    const id = store.next('dnsimple.charge')
    charges.put(String(id), { id, name, for: reason, cents, at: world.now() }, name)
  }

  function complete(registration: StoredRegistration): void {
    const updatedAt = world.now()
    const domain = domains.get(registration.name)
    const failed = specialLabelOf(registration.name) === 'failing'
    registrations.put(
      String(registration.id),
      { ...registration, state: failed ? 'failed' : 'registered', updatedAt },
      registration.name,
    )
    if (failed) {
      releaseName(world, registration.name)
      // It keeps its registrant: so DNSimple's own example of a cancelled transfer, the only one of what has failed.
      if (domain) domains.put(domain.name, { ...domain, updatedAt })
      return
    }
    charge(registration.name, 'registration', registration.priceCents)
    const expiresAt = world.now() + yearMs
    addDomain(registration.name, { state: 'registered', expiresAt, updatedAt })
  }

  const readSettings = (): DnsimpleSettings => ({ ...defaultSettings, ...settings.get('account') })
  const renewals = createRenewals(world, { domains, charge, settings: readSettings, owner })

  return {
    domains,
    registrations,
    zones,
    records,
    charges,
    contacts,
    /** Whether the name's zone was in this account before. */
    wasHere: (name: string) => history.get(wasHere(name)) === true,
    /** Whether another account has the name: it cannot be added to this one as well. */
    isElsewhere: (name: string) => everyDomain.get(name) !== undefined && domains.get(name) === undefined,
    settings: readSettings,
    changeSettings(change: Partial<DnsimpleSettings>) {
      settings.put('account', { ...defaultSettings, ...settings.get('account'), ...change })
    },
    putRecord,
    /** Hosts a name; from then on it counts as registered elsewhere, unless it is registered here. */
    host(name: string): StoredDomain {
      ensureOutside(world, name)
      return addDomain(name)
    },
    drop(name: string) {
      domains.delete(name)
      dropZone(name)
    },
    charge,
    /** Takes the name at the registry and starts its registration; without `pendingMs` it is done at once. */
    register(
      name: string,
      order: Pick<StoredRegistration, 'registrantId' | 'autoRenew' | 'whoisPrivacy' | 'priceCents'>,
      pendingMs?: number,
    ): StoredRegistration {
      const now = world.now()
      putRegistered(world, {
        name,
        registrar: 'dnsimple',
        nameServers: currentHosts,
        registeredAt: now,
        expiresAt: now + yearMs,
      })
      const { registrantId, autoRenew, whoisPrivacy } = order
      const domain = addDomain(name, { state: 'hosted', registrantId, autoRenew, whoisPrivacy })
      const registration: StoredRegistration = {
        id: store.next('dnsimple.registration'),
        name,
        domainId: domain.id,
        state: 'registering',
        decidedAt: now + (pendingMs ?? 0),
        ...order,
        ...stamps(),
      }
      registrations.put(String(registration.id), registration, name)
      if (pendingMs === undefined) complete(registration)
      return registrations.get(String(registration.id)) ?? registration
    },
    renewals,
    /**
     * Decides what is pending, renews by itself what does, and lets expire what has come to its end: of one name, or of
     * all. Once the registry has deleted a name it is anybody's.
     */
    catchUp(name?: string) {
      const now = world.now()
      for (const registration of registrations.list({ parent: name }))
        if (registration.state === 'registering' && registration.decidedAt <= now) complete(registration)
      renewals.decide(name)
      const due = name === undefined ? domains.list() : [domains.get(name)].filter((found) => !!found)
      for (const { name: each } of due) {
        renewals.renewByItself(each)
        const domain = domains.get(each)
        if (!domain || domain.expiresAt === null || domain.state === 'hosted') continue
        const phase = expiryPhase(domain.expiresAt, now)
        if (phase === 'running') continue
        if (domain.state === 'registered') domains.put(each, { ...domain, state: 'expired', updatedAt: now })
        if (phase !== 'gone') continue
        releaseName(world, each)
        this.drop(each)
      }
    },
  }
}
