import { recordOf } from '#base/records/keys-of.ts'
import {
  connectedTools,
  isFileTool,
  type SendingToolId,
  sendingToolNames,
} from '#features/tools/rules/sending-tools.ts'

/** Vendors of ours, as sentences to people name them; sending tools are their customers'. */
const ourVendors = {
  stripe: 'Stripe',
  dnsimple: 'DNSimple',
  rdap: 'the domain registry',
  microsoft: 'Microsoft',
  google: 'Google',
  smtp: 'the mail server',
  dns: 'DNS',
} as const

const ourVendorIds = ['stripe', 'dnsimple', 'rdap', 'microsoft', 'google', 'smtp', 'dns'] as const
export const vendorIds = [...ourVendorIds, ...connectedTools]
export type VendorId = (typeof vendorIds)[number]

/** As sentences to people name them. */
export const vendorNames: Record<VendorId, string> = {
  ...ourVendors,
  ...recordOf(connectedTools, (tool) => sendingToolNames[tool]),
}

/** Who takes a tool's mailboxes: its vendor, or the mail server that sends the file. */
export const vendorOfTool = (tool: SendingToolId): VendorId => (isFileTool(tool) ? 'smtp' : tool)

/**
 * What a third party's refusal means to us, whatever its wire format:
 * - `transient`: the same call may succeed later (429, 5xx, time-out, broken answer); `retryAfterMs` when told
 * - `waiting`: nothing is wrong, something outside has to happen first (DNS seen, delegation, mailbox appears)
 * - `rejected`: this call will never succeed as it is
 * - `unauthorised`: the credentials are wrong, revoked or lack a permission
 * - `not_found`: the object does not exist there
 */
export type VendorErrorKind = 'transient' | 'waiting' | 'rejected' | 'unauthorised' | 'not_found'

/** Who has to act before it can go on: the customer, the operator, or nobody but the third party itself. */
export const waitsFor = ['customer', 'vendor', 'operator'] as const
export type WaitsFor = (typeof waitsFor)[number]

/** Kinds that hold until someone acts. Who that is, is said where the error is made; nobody reads it from words. */
export type HeldUpKind = 'waiting' | 'unauthorised'

/** What a refusal means, and where it holds until someone acts, who that is. */
export type Meaning =
  | { kind: HeldUpKind; waitsFor: WaitsFor }
  | { kind: Exclude<VendorErrorKind, HeldUpKind>; waitsFor?: never }

/** Nothing is wrong: the third party itself is not ready yet. */
export const waitsForVendor = { kind: 'waiting', waitsFor: 'vendor' } as const satisfies Meaning
/** Nothing continues before our own people act. */
export const waitsForOperator = { kind: 'waiting', waitsFor: 'operator' } as const satisfies Meaning
export const waitsForCustomer = { kind: 'waiting', waitsFor: 'customer' } as const satisfies Meaning

/** Who can mend credentials that a vendor refuses: sending tools are the customers' own, all else is ours. */
export const credentialsOf: Record<VendorId, 'customer' | 'operator'> = {
  ...recordOf(ourVendorIds, () => 'operator' as const),
  ...recordOf(connectedTools, () => 'customer' as const),
}

/** The code of a refusal without the vendor's own words: something in between may have answered, and the call been taken. */
export const unexplained = 'unexplained'

export type VendorErrorDetails = Meaning & {
  vendor: VendorId
  operation: string
  /** One plain sentence or clause, without secrets, fit for an operator; customers see it when it is theirs to mend. */
  reason: string
  /**
   * Where the operator has to act and knows it already: the clause that customers read instead of `reason`. Without
   * it the end of the run tells the operator, and customers that our team is on it. Of what is refused for good: what
   * customers read where the reason names what is not theirs.
   */
  told?: string
  /** Whose the address is that was asked for. */
  holder?: string | undefined
  /** With `told`: what customers may do all the same, "connect them yourself". Without it there is nothing for them. */
  customersMay?: string
  /** Name servers that the customer has to add where the name is registered, before it can go on. */
  nameServers?: readonly string[]
  /** The vendor's limit is used up, by the vendor's word or by our own count. */
  isOverLimit?: boolean
  limit?: string | undefined
  retryAfterMs?: number | undefined
  /** The wait that it asked for, where that cannot be meant. */
  doubted?: string | undefined
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
  /** Absent where nobody has to act: the call is repeated, or will never succeed. */
  readonly waitsFor: WaitsFor | undefined
  readonly reason: string
  /** What customers read of a matter that the operator knows of already. */
  readonly told: string | undefined
  /** Whose the address is that was asked for: to be named to the customer whose mailbox that is, and to no other. */
  readonly holder: string | undefined
  /** What they may do about it all the same. */
  readonly customersMay: string | undefined
  /** Those that show whose the name is; none where nothing of that kind is asked for. */
  readonly nameServers: readonly string[]
  /** The vendor's limit is used up: nothing is wrong, and it resumes by itself. */
  readonly isOverLimit: boolean
  /** The key of the limit that is used up, where it is one of ours. */
  readonly limit: string | undefined
  readonly retryAfterMs: number | undefined
  /** The wait that it asked for, in its own words, where that cannot be meant. */
  readonly doubted: string | undefined
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(details: VendorErrorDetails) {
    super(`${vendorNames[details.vendor]} (${details.operation}): ${details.reason}`)
    this.name = 'VendorError'
    this.vendor = details.vendor
    this.operation = details.operation
    this.kind = details.kind
    this.waitsFor = details.waitsFor
    this.isOverLimit = details.isOverLimit ?? false
    this.limit = details.limit
    this.reason = details.reason
    this.told = details.told
    this.holder = details.holder
    this.customersMay = details.customersMay
    this.nameServers = details.nameServers ?? []
    this.retryAfterMs = details.retryAfterMs
    this.doubted = details.doubted
    this.status = details.status
    this.code = details.code
  }
}

export const isVendorError = (error: unknown, kind?: VendorErrorKind): error is VendorError =>
  error instanceof VendorError && (kind === undefined || error.kind === kind)

/** The third party is away: what it refuses of one thing alone is no reason to ask about no other. */
export const isAway = ({ status, kind }: VendorError): boolean =>
  kind === 'transient' && (status === undefined || status > 500)

/** What may be refused of one thing alone, so that a round continues with the others. */
export const isOfOne = (error: unknown): error is VendorError =>
  isVendorError(error) && error.kind !== 'unauthorised' && !error.isOverLimit && !isAway(error)
