import type { Absent, ObjectRow } from '#vendors/client/behavior.ts'

/** What is ours for the objects of Stripe's, each kind of our rows in one word of theirs. */
export interface Ours {
  checkout: `${'open' | 'paid' | 'expired'}${'' | ', with a bank'}`
  order: 'awaiting_payment' | 'live' | 'expired' | 'cancelled' | `on hold: ${'paused' | 'refund' | 'dispute'}`
  subscription: 'none' | 'active' | 'active, flagged' | 'past_due' | 'paused' | 'incomplete' | 'ended'
  owed: 'nothing' | 'the renewal' | 'the renewal, to be confirmed'
  refund: 'none' | 'pending' | 'succeeded' | 'failed'
  dispute: 'none' | 'inquiry' | 'inquiry_closed' | 'open' | 'won' | 'lost' | 'open, open' | 'open, won'
  'work item': 'none' | 'resume_billing'
}

/** An order that is paid for and runs: what a row says nothing of is so. */
export const runs: Ours = {
  checkout: 'paid',
  order: 'live',
  subscription: 'active',
  owed: 'nothing',
  refund: 'none',
  dispute: 'none',
  'work item': 'none',
}

/** Mails by the beginning of their key, and how the table calls them. */
export const toCustomer = {
  received: 'payment received',
  'bank-refused': 'bank payment failed',
  'renewal-failed': 'renewal refused, or to be confirmed',
  'renewal-paid': 'renewal paid',
  'renewal-forgiven': 'renewal no longer owed',
  'order.held': 'order on hold',
  'order.released': 'order resumes',
  cancelled: 'order cancelled',
  'refund-failed': 'refund failed',
  dispute: 'dispute beside a hold',
} as const
export const toOperator = {
  'work-item': 'work item',
  dispute: 'dispute',
  'refund-at-stripe': 'refunded at Stripe',
  'refund-failed': 'refund failed',
  quantity: 'billed is not served',
  'written-off': 'invoice written off',
  'ended-at-stripe': 'subscription ended at Stripe',
} as const

/** `customer` and `operator` are the keys' beginnings, in the order of the mails. */
interface Told {
  customer?: readonly (keyof typeof toCustomer)[]
  operator?: readonly (keyof typeof toOperator)[]
  open?: string
}

export interface StripeRow extends ObjectRow {
  ours: Partial<Ours>
}
/** A row for each word of Stripe's, and more where one word is told apart. */
export type Rows<Word extends string> = Record<Word, StripeRow | Absent> & Record<string, StripeRow | Absent>

export const row = (
  ours: Partial<Ours>,
  event: string | undefined,
  ends: string,
  { customer = [], operator = [], ...rest }: Told = {},
): StripeRow => ({
  ours,
  event,
  ends,
  customer: customer.map((key) => toCustomer[key]),
  operator: operator.map((key) => toOperator[key]),
  ...rest,
})
