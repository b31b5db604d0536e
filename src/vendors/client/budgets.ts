/** What a call to a vendor is for. */
export const purposes = ['paid', 'waiting', 'looks'] as const
/**
 * - `paid`: what a customer has paid for, and the money itself: registrations, set-up, changes, billing
 * - `waiting`: a person waits at a page: searching, checking a name, opening a payment page, looking up an account
 * - `looks`: what nobody waits for: the daily listings
 */
export type Purpose = (typeof purposes)[number]

interface Budget {
  /** The part of a vendor's limit, of its burst and of its rate, that no other purpose can take. */
  share: number
  /** Whether it may also use what the others leave: refill that would be lost because their shares are full. */
  borrows: boolean
}

/** How every limit of a vendor is divided; the only place that says so. */
const budgets: Record<Purpose, Budget> = {
  paid: { share: 0.6, borrows: true },
  waiting: { share: 0.2, borrows: true },
  looks: { share: 0.2, borrows: false },
}

/** What is said of a call that says nothing: work that is under way for someone comes first. */
export const defaultPurpose: Purpose = 'paid'

/** One purpose's part of a limit. */
export interface Part {
  purpose: Purpose
  share: number
  /** Calls at once: at least one, so that every purpose gets through the smallest of limits. */
  burst: number
  borrows: boolean
}

/**
 * The parts of a limit whose burst is `burst`, divided among the purposes that use it. Together they are the whole
 * of it; only where it has no room for one call of each (a burst below three) they are more, by less than two.
 */
export function partsOf(burst: number, among: readonly Purpose[] = purposes): Part[] {
  const whole = among.reduce((sum, purpose) => sum + budgets[purpose].share, 0)
  const parts = among.map((purpose) => {
    const share = budgets[purpose].share / whole
    return { purpose, share, burst: Math.max(1, burst * share), borrows: budgets[purpose].borrows }
  })
  // What lifts the small parts to one call is taken from the largest.
  const excess = parts.reduce((sum, part) => sum + part.burst, 0) - burst
  const [largest] = [...parts].sort((a, b) => b.burst - a.burst)
  if (largest) largest.burst = Math.max(1, largest.burst - Math.max(0, excess))
  return parts
}
