/**
 * What DNSimple keeps here, by collection, for the DNS, the console and tests:
 * - `dnsimple.domains` by name: `StoredDomain`
 * - `dnsimple.registrations` by id, under the name: `StoredRegistration`
 * - `dnsimple.renewals` by id, under the name: `StoredRenewal`
 * - `dnsimple.zones` by name: `StoredZone`
 * - `dnsimple.records` by id, under the zone's name: `StoredRecord`
 * - `dnsimple.charges` by id, under the name: `StoredCharge`: what the account's card paid
 * - `dnsimple.contacts` by id: `StoredContact`
 * Times are milliseconds on the sandbox's clock.
 */
export interface StoredDomain extends Owned {
  id: number
  name: string
  registrantId: number | null
  state: 'hosted' | 'registered' | 'expired'
  autoRenew: boolean
  whoisPrivacy: boolean
  expiresAt: number | null
  /** The end for which renewing by itself failed: it is not tried again. */
  renewalFailedFor?: number
  createdAt: number
  updatedAt: number
}

export interface StoredRegistration extends Owned {
  id: number
  name: string
  domainId: number
  registrantId: number
  state: 'new' | 'registering' | 'registered' | 'failed'
  autoRenew: boolean
  whoisPrivacy: boolean
  priceCents: number
  /** When a pending one is decided. */
  decidedAt: number
  createdAt: number
  updatedAt: number
}

/** https://developer.dnsimple.com/v2/openapi.yml (`DomainRenewal`) */
export interface StoredRenewal extends Owned {
  id: number
  name: string
  domainId: number
  period: number
  state: 'new' | 'renewing' | 'renewed' | 'cancelled' | 'failed'
  /** Begun by DNSimple itself, since the name renews by itself. */
  isAuto: boolean
  cents: number
  /** When a pending one is decided, and how. */
  decidedAt: number
  willFail: boolean
  createdAt: number
  updatedAt: number
}

export interface StoredZone extends Owned {
  id: number
  name: string
  active: boolean
  createdAt: number
  updatedAt: number
}

export interface StoredRecord {
  id: number
  zone: string
  name: string
  type: string
  content: string
  ttl: number
  priority: number | null
  system: boolean
  /** When the name servers have it. */
  visibleFrom: number
  createdAt: number
  updatedAt: number
}

export interface StoredCharge {
  id: number
  name: string
  for: 'registration' | 'renewal'
  cents: number
  at: number
}

export interface StoredContact extends Owned {
  id: number
  label: string
  first_name: string
  last_name: string
  organization_name: string | null
  job_title: string | null
  address1: string
  address2: string | null
  city: string
  state_province: string
  postal_code: string
  country: string
  phone: string
  fax: string | null
  email: string
  createdAt: number
  updatedAt: number
}

/** Belongs to one account, by its number; to the first where none is said. */
export interface Owned {
  accountId?: number
}
