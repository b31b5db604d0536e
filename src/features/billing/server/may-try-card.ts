import type { cardTries } from '#base/db/schema/index.ts'

export type KnownTry = Pick<typeof cardTries.$inferSelect, 'invoiceId' | 'cardId' | 'attempt' | 'isFinal'>

/** Card networks count, and charge for more: Visa allows 15 tries of one payment in 30 days, Stripe's own among them. */
const triesAtMost = 12

/**
 * Whether a card is charged for a refused renewal. A card whose bank has refused it for good is never tried again. One that
 * a customer has chosen just now is, unless it was the last one tried; one that was chosen earlier has one try of ours.
 */
export function mayTryCard(
  { cardId, invoiceId }: { cardId: string; invoiceId: string },
  tries: readonly KnownTry[],
  isChosenNow: boolean,
): boolean {
  if (tries.some((made) => made.isFinal && made.cardId === cardId)) return false
  const ofInvoice = tries
    .filter((made) => made.invoiceId === invoiceId)
    .toSorted((a, b) => a.attempt - b.attempt)
  if (ofInvoice.length >= triesAtMost) return false
  return (isChosenNow ? ofInvoice.slice(-1) : ofInvoice).every((made) => made.cardId !== cardId)
}
