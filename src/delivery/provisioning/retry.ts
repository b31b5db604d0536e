import type { VendorError } from '#vendors/client/vendor-error.ts'
import { driftAfterMs } from './facts.ts'

/** Tries in a row after which a name that keeps failing is handed to the operator. */
export const deadAfterAttempts = 20

const waitingSeconds = [2, 5, 10, 20, 30, 60, 120, 300, 600, 900] as const
const transientSeconds = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900] as const

/** The step for so many tries; the last one for all that follow. */
export const growing = ([first, ...more]: readonly [number, ...number[]], attempts: number): number =>
  more[Math.min(attempts, more.length) - 1] ?? first

/**
 * At a used-up limit nothing has failed. All who wait there ask about twice a second together: often enough that no
 * refill is lost however few are left, seldom enough that many do not keep the workers busy with asking.
 */
const atLimitMs = (waiting: number) => Math.min(30_000, Math.max(1_000, waiting * 500))

/**
 * Milliseconds until a name is tried again after `attempts` tries without progress, `waiting` names (itself among
 * them) standing at the same vendor's limit. `chance` (0 to 1) spreads names that failed together.
 */
export function retryDelayMs(
  error: Pick<VendorError, 'kind' | 'retryAfterMs' | 'isOverLimit'>,
  attempts: number,
  chance: number,
  waiting: number,
): number {
  if (error.isOverLimit) return Math.max(error.retryAfterMs ?? 0, atLimitMs(waiting) * (0.5 + chance))
  switch (error.kind) {
    case 'waiting':
      // Whoever knows how long it takes says so.
      if (error.retryAfterMs !== undefined) return Math.max(1000, error.retryAfterMs)
      return 1000 * growing(waitingSeconds, attempts) * (0.9 + 0.2 * chance)
    case 'rejected':
      return 24 * 3600_000
    case 'unauthorised':
      return 15 * 60_000
    default:
      return Math.max(error.retryAfterMs ?? 0, 1000 * growing(transientSeconds, attempts) * (0.5 + chance))
  }
}

/** When a finished name is looked at again, spread over the hours before a full day. */
export const driftDelayMs = (chance: number) => driftAfterMs + chance * 4 * 3600_000
