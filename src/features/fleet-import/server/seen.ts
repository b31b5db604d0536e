import type { fleetImportRows, ImportedMailbox } from '#base/db/schema/index.ts'
import type { PlanId, Platform } from '#features/plans/rules/catalog.ts'
import type { DnsRecord, NameRegistration } from '#vendors/ports/names.ts'
import type { PaymentSubscription } from '#vendors/ports/payments.ts'

export type Row = typeof fleetImportRows.$inferSelect

/** Where a domain's mailboxes stand. */
export interface SeenAccount {
  id: string
  label: string
  platform: Platform
  mailboxes: ImportedMailbox[]
}

/** A subscription as Stripe has it. Kept as JSON: moments are texts. */
export interface SeenSubscription {
  customerExternalId: string
  status: PaymentSubscription['status']
  isPaused: boolean
  email: string | null
  quantities: Partial<Record<PlanId, number>>
  unitCents: Partial<Record<PlanId, number>>
  otherProducts: string[]
  periodEnd: string | null
}

/** A mailbox as the sending tool lists it. */
interface SeenInTool {
  address: string
  externalId: string
  isConnected: boolean
}

/**
 * All that was seen of a domain. What is absent could not be asked, or nobody had a reason to; `null` is not there.
 */
export interface SeenDomain {
  /** More than one where accounts contradict each other. */
  accounts: SeenAccount[]
  host?: {
    isVerified: boolean
    mailRecords: DnsRecord[]
    dkim: { state: 'off' | 'created' | 'on'; records: DnsRecord[] }
    /** Whether the host itself says how DKIM stands. */
    saysDkim: boolean
  }
  registration?: {
    state: NameRegistration['state']
    autoRenew: boolean
    expiresAt: string | null
  } | null
  zone?: DnsRecord[] | null
  nameServers?: string[]
  /** Records that plain DNS does not show. */
  unseen?: string[]
  subscription?: SeenSubscription | null
  tool?: { connectionId: string; mailboxes: SeenInTool[] }
}
