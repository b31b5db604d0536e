import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { checkouts, customers, invoices, refunds } from '#base/db/schema/index.ts'
import { conflict, notFound } from '#base/http/refusal.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { customerActMessages } from '#features/customers/rules/customer-acts.ts'
import { bundlesAbout, paymentOf, type RefundOf } from './paid-payment.ts'
import { takenAtOnce } from './pay-refunds.ts'
import { refuseDisputed } from './refuse-disputed.ts'
import { tellOfRefunds } from './tell-of-refunds.ts'

export interface UnsettledRefund extends RefundOf {
  id: string
  cents: number
  reason: string
  email: string
  stripeRefundId: string | null
  outcome: (typeof refunds.$inferSelect)['outcome']
  failure: string | null
  since: Date
}

/** Money that is to go back and has not arrived, as far as is known, the oldest first. */
export async function unsettledRefunds(db: Db): Promise<UnsettledRefund[]> {
  const rows = await db
    .select({ refund: refunds, email: customers.email })
    .from(refunds)
    .leftJoin(checkouts, eq(checkouts.id, refunds.checkoutId))
    .leftJoin(invoices, eq(invoices.stripeId, refunds.invoiceId))
    .innerJoin(customers, eq(customers.id, sql`coalesce(${checkouts.customerId}, ${invoices.customerId})`))
    .where(or(isNull(refunds.stripeRefundId), inArray(refunds.outcome, ['pending', 'failed'])))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  return rows.map(({ refund, email }) => ({
    id: refund.id,
    cents: refund.cents,
    reason: refund.reason,
    email,
    checkoutId: refund.checkoutId,
    invoiceId: refund.invoiceId,
    stripeRefundId: refund.stripeRefundId,
    outcome: refund.outcome,
    failure: refund.failure,
    since: refund.createdAt,
  }))
}

/**
 * Has a refund that failed paid to the card once more, under an id of its own: whoever asks second is refused. Where the
 * payment provider does not take it at once it is owed, and paid by the sweep. Returns what came of it, as a sentence.
 * Throws a `Refusal`.
 */
export async function refundAgain(
  deps: Dependencies,
  refundId: string,
): Promise<{ cents: number; message: string }> {
  const [asked] = await deps.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, refundId), eq(refunds.outcome, 'failed')))
  const payment = asked && (await paymentOf(deps.db, asked))
  if (payment) await refuseDisputed(deps, payment.paymentIntentId)
  const made = await deps.db.transaction(async (tx) => {
    const failed = await endFailed(tx, refundId, 'again')
    const id = newId('refund')
    const reason = `${failed.reason} (after ${failed.stripeRefundId})`
    await tx.insert(refunds).values({
      id,
      checkoutId: failed.checkoutId,
      invoiceId: failed.invoiceId,
      domainId: failed.domainId,
      cents: failed.cents,
      cause: failed.cause,
      reason,
    })
    await noteEnd(tx, failed, 'refund.again', {})
    return { id, of: failed, cents: failed.cents }
  })
  const isTaken = await takenAtOnce(deps, made.id)
  if (isTaken) await tellOfRefunds(deps, made.of)
  const [present] = await deps.db.select().from(refunds).where(eq(refunds.id, made.id))
  const amount = formatUsd(made.cents)
  return { cents: made.cents, message: cameOfIt(amount, isTaken, present?.outcome === 'failed') }
}

function cameOfIt(amount: string, isTaken: boolean, hasFailed: boolean): string {
  if (!isTaken)
    return `${amount} will be paid once more: Stripe did not take it at once, and it is tried again by itself every five minutes. Do not pay it in another way.`
  return hasFailed
    ? `${amount} was not taken again, and is owed still. Give it in another way.`
    : `${amount} is on its way once more. If it fails again, you are told by mail.`
}

/** Notes that the money of a refund that failed was given in another way. Throws a `Refusal`. */
export async function settleRefund(
  { db }: Pick<Dependencies, 'db'>,
  refundId: string,
  how: string,
): Promise<{ cents: number }> {
  return db.transaction(async (tx) => {
    const failed = await endFailed(tx, refundId, 'settled')
    await noteEnd(tx, failed, 'refund.settled', { how })
    return failed
  })
}

async function noteEnd(
  tx: Db,
  failed: typeof refunds.$inferSelect,
  action: 'refund.again' | 'refund.settled',
  more: { how?: string },
): Promise<void> {
  const payment = await paymentOf(tx, failed)
  if (!payment) return
  await audit(tx, {
    customerId: payment.customerId,
    actor: 'operator',
    action,
    subject: failed.id,
    data: { cents: failed.cents, ...more, about: await bundlesAbout(tx, payment) },
  })
}

async function endFailed(tx: Db, refundId: string, outcome: 'again' | 'settled') {
  const [ended] = await tx
    .update(refunds)
    .set({ outcome })
    .where(and(eq(refunds.id, refundId), eq(refunds.outcome, 'failed')))
    .returning()
  if (ended) return ended
  const [present] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
  if (!present) throw notFound(customerActMessages.noRefund)
  throw conflict('This refund has not failed, or was settled since.')
}
