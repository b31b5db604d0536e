import { eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { cardTries, subscriptions } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { PaymentInvoice } from '#vendors/ports/payments.ts'

/** Reads every try to charge a card for a renewal, and notes those that are new: each refusal once in the activity. */
export async function noteCardTries(
  { db, vendors }: Pick<Dependencies, 'db' | 'vendors'>,
  { invoiceId, subscriptionId, paymentId, number, url }: PaymentInvoice,
): Promise<void> {
  if (!paymentId || !subscriptionId) return
  const tries = await vendors.payments.cardTries(paymentId)
  if (tries.length === 0) return
  await db.transaction(async (tx) => {
    const [payer] = await tx
      .select({ id: subscriptions.customerId })
      .from(subscriptions)
      .where(eq(subscriptions.stripeId, subscriptionId))
    if (!payer) return
    const noted = await tx
      .insert(cardTries)
      .values(
        tries.map(({ chargeId, cardId, refusal, madeAt }, at) => ({
          chargeId,
          customerId: payer.id,
          invoiceId,
          cardId,
          attempt: at + 1,
          refusal: refusal?.reason ?? null,
          isFinal: refusal?.isFinal ?? false,
          madeAt,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: cardTries.chargeId })
    const isNew = new Set(noted.map(({ id }) => id))
    for (const { chargeId, refusal, cents, last4 } of tries)
      if (refusal && isNew.has(chargeId))
        await audit(tx, {
          customerId: payer.id,
          actor: 'system',
          action: 'payment.refused',
          subject: subscriptionId,
          data: {
            cents,
            invoice: number ?? null,
            url: url ?? null,
            card: last4 ?? null,
            reason: refusal.reason,
          },
        })
  })
}
