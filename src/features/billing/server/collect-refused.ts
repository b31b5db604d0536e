import { eq } from 'drizzle-orm'
import { cardTries, customers } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { mayTryCard } from './may-try-card.ts'
import { noteCardTries } from './note-card-tries.ts'
import { noticeInvoice } from './notice-invoice.ts'
import { isOwed } from './subscription-billing.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Renewals that were refused are charged at once to the card that their customer has chosen for invoices: just now
 * (`isChosenNow`), or before its subscription's own was refused. Those of what was cancelled or taken on hold meanwhile are
 * not, even where the payment provider has not been told of that yet.
 */
export async function collectRefused(
  deps: Dependencies,
  customerExternalId: string,
  { isChosenNow }: { isChosenNow: boolean },
): Promise<void> {
  const { db, vendors } = deps
  const [customer] = await db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.stripeCustomerId, customerExternalId))
  if (!customer) return
  const unpaid = await vendors.payments.unpaidRenewals(customerExternalId)
  if (unpaid.length === 0) return
  const cardId = await vendors.payments.chosenCard(customerExternalId)
  if (!cardId) return
  // All first: a card that is refused for good is tried for none of them.
  for (const invoice of unpaid) await noteCardTries(deps, invoice)
  for (const invoice of unpaid) {
    const { invoiceId, subscriptionId, confirming } = invoice
    // Its bank asks for its owner: each try would be told of as one that failed, and lead to the next.
    if (!subscriptionId || confirming?.cardId === cardId) continue
    const tries = await db.select().from(cardTries).where(eq(cardTries.customerId, customer.id))
    if (!mayTryCard({ cardId, invoiceId }, tries, isChosenNow)) continue
    const { paid } = await vendors.payments.collectInvoice({
      invoice,
      cardId,
      tries: tries.filter((made) => made.invoiceId === invoiceId).length,
      isOwed: () => isOwed(db, invoice),
    })
    await noteCardTries(deps, invoice)
    if (!paid) continue
    await syncSubscription(deps, subscriptionId)
    await noticeInvoice(deps, invoiceId)
  }
}
