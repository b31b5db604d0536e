import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type {
  StoredContact,
  StoredDomain,
  StoredRecord,
  StoredRegistration,
  StoredRenewal,
  StoredZone,
} from './stored.ts'

/** DNSimple's refusals: a message, and per field what is wrong with it. */
export class Refusal extends Error {
  readonly status: ContentfulStatusCode
  readonly errors: Record<string, unknown> | undefined

  constructor(status: ContentfulStatusCode, message: string, errors?: Record<string, unknown>) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

export const invalid = (errors: Record<string, unknown>) => new Refusal(400, 'Validation failed', errors)

const defaultPerPage = 30
const maxPerPage = 100

/** A list as DNSimple pages it, by `page` and `per_page`. */
export function paged<T>(c: Context, all: readonly T[], present: (item: T) => unknown) {
  const perPage = wholeNumber(c.req.query('per_page'), defaultPerPage)
  const page = wholeNumber(c.req.query('page'), 1)
  if (perPage > maxPerPage) throw new Refusal(400, 'Invalid parameter: per_page must be at most 100')
  return c.json({
    data: all.slice((page - 1) * perPage, page * perPage).map(present),
    pagination: {
      current_page: page,
      per_page: perPage,
      total_entries: all.length,
      total_pages: Math.max(1, Math.ceil(all.length / perPage)),
    },
  })
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new Refusal(400, 'Invalid paging parameter')
  return value
}

const time = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
const times = (stored: { createdAt: number; updatedAt: number }) => ({
  created_at: time(stored.createdAt),
  updated_at: time(stored.updatedAt),
})

export const presentDomain = (domain: StoredDomain, accountId: number) => ({
  id: domain.id,
  account_id: accountId,
  registrant_id: domain.registrantId,
  name: domain.name,
  unicode_name: domain.name,
  state: domain.state,
  auto_renew: domain.autoRenew,
  private_whois: domain.whoisPrivacy,
  trustee: false,
  expires_on: domain.expiresAt === null ? null : time(domain.expiresAt).slice(0, 10),
  expires_at: domain.expiresAt === null ? null : time(domain.expiresAt),
  ...times(domain),
})

export const presentRegistration = (registration: StoredRegistration) => ({
  id: registration.id,
  domain_id: registration.domainId,
  registrant_id: registration.registrantId,
  period: 1,
  state: registration.state,
  auto_renew: registration.autoRenew,
  whois_privacy: registration.whoisPrivacy,
  trustee: false,
  ...times(registration),
})

export const presentRenewal = (renewal: StoredRenewal) => ({
  id: renewal.id,
  domain_id: renewal.domainId,
  period: renewal.period,
  state: renewal.state,
  ...times(renewal),
})

export const presentZone = (zone: StoredZone, accountId: number) => ({
  id: zone.id,
  account_id: accountId,
  name: zone.name,
  reverse: false,
  secondary: false,
  last_transferred_at: null,
  active: zone.active,
  ...times(zone),
})

export const presentRecord = (record: StoredRecord) => ({
  id: record.id,
  zone_id: record.zone,
  parent_id: null,
  name: record.name,
  content: record.content,
  ttl: record.ttl,
  priority: record.priority,
  type: record.type,
  regions: ['global'],
  system_record: record.system,
  ...times(record),
})

export const presentContact = (contact: StoredContact, accountId: number) => {
  const { createdAt, updatedAt, ...fields } = contact
  return { ...fields, account_id: accountId, ...times({ createdAt, updatedAt }) }
}
