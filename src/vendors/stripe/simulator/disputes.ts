import type { StripeAccount } from './account.ts'
import type { Charge, Dispute } from './objects.ts'
import { successfulCharge } from './payments.ts'
import { existing, invalid, missingReference } from './problem.ts'

type DisputeStatus = Dispute['status']

/** Over for good, or until it is appealed: https://docs.stripe.com/disputes/how-disputes-work */
const closed: ReadonlySet<DisputeStatus> = new Set(['won', 'lost', 'warning_closed', 'prevented'])

/**
 * The cardholder's bank takes a payment back until the dispute is decided; with an inquiry it only asks. "It's possible,
 * although rare, for a payment to have multiple disputes", each of a part of it: together they never exceed the payment.
 * https://docs.stripe.com/disputes/how-disputes-work
 */
export function openDispute(
  account: StripeAccount,
  paymentIntent: string,
  {
    reason = 'fraudulent',
    isInquiry = false,
    cents,
  }: { reason?: string; isInquiry?: boolean; cents?: number } = {},
): Dispute {
  const charge = successfulCharge(account, paymentIntent)
  if (!charge) throw missingReference('payment_intent', paymentIntent, 'payment_intent')
  const left = charge.amount - charge.amount_refunded - disputedCents(account, charge)
  const amount = cents ?? left
  if (left <= 0 || amount > left) throw invalid(`Charge ${charge.id} is disputed already.`)
  const dispute: Dispute = {
    id: account.id('du'),
    object: 'dispute',
    amount,
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    evidence_details: { due_by: account.now() + 9 * 86_400, has_evidence: false, past_due: false },
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  account.disputes.put(dispute.id, dispute, paymentIntent)
  account.charges.put(charge.id, { ...charge, disputed: true })
  account.emit('charge.dispute.created', dispute)
  if (!isInquiry) account.emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

/** What is disputed of a charge and has not come back. */
const disputedCents = (account: StripeAccount, { payment_intent }: Charge): number =>
  account.disputes
    .list({ parent: String(payment_intent) })
    .filter(({ status }) => status !== 'won' && status !== 'warning_closed')
    .reduce((sum, { amount }) => sum + amount, 0)

export function closeDispute(account: StripeAccount, id: string, status: 'won' | 'lost'): Dispute {
  const dispute = existing(account.disputes.get(id), 'dispute', id)
  if (closed.has(dispute.status)) throw invalid('This dispute is already closed.')
  if (dispute.status.startsWith('warning'))
    throw invalid('This is an inquiry: it is closed, or becomes a dispute.')
  const ended = put(account, { ...dispute, status })
  account.emit('charge.dispute.closed', ended)
  if (status === 'won') account.emit('charge.dispute.funds_reinstated', ended)
  return ended
}

/**
 * What else becomes of one. An inquiry is answered, closed ("if the cardholder's bank doesn't escalate it within 120 days
 * its status becomes warning_closed") or becomes a dispute, under the same id; one that is lost can be appealed, where the
 * network allows that: https://docs.stripe.com/disputes/how-disputes-work, https://docs.stripe.com/api/disputes/object
 */
const moves: Partial<Record<DisputeStatus, readonly DisputeStatus[]>> = {
  needs_response: ['under_review'],
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  lost: ['appeal_needs_response'],
  appeal_needs_response: ['appeal_under_review'],
}
export const disputeMoves = [...new Set(Object.values(moves).flat())] as DisputeStatus[]

export function moveDispute(account: StripeAccount, id: string, status: DisputeStatus): Dispute {
  const dispute = existing(account.disputes.get(id), 'dispute', id)
  if (!moves[dispute.status]?.includes(status))
    throw invalid(`A dispute that is ${dispute.status} cannot become ${status}.`)
  const isTaken = status === 'needs_response'
  const moved = put(account, { ...dispute, status, ...(isTaken && { is_charge_refundable: false }) })
  account.emit(status === 'warning_closed' ? 'charge.dispute.closed' : 'charge.dispute.updated', moved, {
    status: dispute.status,
  })
  if (isTaken) account.emit('charge.dispute.funds_withdrawn', moved)
  return moved
}

/** A charge is disputed as long as one of its disputes is not won. */
function put(account: StripeAccount, dispute: Dispute): Dispute {
  account.disputes.put(dispute.id, dispute)
  const charge = account.charges.get(String(dispute.charge))
  if (charge) account.charges.put(charge.id, { ...charge, disputed: disputedCents(account, charge) > 0 })
  return dispute
}
