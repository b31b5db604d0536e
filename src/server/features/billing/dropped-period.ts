import { billingPeriodDays } from '#shared/plans/catalog.ts'

export interface Period {
  from: Date
  until: Date
}

const lengthMs = billingPeriodDays * 24 * 3600_000

/** The billing period that a moment is in, by the end of the last one that was paid or is owed: periods go on unpaid. */
export function periodAt(settledUntil: Date, now: Date): Period {
  const passed = Math.max(0, Math.floor((now.getTime() - settledUntil.getTime()) / lengthMs) + 1)
  const until = settledUntil.getTime() + passed * lengthMs
  return { from: new Date(until - lengthMs), until: new Date(until) }
}

/**
 * The present period where it is not charged since its beginning fell into a hold, of all or of some that a subscription
 * pays for. None of a hold that began and ended within one.
 */
export function droppedPeriod(settledUntil: Date, heldSince: Date, now: Date): Period | undefined {
  const period = periodAt(settledUntil, now)
  return settledUntil <= now || heldSince < period.from ? period : undefined
}
