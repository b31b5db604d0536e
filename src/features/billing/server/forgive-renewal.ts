import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { owedRenewals } from '#base/db/owed-renewals.ts'
import { subscriptions } from '#base/db/schema/index.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { lockPayer, noticeInvoice, toldOf } from './notice-invoice.ts'
import { syncSubscription } from './sync-subscription.ts'
import { tellOfForgiving } from './tell-of-renewal.ts'

/**
 * Nobody owes a renewal any more that was refused: it is void at the payment provider, and a hold that waited only for it
 * ends. Returns how many cents it was. Throws a `Refusal` where nobody owes it, `customerId` least of all if that is named,
 * and where it was paid meanwhile.
 */
export async function forgiveRenewal(
  deps: Dependencies,
  { invoiceId, reason, customerId }: { invoiceId: string; reason: string; customerId?: string },
): Promise<number> {
  const [row] = await deps.db
    .select()
    .from(subscriptions)
    .where(
      and(
        or(isIn({ id: invoiceId }), isIn({ later: [{ id: invoiceId }] })),
        customerId === undefined ? undefined : eq(subscriptions.customerId, customerId),
      ),
    )
  const owed = owedRenewals(row?.openInvoice ?? null).find((renewal) => renewal.invoiceId === invoiceId)
  if (!row || !owed) throw notFound('Nobody owes this invoice. It may have been paid or forgiven meanwhile.')
  const invoice = await deps.vendors.payments.forgiveInvoice(invoiceId)
  if (invoice.status === 'over')
    await audit(deps.db, {
      customerId: row.customerId,
      actor: 'operator',
      action: 'payment.forgiven',
      subject: row.stripeId,
      data: { ...toldOf(invoice), cents: owed.cents, reason },
    })
  await syncSubscription(deps, row.stripeId)
  await noticeInvoice(deps, invoiceId)
  if (invoice.status !== 'over')
    throw conflict('This invoice was paid meanwhile, so there is nothing left to forgive.')
  await deps.db.transaction(async (tx) => {
    const payer = await lockPayer(tx, row.stripeId)
    if (payer) await tellOfForgiving(deps, tx, payer, invoice)
  })
  return owed.cents
}

const isIn = (part: object): SQL => sql`${subscriptions.openInvoice} @> ${JSON.stringify(part)}::jsonb`
