import type Stripe from 'stripe'
import { type Rows, row } from './object-rows.ts'

/*
 * Each object and state of Stripe's that we keep or hear of, and what is ours for it. A row is played by a test from its
 * event alone and from the sweep alone, in both orders and twice. A word of Stripe's without a row does not compile.
 */

const isEnd = 'is the end'
const paidOrHeld =
  'paid on its page or by another card, on hold after seven days, or ended with its subscription'
const bankDecides = 'the bank pays or refuses, or 14 days pass'
const resumedOrEnded = 'resumed there, or ended here'
const decided = 'won or lost'
const inquiryEnds = 'closed, or becomes a dispute'
const appealed = 'stays lost until the appeal is won'
const paidAnew = 'paid for anew, or released or ended by the operator'

const updated = 'customer.subscription.updated'
const deleted = 'customer.subscription.deleted'
const completed = 'checkout.session.completed'
const refusedEvent = 'invoice.payment_failed'
const asksEvent = 'invoice.payment_action_required'
const [disputeBegins, disputeMoves, disputeEnds] = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
]

const owes = { subscription: 'past_due', owed: 'the renewal' } as const
const toConfirm = { subscription: 'past_due', owed: 'the renewal, to be confirmed' } as const
const over = { subscription: 'ended', order: 'cancelled' } as const
const withBank = { checkout: 'open, with a bank', order: 'awaiting_payment' } as const
const unpaidPage = { checkout: 'open', order: 'awaiting_payment', subscription: 'none' } as const
const paused = { order: 'on hold: paused', 'work item': 'resume_billing' } as const
const inDispute = { dispute: 'open', order: 'on hold: dispute' } as const
const lost = { dispute: 'lost', order: 'on hold: refund' } as const

const refused = { customer: ['renewal-failed'] } as const
const forgiven = { customer: ['renewal-failed', 'renewal-forgiven'] } as const
const writtenOff = { customer: ['renewal-failed'], operator: ['written-off'] } as const
const endedTold = { customer: ['cancelled'], operator: ['ended-at-stripe'] } as const
const pausedTold = { customer: ['order.held'], operator: ['work-item'] } as const
const resumedTold = { customer: ['order.held', 'order.released'], operator: ['work-item'] } as const
const inquiryTold = { operator: ['dispute'] } as const
const disputeTold = { customer: ['order.held'], operator: ['dispute'] } as const
const lostTold = { customer: ['order.held', 'order.held'], operator: ['dispute', 'dispute'] } as const

export const objectMap = {
  'checkout session': {
    open: row(unpaidPage, undefined, 'paid, discarded, or expired after two hours'),
    'open, card refused': row(unpaidPage, 'charge.failed', 'its page asks for another card'),
    'complete, paid': row({}, completed, isEnd, { customer: ['received'] }),
    'complete, a bank has it': row(withBank, completed, bankDecides),
    'complete, the bank pays': row(
      { checkout: 'paid, with a bank' },
      'checkout.session.async_payment_succeeded',
      isEnd,
      { customer: ['received'] },
    ),
    'complete, the bank refuses': row(
      { checkout: 'expired, with a bank', order: 'expired', subscription: 'ended' },
      'checkout.session.async_payment_failed',
      'is the end: on the dashboard until ordered again',
      { customer: ['bank-refused'] },
    ),
    expired: row(
      { checkout: 'expired', order: 'expired', subscription: 'none' },
      'checkout.session.expired',
      isEnd,
    ),
  } satisfies Rows<'open' | 'expired'>,

  subscription: {
    active: row({}, 'invoice.paid', 'with its orders'),
    'active, another quantity': row(
      { subscription: 'active, flagged' },
      updated,
      'a person puts it right there',
      { operator: ['quantity'] },
    ),
    'active, collection paused': row(paused, updated, resumedOrEnded, pausedTold),
    'active, collection resumed': row({}, updated, 'as active', resumedTold),
    past_due: row(owes, refusedEvent, paidOrHeld, refused),
    unpaid: row(owes, updated, paidOrHeld, refused),
    paused: row(
      { subscription: 'paused', ...paused },
      'customer.subscription.paused',
      resumedOrEnded,
      pausedTold,
    ),
    'paused, then resumed': row({}, 'customer.subscription.resumed', 'as active', resumedTold),
    incomplete: row({ ...withBank, subscription: 'incomplete' }, updated, 'with its first payment'),
    incomplete_expired: row(
      { ...withBank, subscription: 'ended' },
      updated,
      'is the end; the checkout ends with its payment',
    ),
    canceled: row(over, deleted, isEnd, endedTold),
    'canceled, owing': row(over, deleted, 'is the end: what was owed is given up, and said in the activity', {
      ...endedTold,
      customer: ['renewal-failed', 'cancelled'],
    }),
    trialing: { absent: 'we give no trial; it would be active' },
  } satisfies Rows<Stripe.Subscription.Status>,

  invoice: {
    draft: row({}, undefined, 'finalized within an hour'),
    'draft, its order cancelled': row(over, deleted, 'nothing of it is charged', { customer: ['cancelled'] }),
    open: row(owes, refusedEvent, paidOrHeld, refused),
    'open, its bank asks': row(toConfirm, asksEvent, `confirmed on its page; else ${paidOrHeld}`, refused),
    paid: row({}, 'invoice.paid', isEnd),
    'paid, after a refusal': row({}, 'invoice.paid', isEnd, { customer: ['renewal-failed', 'renewal-paid'] }),
    void: row({}, 'invoice.voided', 'is the end: given up, and said in the activity', forgiven),
    uncollectible: row(
      owes,
      'invoice.marked_uncollectible',
      'paid on its page or by another card, or forgiven by staff',
      writtenOff,
    ),
    'uncollectible, its subscription canceled': row(
      { ...over, owed: 'the renewal' },
      deleted,
      'paid on its page, or forgiven by staff',
      { customer: ['renewal-failed', 'cancelled'], operator: ['written-off', 'ended-at-stripe'] },
    ),
  } satisfies Rows<Stripe.Invoice.Status>,

  payment: {
    succeeded: row({}, 'invoice.paid', 'is the end, unless it goes back'),
    processing: row(withBank, completed, bankDecides),
    requires_payment_method: row(owes, refusedEvent, paidOrHeld, refused),
    'requires_payment_method, not confirmed': row(owes, refusedEvent, paidOrHeld, {
      customer: ['renewal-failed', 'renewal-failed'],
    }),
    requires_action: row(
      toConfirm,
      asksEvent,
      `confirmed on the page of its invoice; else ${paidOrHeld}`,
      refused,
    ),
    canceled: row({}, 'invoice.voided', 'with its invoice', forgiven),
    requires_confirmation: { absent: 'we confirm with the charge' },
    requires_capture: { absent: 'we capture with the charge' },
  } satisfies Rows<Stripe.PaymentIntent.Status>,

  charge: {
    succeeded: row({}, 'charge.succeeded', 'is in the books, with its fee'),
    failed: row(owes, refusedEvent, 'is in the books, and in the activity with its reason', refused),
    pending: row(withBank, completed, bankDecides),
  } satisfies Rows<Stripe.Charge.Status>,

  refund: {
    succeeded: row({ refund: 'succeeded', order: 'on hold: refund' }, 'charge.refunded', paidAnew, {
      customer: ['order.held'],
      operator: ['refund-at-stripe'],
    }),
    'succeeded, in part': row({ refund: 'succeeded' }, 'charge.refunded', isEnd, {
      operator: ['refund-at-stripe'],
    }),
    pending: row({ refund: 'pending' }, 'charge.refunded', 'succeeds or fails', {
      operator: ['refund-at-stripe'],
    }),
    failed: row(
      { refund: 'failed' },
      'refund.failed',
      'paid again or settled in another way, by the operator',
      { customer: ['refund-failed'], operator: ['refund-at-stripe', 'refund-failed'] },
    ),
    canceled: { absent: 'by hand only, of one that waits for the balance; it would be failed' },
    requires_action: { absent: 'of no card; it would be pending' },
  } satisfies Rows<'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled'>,

  dispute: {
    warning_needs_response: row({ dispute: 'inquiry' }, disputeBegins, inquiryEnds, inquiryTold),
    warning_under_review: row({ dispute: 'inquiry' }, disputeMoves, inquiryEnds, inquiryTold),
    warning_closed: row({ dispute: 'inquiry_closed' }, disputeEnds, isEnd, {
      operator: ['dispute', 'dispute'],
    }),
    needs_response: row(inDispute, disputeBegins, decided, disputeTold),
    'needs_response, after an inquiry': row(inDispute, disputeMoves, decided, {
      customer: ['order.held'],
      operator: ['dispute', 'dispute'],
    }),
    'needs_response, a second of one payment': row(
      { ...inDispute, dispute: 'open, open' },
      disputeBegins,
      decided,
      { customer: ['dispute', 'order.held'], operator: ['dispute', 'dispute'] },
    ),
    under_review: row(inDispute, disputeMoves, decided, disputeTold),
    'won, one of two': row({ ...inDispute, dispute: 'open, won' }, disputeEnds, 'with the other', {
      customer: ['dispute', 'dispute', 'order.held'],
      operator: ['dispute', 'dispute', 'dispute'],
    }),
    won: row({ dispute: 'won' }, disputeEnds, isEnd, {
      customer: ['order.held', 'order.released'],
      operator: ['dispute', 'dispute'],
    }),
    lost: row(lost, disputeEnds, `${paidAnew}, or an appeal is won`, lostTold),
    appeal_needs_response: row(lost, disputeMoves, appealed, lostTold),
    appeal_under_review: row(lost, disputeMoves, appealed, lostTold),
    'won, by an appeal': row({ dispute: 'won' }, disputeEnds, isEnd, {
      customer: ['order.held', 'order.held', 'order.released'],
      operator: ['dispute', 'dispute', 'dispute'],
    }),
    prevented: { absent: 'of no network in the simulator; it would be won, or lost where it was resolved' },
  } satisfies Rows<Stripe.Dispute.Status>,

  credit: {
    'on a draft': row(over, deleted, 'charged with its invoice, or taken off again', {
      customer: ['cancelled'],
    }),
  } satisfies Rows<'on a draft'>,

  'payment method': {
    attached: row(owes, 'payment_method.attached', 'nothing follows: it was given for one payment', refused),
    'chosen for invoices': row({}, 'customer.updated', 'what is owed is charged to it', {
      customer: ['renewal-failed', 'renewal-paid'],
    }),
  } satisfies Rows<'attached' | 'chosen for invoices'>,

  customer: {
    present: row({}, undefined, 'with the account'),
    deleted: row(over, deleted, 'another is made with the next order', endedTold),
  } satisfies Rows<'present' | 'deleted'>,
}
