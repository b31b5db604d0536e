import { eq } from 'drizzle-orm'
import { customers } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { noticeInvoice } from './notice-invoice.ts'
import { syncSubscription } from './sync-subscription.ts'

/** A customer has given another card: renewals that were refused are charged to it at once. */
export async function collectRefused(deps: Dependencies, customerExternalId: string): Promise<void> {
  const { payments } = deps.vendors
  const isOurs = await deps.db.$count(customers, eq(customers.stripeCustomerId, customerExternalId))
  if (isOurs === 0) return
  for (const invoice of await payments.unpaidRenewals(customerExternalId)) {
    const { paid } = await payments.collectInvoice({ invoice, customerExternalId })
    if (!paid || !invoice.subscriptionId) continue
    await syncSubscription(deps, invoice.subscriptionId)
    await noticeInvoice(deps, invoice.invoiceId)
  }
}
