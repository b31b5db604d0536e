export const vendorIds = [
  'stripe',
  'dnsimple',
  'rdap',
  'microsoft',
  'google',
  'instantly',
  'smartlead',
  'bison',
  'smtp',
  'dns',
] as const
export type VendorId = (typeof vendorIds)[number]

/** As sentences to people name them. */
export const vendorNames: Record<VendorId, string> = {
  stripe: 'Stripe',
  dnsimple: 'DNSimple',
  rdap: 'the domain registry',
  microsoft: 'Microsoft',
  google: 'Google',
  instantly: 'Instantly',
  smartlead: 'Smartlead',
  bison: 'Email Bison',
  smtp: 'the mail server',
  dns: 'DNS',
}

/**
 * What a third party's refusal means to us, whatever its wire format:
 * - `transient`: the same call may succeed later (429, 5xx, time-out, broken answer); `retryAfterMs` when told
 * - `waiting`: nothing is wrong, something outside has to happen first (DNS seen, delegation, mailbox appears)
 * - `rejected`: this call will never succeed as it is
 * - `unauthorised`: the credentials are wrong, revoked or lack a permission
 * - `not_found`: the object does not exist there
 */
export type VendorErrorKind = 'transient' | 'waiting' | 'rejected' | 'unauthorised' | 'not_found'

export interface VendorErrorDetails {
  vendor: VendorId
  operation: string
  kind: VendorErrorKind
  /** One plain sentence or clause, without secrets, fit for an operator; customers see it when it is theirs to mend. */
  reason: string
  retryAfterMs?: number
  /** HTTP status where there was one. */
  status?: number
  /** The vendor's own error code, where it has one. */
  code?: string
}

/** The only error that leaves an adapter. */
export class VendorError extends Error {
  readonly vendor: VendorId
  readonly operation: string
  readonly kind: VendorErrorKind
  readonly reason: string
  readonly retryAfterMs: number | undefined
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(details: VendorErrorDetails) {
    super(`${vendorNames[details.vendor]} (${details.operation}): ${details.reason}`)
    this.name = 'VendorError'
    this.vendor = details.vendor
    this.operation = details.operation
    this.kind = details.kind
    this.reason = details.reason
    this.retryAfterMs = details.retryAfterMs
    this.status = details.status
    this.code = details.code
  }
}

export const isVendorError = (error: unknown, kind?: VendorErrorKind): error is VendorError =>
  error instanceof VendorError && (kind === undefined || error.kind === kind)
