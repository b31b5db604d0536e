import { findRegistered, putRegistered } from '#vendors/sandbox/names/registered-names.ts'
import { splitName } from '#vendors/sandbox/names/universe.ts'
import type { Collection } from '#vendors/sandbox/store.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { ownedBy } from './owned.ts'
import { pricesOf } from './prices.ts'
import type { DnsimpleSettings } from './settings.ts'
import type { StoredCharge, StoredDomain, StoredRenewal } from './stored.ts'

const dayMs = 24 * 3_600_000
const yearMs = 365 * dayMs
const pendingMs = 20_000
/** "Most auto-renewals will begin a few days before": https://support.dnsimple.com/articles/domain-auto-renewal/ */
const leadMs = 3 * dayMs

interface Account {
  domains: Collection<StoredDomain>
  charge(name: string, reason: StoredCharge['for'], cents: number): void
  settings(): DnsimpleSettings
  owner: number | undefined
}

/** Renewals that were asked for, and those that DNSimple begins itself. */
export function createRenewals(world: World, { domains, charge, settings, owner }: Account) {
  const renewals = ownedBy(world.store.collection<StoredRenewal>('dnsimple.renewals'), owner)
  const put = (renewal: StoredRenewal) => renewals.put(String(renewal.id), renewal, renewal.name)

  /**
   * "Your card will be charged once the renewal completes. If the renewal fails, funds will be released", and years are
   * "always added to the end of the current registration period":
   * https://support.dnsimple.com/articles/renewing-domain/ and https://support.dnsimple.com/articles/what-happens-when-domain-expires/
   */
  function complete(renewal: StoredRenewal): StoredRenewal {
    const now = world.now()
    const domain = domains.get(renewal.name)
    const done = {
      ...renewal,
      state: renewal.willFail || !domain ? 'failed' : 'renewed',
      updatedAt: now,
    } as const
    put(done)
    if (!domain) return done
    if (done.state === 'failed') {
      if (renewal.isAuto)
        domains.put(domain.name, { ...domain, renewalFailedFor: domain.expiresAt ?? 0, updatedAt: now })
      return done
    }
    charge(domain.name, 'renewal', renewal.cents * renewal.period)
    const expiresAt = (domain.expiresAt ?? now) + yearMs * renewal.period
    domains.put(domain.name, {
      ...domain,
      state: expiresAt > now ? 'registered' : 'expired',
      expiresAt,
      updatedAt: now,
    })
    const entry = findRegistered(world, domain.name)
    if (entry) putRegistered(world, { ...entry, expiresAt })
    return done
  }

  /** One that is begun by itself was begun in time, however late somebody looks. */
  function begin(domain: StoredDomain, period: number, isAuto: boolean): StoredRenewal {
    const mode = settings().renewals
    const now = world.now()
    const begunAt = isAuto ? (domain.expiresAt ?? now) - leadMs : now
    const isQuick = ['com', 'net'].includes(splitName(domain.name).tld)
    const isPending = mode !== 'at_once' && !(mode === 'by_tld' && isQuick)
    const takesMs = isPending ? pendingMs * world.delayScale : 0
    const renewal: StoredRenewal = {
      id: world.store.next('dnsimple.renewal'),
      name: domain.name,
      domainId: domain.id,
      period,
      state: 'renewing',
      isAuto,
      cents: pricesOf(domain.name)?.renewal ?? 0,
      decidedAt: begunAt + takesMs,
      willFail: mode === 'failing' || (isAuto && settings().unpaid),
      createdAt: begunAt,
      updatedAt: now,
    }
    put(renewal)
    return (isAuto || !isPending) && renewal.decidedAt <= now ? complete(renewal) : renewal
  }

  const under = (name: string) => renewals.list({ parent: name }).filter(({ state }) => state === 'renewing')

  return {
    get: (id: string) => renewals.get(id),
    /** That DNSimple refuses a second one while one is pending is said nowhere: here it is taken, and paid as well. */
    ask: (domain: StoredDomain, period: number) => begin(domain, period, false),
    /** "Auto-renewal cannot be turned off if the auto-renewal is being processed": the article about auto-renewal. */
    isRenewingByItself: (name: string) => under(name).some(({ isAuto }) => isAuto),
    decide(name?: string) {
      for (const renewal of renewals.list({ parent: name }))
        if (renewal.state === 'renewing' && renewal.decidedAt <= world.now()) complete(renewal)
    },
    /** Whatever years have gone by; once for each end, so that what was not paid is not renewed by itself later. */
    renewByItself(name: string) {
      for (;;) {
        const domain = domains.get(name)
        if (domain?.state !== 'registered' || !domain.autoRenew || domain.expiresAt === null) return
        if (domain.expiresAt - leadMs > world.now() || domain.renewalFailedFor === domain.expiresAt) return
        if (under(name).length > 0) return
        begin(domain, 1, true)
      }
    },
  }
}
