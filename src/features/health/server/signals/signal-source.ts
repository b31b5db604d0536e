import type { AccountVendor, HealthNotes } from '#base/db/schema/index.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'
import type { Finding, HealthSignal, SignalCode } from '../../rules/health-signals.ts'

/** A domain that is looked at. */
export interface HealthUnit {
  domainId: string
  name: string
  /** What its mail needs in DNS. */
  records: readonly DnsRecord[]
  /** The account that its mailboxes are at, and their addresses; null where it has none. */
  host: { accountId: string; vendor: AccountVendor; addresses: readonly string[] } | null
  /** The sending tool that its mailboxes are in, and which of them; null where none is connected. */
  tool: { connectionId: string; kind: SendingToolId; addresses: readonly string[] } | null
  /** What the looks before have left. */
  notes: HealthNotes
}

export interface Observation {
  /** One for each source that was asked; "unknown" where it gave no answer that counts. */
  seen: readonly HealthSignal[]
  notes: HealthNotes
  /** Ms after which the domain has to be looked at again, where that is before its time. */
  againIn?: number
}

/** One kind of signal: asks its sources and says what that means. It never throws for a source that does not answer. */
export type SignalSource = (unit: HealthUnit, now: number, call: CallContext) => Promise<Observation>

export const signalOf = (
  code: SignalCode,
  source: string,
  observedAt: number,
  finding: Finding,
): HealthSignal => ({ ...finding, code, source, observedAt })
