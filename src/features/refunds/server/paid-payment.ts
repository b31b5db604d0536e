import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { leftOfPayment, leftOfRenewal } from '#base/db/left-of-payment.ts'
import { bundles, checkouts, invoices, refunds } from '#base/db/schema/index.ts'
import { liveBundles } from '#features/billing/server/live-bundles.ts'
import { subjectsOf } from '#features/checkout/server/subjects-of.ts'
import { bundlesPaidBy } from './bundles-paid-by.ts'

/** What a refund is of: what was paid on a page of ours, or a renewal, by its invoice. */
export type RefundOf = Pick<typeof refunds.$inferSelect, 'checkoutId' | 'invoiceId'>

/** A payment that can go back, as a whole or in part. */
export interface PaidPayment extends RefundOf {
  kind: (typeof checkouts.$inferSelect)['kind'] | 'renewal'
  customerId: string
  paymentIntentId: string | null
  subscriptionId: string | null
  paidCents: number
  paidAt: Date | null
  isPaid: boolean
}

/** With `lock` nothing of it can go back meanwhile in another transaction. */
export const paymentOf = (db: Db, of: RefundOf, lock = false): Promise<PaidPayment | undefined> =>
  of.invoiceId === null ? onPage(db, of.checkoutId ?? '', lock) : renewalOf(db, of.invoiceId, lock)

async function onPage(db: Db, checkoutId: string, lock: boolean): Promise<PaidPayment | undefined> {
  const query = db.select().from(checkouts).where(eq(checkouts.id, checkoutId))
  const [row] = await (lock ? query.for('update') : query)
  if (!row) return undefined
  const { kind, customerId, paymentIntentId, subscriptionId, paidAt, status } = row
  const about = { kind, customerId, paymentIntentId, subscriptionId, paidAt }
  return { checkoutId, invoiceId: null, ...about, paidCents: row.paidCents ?? 0, isPaid: status === 'paid' }
}

/** As the books have it. */
async function renewalOf(db: Db, invoiceId: string, lock: boolean): Promise<PaidPayment | undefined> {
  const query = db
    .select()
    .from(invoices)
    .where(and(eq(invoices.stripeId, invoiceId), eq(invoices.kind, 'renewal')))
  const [row] = await (lock ? query.for('update') : query)
  if (!row) return undefined
  const { customerId, paymentIntentId, subscriptionId, paidCents, paidAt, status } = row
  const about = { customerId, paymentIntentId, subscriptionId, paidCents, paidAt }
  return { checkoutId: null, invoiceId, kind: 'renewal', ...about, isPaid: status === 'paid' }
}

/** Refunds of the same payment. */
export const isOf = ({ checkoutId, invoiceId }: RefundOf) =>
  invoiceId === null ? eq(refunds.checkoutId, checkoutId ?? '') : eq(refunds.invoiceId, invoiceId)

/** Cents of it that can still go back. */
export const leftOf = (db: Db, { checkoutId, invoiceId }: RefundOf): Promise<number> =>
  invoiceId === null ? leftOfPayment(db, checkoutId ?? '') : leftOfRenewal(db, invoiceId)

/** Live bundles that nothing pays for once it has gone back as a whole. */
export async function bundlesHeldWithout(db: Db, payment: PaidPayment): Promise<string[]> {
  const { checkoutId, invoiceId, kind, subscriptionId } = payment
  if (kind === 'renewal' || checkoutId === null)
    return subscriptionId && !(await isPaidSince(db, subscriptionId, invoiceId ?? ''))
      ? liveBundles(db, subscriptionId)
      : []
  return bundlesPaidBy(db, { id: checkoutId, kind, subscriptionId })
}

/** Whether a later period of the same subscription has been paid: what runs now does so for that. */
async function isPaidSince(db: Db, subscriptionId: string, invoiceId: string): Promise<boolean> {
  const { rowCount } =
    await db.execute(sql`select from invoices later join invoices i on i.stripe_id = ${invoiceId}
    where later.subscription_id = ${subscriptionId} and later.kind = 'renewal' and later.status = 'paid'
      and later.made_at > i.made_at limit 1`)
  return rowCount === 1
}

/** The bundles that it was for, as the entries of an order's activity name it. */
export async function bundlesAbout(
  db: Db,
  { checkoutId, invoiceId, subscriptionId }: PaidPayment,
): Promise<string[]> {
  if (checkoutId !== null) return subjectsOf(db, { id: checkoutId })
  const rows = await db
    .select({ id: bundles.id })
    .from(bundles)
    .where(
      and(
        sql`${bundles.subscriptionId} = ${subscriptionId}`,
        // What was cancelled before it was drawn up was none of it.
        sql`(${bundles.cancelledAt} is null or ${bundles.cancelledAt} > (select i.made_at from invoices i where i.stripe_id = ${invoiceId}))`,
      ),
    )
    .orderBy(bundles.id)
  return rows.map(({ id }) => id)
}
