import type { HealthSignal } from '#shared/health/health-signals.ts'
import type { HealthNotes } from '../../db/schema/index.ts'
import type { DueDomain } from './claim-due.ts'

/** What a look at one domain has brought. */
export interface Looked {
  domain: DueDomain
  seen: readonly HealthSignal[]
  notes: HealthNotes
  /** Ms until the next look. */
  againIn: number
}
