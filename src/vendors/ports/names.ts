import type { CallContext } from './call-context.ts'

export interface NamePrice {
  premium: boolean
  registrationCents: number
  renewalCents: number
}

export interface NameRegistration {
  state: 'registering' | 'registered' | 'failed' | 'expired'
  autoRenew: boolean
  /** The registrar's own id of the registration or domain. */
  externalId: string
  expiresAt?: Date
  /** It was ordered by this very call. */
  isNew?: true
}

export interface NameRenewal {
  /** `failed`: nothing was paid for it. */
  state: 'renewing' | 'renewed' | 'failed'
  /** The registrar's own id of the renewal; absent of a name that turned out to be renewed already. */
  externalId?: string
}

export interface Registrar {
  /** Asks the registrar itself: exact, slow, limited. `rejected` (code `tld_unsupported`) where it sells no such names. */
  check(name: string, ctx?: CallContext): Promise<{ available: boolean; premium: boolean }>
  price(name: string, ctx?: CallContext): Promise<NamePrice>
  /**
   * Undefined when this account has not registered the name. `externalId` from an earlier answer lets a
   * registration that failed be told from one that never was.
   */
  findRegistration(
    name: string,
    externalId?: string,
    ctx?: CallContext,
  ): Promise<NameRegistration | undefined>
  /**
   * Registers and pays; what has expired it only tells. Looks first, so repeating never pays twice. `rejected` when
   * someone else has it (code `taken`) or its price is above `ceilingCents` (`premium`, `price_above_ceiling`).
   * `afterFailed`: the one before is known to have failed, so what still looks pending is not; `noted` is awaited right
   * before the order.
   */
  ensureRegistered(
    name: string,
    options: { ceilingCents: number; autoRenew: boolean; afterFailed?: { noted(): Promise<void> } },
    ctx?: CallContext,
  ): Promise<NameRegistration>
  /**
   * Asks for another year of a name that has expired, which is paid for once it is done. Nothing at the registrar tells
   * a renewal whose answer was lost from one that was never asked for: `noted` is awaited right before the request, once
   * nothing else can keep it back, and whoever asks keeps the id. `rejected` (status 400) where it cannot be renewed, as
   * where it can only be restored any more; or as above.
   */
  renew(
    name: string,
    options: { ceilingCents: number; noted(): Promise<void> },
    ctx?: CallContext,
  ): Promise<NameRenewal>
  /** Undefined when the registrar knows no such renewal. */
  findRenewal(name: string, externalId: string, ctx?: CallContext): Promise<NameRenewal | undefined>
  /**
   * `waiting` while the name is renewing itself: it cannot be switched off meanwhile. What has expired, or is not in the
   * account any more, does not renew itself.
   */
  setAutoRenew(name: string, on: boolean, ctx?: CallContext): Promise<void>
  delegation(name: string, ctx?: CallContext): Promise<string[]>
  setDelegation(name: string, nameServers: readonly string[], ctx?: CallContext): Promise<void>
}

export interface DnsRecord {
  /** Left part, "" for the apex. */
  name: string
  type: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'TXT' | 'NS' | 'URL'
  content: string
  priority?: number
  ttl?: number
}
export interface HostedRecord extends Omit<DnsRecord, 'type'> {
  id: string
  /** Of any type: someone may have added others in the DNS host's own pages. */
  type: string
  /** Made by the DNS host itself; cannot be changed. */
  system: boolean
}

export interface Zones {
  /**
   * Hosts the zone, and says whether it had to be made or switched on for that; `waiting` when the host wants proof of
   * ownership first.
   */
  ensureZone(name: string, ctx?: CallContext): Promise<{ isChanged: boolean }>
  hasZone(name: string, ctx?: CallContext): Promise<boolean>
  records(name: string, ctx?: CallContext): Promise<HostedRecord[]>
  /** Publishes the missing ones in as few calls as it takes and leaves all others alone. Returns in the order given. */
  ensureRecords(name: string, records: readonly DnsRecord[], ctx?: CallContext): Promise<HostedRecord[]>
  updateRecord(name: string, id: string, record: DnsRecord, ctx?: CallContext): Promise<void>
  /** Success when it is gone already. */
  deleteRecord(name: string, id: string, ctx?: CallContext): Promise<void>
  /** Stops answering for the name; a registration stays in the account. Success when it is gone already. */
  dropZone(name: string, ctx?: CallContext): Promise<void>
}

/** Quick first look whether a name is taken, without spending the registrar's limit. */
export interface AvailabilityHint {
  lookUp(name: string, ctx?: CallContext): Promise<'taken' | 'probably_free' | 'unknown'>
}

/** What a registry says of a registration, in its own words: "client hold". */
export interface RegistryStatus {
  /** Undefined where no registry answers for the name, or where it knows no such registration. */
  status(name: string, ctx?: CallContext): Promise<readonly string[] | undefined>
}

/** Plain DNS queries. `missing` and `unknown` differ: only the first means that the record is not there. */
export type DnsAnswer<T> =
  | { state: 'found'; values: T[] }
  | { state: 'missing' }
  | { state: 'unknown'; reason: string }
export interface Dns {
  nameServers(name: string, ctx?: CallContext): Promise<DnsAnswer<string>>
  txt(name: string, ctx?: CallContext): Promise<DnsAnswer<string>>
  mx(name: string, ctx?: CallContext): Promise<DnsAnswer<{ exchange: string; priority: number }>>
  cname(name: string, ctx?: CallContext): Promise<DnsAnswer<string>>
  /** DS records in the parent zone: it says that the name's own zone is signed. */
  delegationSigners(name: string, ctx?: CallContext): Promise<DnsAnswer<string>>
  /** IPv4 alone. */
  addresses(name: string, ctx?: CallContext): Promise<DnsAnswer<string>>
  ipv6Addresses(name: string, ctx?: CallContext): Promise<DnsAnswer<string>>
}
