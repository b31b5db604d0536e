import { billingPeriodDays } from '#features/plans/rules/catalog.ts'

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

/**
 * A renewal's invoice is a draft for about an hour before it is charged, and its period counts as unpaid meanwhile:
 * https://docs.stripe.com/billing/invoices/subscription#subscription-lifecycle
 */
const draftMs = 3_600_000
/** By then it is known whether it was charged. */
const knownMs = 24 * 3_600_000

/**
 * When what runs and owes nothing is charged next; undefined while what became of a renewal is not known yet. One that was
 * given up leaves the end of what was paid in the past, and its successor is charged in turn.
 */
export function nextChargeAt(paidUntil: Date, now: Date): Date | undefined {
  const late = now.getTime() - paidUntil.getTime()
  if (late < 0) return paidUntil
  if (late < draftMs) return new Date(paidUntil.getTime() + draftMs)
  return late < knownMs ? undefined : periodAt(paidUntil, now).until
}
