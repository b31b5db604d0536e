import type { HealthNotes } from '#base/db/schema/index.ts'
import type { HealthSignal } from '../../rules/health-signals.ts'
import type { DueDomain } from './claim-due.ts'

/** What a look at one domain has brought. */
export interface Looked {
  domain: DueDomain
  seen: readonly HealthSignal[]
  notes: HealthNotes
  /** Ms until the next look. */
  againIn: number
}
