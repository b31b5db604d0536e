import type { refunds } from '#base/db/schema/index.ts'
import type { PaymentRefund } from '#vendors/ports/payments.ts'

type Outcome = (typeof refunds.$inferSelect)['outcome']

/** What each may come after: an answer that was read earlier takes nothing back. */
const comesAfter: Record<PaymentRefund['status'], readonly Outcome[]> = {
  pending: [null],
  succeeded: [null, 'pending'],
  failed: [null, 'pending', 'succeeded'],
}

/** Whether what the payment provider says of a refund is later than what is noted of it. */
export const isNews = (status: PaymentRefund['status'], noted: Outcome): boolean =>
  comesAfter[status].includes(noted)

/**
 * What of a refund is owed still when the provider refused it: no more than is left of its payment, as we know it
 * (`leftCents`) and as the provider does, who has given `givenCents` of `paidCents` back already.
 */
export const stillOwed = (
  cents: number,
  { leftCents, paidCents, givenCents }: { leftCents: number; paidCents: number; givenCents: number },
): number => Math.min(cents, leftCents, Math.max(0, paidCents - givenCents))
