import type { Purpose } from './budgets.ts'

/** A vendor's published (or assumed) limit: a bucket of `burst` calls that refills at `perSecond`. */
export interface Rate {
  perSecond: number
  burst: number
}

export interface Reservation {
  /** Vendor and account, e.g. `dnsimple:account`, `microsoft:<tenant>:writes`. */
  key: string
  rate: Rate
  /** Units taken by this call; 1 when absent. */
  cost?: number
  /** Whose share of the limit it takes; see `budgets.ts`. */
  purpose?: Purpose
  /** The purposes that this limit is divided among; all of them when absent. */
  among?: readonly Purpose[]
  /** Who it is done for: where a purpose's share is used up, its customers take turns. */
  customerId?: string
  /** It goes on with what was begun, and may be booked further ahead where places are rare. */
  isUnderWay?: boolean
}

export type Place = { granted: true; waitMs: number } | { granted: false; retryAfterMs: number }

/** One limiter for all processes. Keys and times live in the database; its clock is the only one that counts. */
export interface VendorLimits {
  /**
   * Books a place. `granted`: call after `waitMs` (at most 2 s, or 30 where `isUnderWay` is told). Otherwise nothing was booked and the caller
   * comes back after `retryAfterMs`.
   */
  reserve(reservation: Reservation): Promise<Place>
  /**
   * The vendor said 429: nobody calls under this key for that long.
   * @param doubted the wait it asked for, where that cannot be meant
   */
  block(key: string, forMs: number, doubted?: string): Promise<void>
}
