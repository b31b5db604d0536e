/** Of what is paid for at a moment, what has stopped since it was paid, by why; one amount may have stopped for several causes. */
interface PaidFor {
  paid: number
  /** Refunded in full, or taken back by a bank. */
  returned: number
  cancelled: number
  held: number
}

/** What will renew, and why that is not what is paid for: `paid - returned - cancelled - held + unpaid`. */
export interface Renewing extends PaidFor {
  mrr: number
  /** Renews itself, and is not paid for at this moment. */
  unpaid: number
}

/**
 * Names every cent once. `renews` is what is known to renew now; of a moment that has passed it is what is left of what was
 * paid for. Whatever runs no more without a row that says why has ended at the payment provider.
 */
export function renewing(paidFor: PaidFor, renews?: number): Renewing {
  const { paid } = paidFor
  const returned = Math.min(paidFor.returned, paid)
  const cancelled = Math.min(paidFor.cancelled, paid - returned)
  const held = Math.min(paidFor.held, paid - returned - cancelled)
  const left = paid - returned - cancelled - held
  const mrr = renews ?? left
  return {
    paid,
    returned,
    cancelled: cancelled + Math.max(0, left - mrr),
    held,
    unpaid: Math.max(0, mrr - left),
    mrr,
  }
}
