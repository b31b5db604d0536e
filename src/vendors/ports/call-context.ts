import type { Purpose } from '#vendors/client/budgets.ts'
import type { VendorError } from '#vendors/client/vendor-error.ts'

/**
 * What the product asks of third parties, in its own words. Each vendor's folder has an adapter that
 * translates; every method throws only `VendorError`. Methods named `ensure…`, `put…` and `set…` may be
 * repeated: they look first or are idempotent at the vendor.
 */

/** Travels with every outside call. */
export interface CallContext {
  /**
   * Runs before each outside request; throws to forbid it (a lost lease). May answer how many milliseconds
   * the request may take at most.
   */
  beforeCall?: () => Promise<{ remainingMs: number } | undefined>
  signal?: AbortSignal
  /** Whose share of the vendor's limit it takes (`budgets.ts`); `paid` when absent. */
  purpose?: Purpose
  /** Who it is done for: customers take turns at a limit that is used up. Absent: the operator's own work. */
  customerId?: string
  /**
   * How long a request may wait for its place in the vendor's limit, beyond the two seconds that the limiter
   * itself books. Absent: it does not, and the caller comes back later.
   */
  patienceMs?: number
  /**
   * Whether it goes on with what calls before it have begun and would have to begin again: where a limit gives a
   * place only now and then, it has one before those who begin.
   */
  isUnderWay?: () => boolean
}

/** What became of one of many: the others go on when one fails. */
export type CallOutcome<T> = { ok: true; value: T } | { ok: false; error: VendorError }
