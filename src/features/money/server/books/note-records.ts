import { inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { chargeReturns, charges, customers, invoiceLines, invoices } from '#base/db/schema/index.ts'
import type { ChargeRecord, InvoiceRecord, ReturnRecord } from '#vendors/ports/payment-records.ts'
import { noteOtherCurrencies } from './other-currencies.ts'

const fresh = (column: string) => sql.raw(`excluded.${column}`)

/** Whose records these are, by the provider's ids: someone else's business in the same account is nobody's here. */
export async function customersOf(
  tx: Db,
  ids: readonly (string | undefined)[],
): Promise<Map<string, string>> {
  const asked = [...new Set(ids.filter((id) => id !== undefined))]
  if (asked.length === 0) return new Map()
  const rows = await tx
    .select({ id: customers.id, external: customers.stripeCustomerId })
    .from(customers)
    .where(inArray(customers.stripeCustomerId, asked))
  return new Map(rows.flatMap(({ id, external }) => (external ? [[external, id] as const] : [])))
}

/** Writes invoices as they are now, with their lines, over what was known of them; `readAt` is when the look began. */
export async function noteInvoices(tx: Db, records: readonly InvoiceRecord[], readAt: Date): Promise<void> {
  const whose = await customersOf(
    tx,
    records.map(({ customerExternalId }) => customerExternalId),
  )
  // In the same order everywhere, so that two who write do not wait for each other.
  const ours = records
    .filter(({ customerExternalId }) => whose.has(customerExternalId))
    .toSorted((a, b) => (a.invoiceId < b.invoiceId ? -1 : 1))
  if (ours.length === 0) return
  const written = await tx
    .insert(invoices)
    .values(
      ours.map(({ invoiceId, customerExternalId, lines, ...record }) => ({
        stripeId: invoiceId,
        customerId: whose.get(customerExternalId) as string,
        subscriptionId: record.subscriptionId ?? null,
        kind: record.kind,
        status: record.status,
        totalCents: record.totalCents,
        paidCents: record.paidCents,
        attempts: record.attempts,
        paymentIntentId: record.paymentId ?? null,
        madeAt: record.madeAt,
        paidAt: record.paidAt ?? null,
        readAt,
      })),
    )
    .onConflictDoUpdate({
      target: invoices.stripeId,
      set: {
        kind: fresh('kind'),
        status: fresh('status'),
        totalCents: fresh('total_cents'),
        paidCents: fresh('paid_cents'),
        attempts: fresh('attempts'),
        paymentIntentId: fresh('payment_intent_id'),
        paidAt: fresh('paid_at'),
        readAt: fresh('read_at'),
      },
      setWhere: lte(invoices.readAt, fresh('read_at')),
    })
    .returning({ id: invoices.stripeId })
  const ids = written.map(({ id }) => id)
  await tx.delete(invoiceLines).where(inArray(invoiceLines.invoiceId, ids))
  const lines = ours
    .filter(({ invoiceId }) => ids.includes(invoiceId))
    .flatMap(({ invoiceId, lines }) =>
      lines.map(({ plan, ...line }, position) => ({ invoiceId, position, plan: plan ?? null, ...line })),
    )
  if (lines.length > 0) await tx.insert(invoiceLines).values(lines)
}

/** The same for tries to charge a card; those in other currencies are only counted. */
export async function noteCharges(tx: Db, records: readonly ChargeRecord[], readAt: Date): Promise<void> {
  const whose = await customersOf(
    tx,
    records.map(({ customerExternalId }) => customerExternalId),
  )
  const { others = [], dollars = [] } = Object.groupBy(records, ({ isOtherCurrency }) =>
    isOtherCurrency ? 'others' : 'dollars',
  )
  await noteOtherCurrencies(
    tx,
    others.filter(({ customerExternalId }) => whose.has(customerExternalId ?? '')),
  )
  const rows = dollars
    .toSorted((a, b) => (a.chargeId < b.chargeId ? -1 : 1))
    .flatMap(({ chargeId, customerExternalId, paymentId, cents, feeCents, state, disputed, madeAt }) => {
      const customerId = whose.get(customerExternalId ?? '')
      if (!customerId) return []
      const row = {
        stripeId: chargeId,
        customerId,
        paymentIntentId: paymentId ?? null,
        amountCents: cents,
        feeCents: feeCents ?? null,
        state,
        disputed,
        madeAt,
        readAt,
      }
      return [row]
    })
  if (rows.length === 0) return
  await tx
    .insert(charges)
    .values(rows)
    .onConflictDoUpdate({
      target: charges.stripeId,
      set: {
        amountCents: fresh('amount_cents'),
        // A fee that was told once is not forgotten where it may not be read any more.
        feeCents: sql`coalesce(excluded.fee_cents, ${charges.feeCents})`,
        state: fresh('state'),
        disputed: fresh('disputed'),
        readAt: fresh('read_at'),
      },
      setWhere: lte(charges.readAt, fresh('read_at')),
    })
}

/** The charges that the books have, of those that something went back of. */
export async function knownCharges(
  tx: Db,
  records: readonly Pick<ReturnRecord, 'chargeId'>[],
): Promise<Set<string>> {
  const rows = await tx
    .select({ id: charges.stripeId })
    .from(charges)
    .where(inArray(charges.stripeId, [...new Set(records.map(({ chargeId }) => chargeId))]))
  return new Set(rows.map(({ id }) => id))
}

/** The same for what went back of charges that are known. */
export async function noteReturns(tx: Db, records: readonly ReturnRecord[], readAt: Date): Promise<void> {
  if (records.length === 0) return
  const known = await knownCharges(tx, records)
  const rows = records
    .filter(({ chargeId }) => known.has(chargeId))
    .toSorted((a, b) => (a.returnId < b.returnId ? -1 : 1))
    .map(({ returnId, ...record }) => ({ stripeId: returnId, ...record, readAt }))
  if (rows.length === 0) return
  await tx
    .insert(chargeReturns)
    .values(rows)
    .onConflictDoUpdate({
      target: chargeReturns.stripeId,
      set: { cents: fresh('cents'), outcome: fresh('outcome'), readAt: fresh('read_at') },
      setWhere: lte(chargeReturns.readAt, fresh('read_at')),
    })
}
