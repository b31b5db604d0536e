import { and, asc, eq, isNull } from 'drizzle-orm'
import { newId } from '#base/db/ids.ts'
import { refunds } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { operatorLines } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isOfOne, isVendorError, type VendorError } from '#vendors/client/vendor-error.ts'
import { noteRefund } from './note-refund.ts'
import { bundlesAbout, leftOf, paymentOf } from './paid-payment.ts'
import { stillOwed } from './refund-rules.ts'
import { tellOfPaidRefunds } from './tell-of-refunds.ts'

/** Pays refunds that are owed and not paid yet, the oldest first, and tells customers of what was paid. */
export async function payOwedRefunds(deps: Dependencies): Promise<void> {
  const owed = await deps.db
    .select({ id: refunds.id })
    .from(refunds)
    .where(isNull(refunds.stripeRefundId))
    .orderBy(asc(refunds.createdAt))
    .limit(200)
  for (const { id } of owed) {
    // One that is refused is the operator's to look at; the others go on.
    await payWhatIsLeft(deps, id).catch(async (error: unknown) => {
      if (!isOfOne(error)) throw error
      deps.log.warn({ err: error, refund: id }, 'a refund that is owed could not be paid')
      if (error.kind !== 'transient') await tellOfRefusedRefund(deps, id, error)
    })
  }
  await tellOfPaidRefunds(deps)
}

const payWhatIsLeft = (deps: Dependencies, refundId: string): Promise<void> =>
  payRefund(deps, refundId).catch(async (error: unknown) => {
    if (!isVendorError(error, 'rejected') || !(await isMoreThanIsLeft(deps, refundId))) throw error
  })

/** Once for each, however often it is tried. */
const tellOfRefusedRefund = (deps: Dependencies, refundId: string, { message }: VendorError): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const [owed] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
    const payment = owed && (await paymentOf(tx, owed))
    if (!payment) return
    const amount = formatUsd(owed.cents)
    await deps.alert(tx, {
      key: `refund:${refundId}`,
      subject: `A refund of ${amount} was refused`,
      text: [
        `${amount} of payment ${payment.paymentIntentId} is owed (${owed.reason}), and Stripe refused to refund it: ${message}`,
        `Refund ${refundId} is tried again every few minutes. See the payment at Stripe. Other refunds are not affected.`,
        ...operatorLines(await mailedOrders(tx, await bundlesAbout(tx, payment)), deps.config.publicUrl),
      ].join('\n\n'),
    })
  })

/**
 * Gives up a refund that was refused because so much is not left of its payment: someone has given it back in the
 * payment provider's own pages, or the bank has. What is left, if anything, is owed instead.
 */
async function isMoreThanIsLeft(deps: Dependencies, refundId: string): Promise<boolean> {
  const [refused] = await deps.db.select().from(refunds).where(eq(refunds.id, refundId))
  const { paymentIntentId } = (refused && (await paymentOf(deps.db, refused))) ?? {}
  if (!refused || !paymentIntentId) return false
  const present = await deps.vendors.payments.readRefunds(paymentIntentId)
  const given = present.refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { cents }) => sum + cents, 0)
  return deps.db.transaction(async (tx) => {
    const payment = await paymentOf(tx, refused, true)
    const [owed] = await tx
      .delete(refunds)
      .where(and(eq(refunds.id, refundId), isNull(refunds.stripeRefundId)))
      .returning()
    if (!owed || !payment) return true
    const left = stillOwed(owed.cents, {
      leftCents: await leftOf(tx, payment),
      paidCents: payment.paidCents,
      givenCents: given,
    })
    if (left === owed.cents) {
      await tx.insert(refunds).values(owed)
      return false
    }
    // Under an id of its own: the provider answers a repeated one as it did before.
    if (left > 0) await tx.insert(refunds).values({ ...owed, id: newId('refund'), cents: left })
    await deps.alert(tx, {
      key: `refund-given-up:${refundId}`,
      subject: 'A refund was not needed any more',
      text: `${formatUsd(owed.cents)} were owed of payment ${paymentIntentId} (${owed.reason}), and ${left === 0 ? 'nothing' : `only ${formatUsd(left)}`} is left of it: the rest went back already, at Stripe or by the bank.`,
    })
    return true
  })
}

/** Pays a refund back. The provider finds it by our id, so repeating never pays twice. The caller tells of it. */
async function payRefund(deps: Dependencies, refundId: string): Promise<void> {
  const [refund] = await deps.db.select().from(refunds).where(eq(refunds.id, refundId))
  if (!refund || refund.stripeRefundId !== null) return
  const { checkoutId, invoiceId } = refund
  const paymentId = (await paymentOf(deps.db, refund))?.paymentIntentId
  if (!paymentId) throw new Error(`${checkoutId ?? invoiceId} names no payment.`)
  const paid = await deps.vendors.payments.refund({
    refundId,
    paymentId,
    cents: refund.cents,
    metadata: {
      ...(checkoutId ? { checkout_id: checkoutId } : { invoice_id: invoiceId ?? '' }),
      reason: refund.reason.slice(0, 200),
    },
  })
  await deps.db.transaction((tx) => noteRefund(deps, tx, refundId, paid))
}

/** Whether the payment provider has taken it. What it did not take is owed: the sweep pays it, or tells of it. */
export const takenAtOnce = (deps: Dependencies, refundId: string): Promise<boolean> =>
  payRefund(deps, refundId).then(
    () => true,
    (error: unknown) => {
      if (!isVendorError(error)) throw error
      deps.log.warn({ err: error, refund: refundId }, 'a refund could not be paid at once')
      return false
    },
  )
