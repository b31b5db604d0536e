import { eq } from 'drizzle-orm'
import { customers } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { noticeInvoice } from './notice-invoice.ts'
import { isOwed } from './subscription-billing.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * A customer has given another card: renewals that were refused are charged to it at once. Those of what was cancelled
 * or taken on hold meanwhile are not, even where the payment provider has not been told of that yet.
 */
export async function collectRefused(deps: Dependencies, customerExternalId: string): Promise<void> {
  const { payments } = deps.vendors
  const isOurs = await deps.db.$count(customers, eq(customers.stripeCustomerId, customerExternalId))
  if (isOurs === 0) return
  for (const invoice of await payments.unpaidRenewals(customerExternalId)) {
    const { subscriptionId } = invoice
    if (!subscriptionId) continue
    const { paid } = await payments.collectInvoice({
      invoice,
      customerExternalId,
      isOwed: () => isOwed(deps.db, invoice),
    })
    if (!paid) continue
    await syncSubscription(deps, subscriptionId)
    await noticeInvoice(deps, invoice.invoiceId)
  }
}
