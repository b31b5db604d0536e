import type { SignalCode } from './health-signals.ts'
import type { HealthState } from './health-states.ts'

/** What is remembered of a domain between two evaluations. Times are epoch ms. */
export interface HealthMemory {
  state: HealthState
  since: number
  /** Its first warm-up is over; a tool that counts from nothing again makes it no new domain. */
  isWarmed: boolean
  /** It was on watch or at rest and has not been well for long enough since. */
  isDoubted: boolean
  /** Looks in a row with something to warn of, and the last that was counted. */
  warned: number
  warnedAt: number | null
  /** Since when the score was too low to send on. */
  lowSince: number | null
  /** Since when the score was high enough to leave watch. */
  calmSince: number | null
  /** Since when it was seen, without a break, that nothing demands a rest. */
  clearSince: number | null
  /** What sent it to its last rest. */
  restCause: SignalCode | null
  /** When its rests by its own fault began, the oldest first: one for its account is none of them. */
  rests: readonly number[]
  /** The list whose lasting word alone gave it up, while it is given up. */
  lostTo?: string | undefined
  /** When it came back from its last rest; `null` while it has not or once it sends in full again. */
  returningSince: number | null
}

export const newHealth = (now: number): HealthMemory => ({
  state: 'unknown',
  since: now,
  isWarmed: false,
  isDoubted: false,
  warned: 0,
  warnedAt: null,
  lowSince: null,
  calmSince: null,
  clearSince: null,
  restCause: null,
  rests: [],
  returningSince: null,
})
