import * as z from 'zod/mini'
import { boundedText } from '#base/text/outcome.ts'

/** Why customers cancel, in the order in which the page asks. */
export const cancelReasons = [
  'changed_mind',
  'better_alternative',
  'technical_issues',
  'pricing',
  'changes_needed',
  'other',
] as const
export type CancelReason = (typeof cancelReasons)[number]

export const cancelReasonLabels: Record<CancelReason, string> = {
  changed_mind: 'Changed my mind',
  better_alternative: 'Found a better alternative',
  technical_issues: 'Technical issues',
  pricing: 'Pricing concerns',
  changes_needed: 'Need to make changes to my order',
  other: 'Other',
}

export const cancelOrderMessages = {
  noOrder: 'No order ID provided',
  noReason: 'Please select a reason to continue',
  failed: 'Failed to cancel order. Please try again.',
  cancelled: 'Order cancelled successfully',
  alreadyCancelled: 'This order has been cancelled already.',
} as const

export const cancelDetailsMaxLength = 1000

/** What the page sends: the group (its address calls it the order's `id`) and why. */
export const cancelOrderBody = z.strictObject({
  groupId: z
    .string(cancelOrderMessages.noOrder)
    .check(
      z.maxLength(64, { error: cancelOrderMessages.noOrder, abort: true }),
      z.minLength(1, cancelOrderMessages.noOrder),
    ),
  reason: z.enum(cancelReasons, cancelOrderMessages.noReason),
  /** The customer's own words; only asked for with the reason Other. */
  details: z.optional(boundedText(cancelDetailsMaxLength)),
})
export type CancelOrderBody = z.output<typeof cancelOrderBody>

/** The reason as step two, the activity log and the mail say it: "Other: we moved in-house". */
export const cancelReasonText = ({ reason, details }: Pick<CancelOrderBody, 'reason' | 'details'>): string =>
  reason === 'other' && details?.trim() ? `Other: ${details.trim()}` : cancelReasonLabels[reason]
