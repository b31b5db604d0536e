import { desc, eq, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { chargeReturns, charges, customers, invoices } from '#base/db/schema/index.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Found } from '../../api/console-find.ts'
import { findAtMost } from '../../rules/find-anything.ts'

/**
 * Lines of the payment provider's books by its id of an invoice, of a charge, or of what went back of one: renewals too,
 * and what was done at the provider, of which no payment of ours knows.
 */
export async function booksKnownBy(db: Db, id: string): Promise<Found[]> {
  const [billed, charged] = await Promise.all([
    db
      .select({
        id: invoices.stripeId,
        kind: invoices.kind,
        cents: invoices.totalCents,
        status: invoices.status,
        customerId: customers.id,
        customer: customers.name,
      })
      .from(invoices)
      .innerJoin(customers, eq(customers.id, invoices.customerId))
      .where(eq(invoices.stripeId, id)),
    db
      .select({
        id: charges.stripeId,
        cents: charges.amountCents,
        status: charges.state,
        customerId: customers.id,
        customer: customers.name,
      })
      .from(charges)
      .innerJoin(customers, eq(customers.id, charges.customerId))
      .where(
        or(
          eq(charges.stripeId, id),
          sql`${charges.stripeId} in (select charge_id from ${chargeReturns} where stripe_id = ${id})`,
        ),
      )
      .orderBy(desc(charges.madeAt))
      .limit(findAtMost),
  ])
  const lines = [
    ...billed.map((each) => ({ ...each, what: each.kind === 'renewal' ? 'renewal invoice' : 'invoice' })),
    ...charged.map((each) => ({ ...each, what: 'charge' })),
  ]
  return lines.map(({ id: title, what, cents, status, customerId, customer }) => ({
    kind: 'payment',
    title,
    detail: `${formatUsd(cents)} ${what}, ${status} · ${customer}`,
    ...(title !== id && { matched: id }),
    page: { kind: 'customer', id: customerId },
  }))
}
