import { eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { customers, domains, refunds } from '#base/db/schema/index.ts'
import { type MailedBundle, mailedOrders } from '#base/mail/mailed-orders.ts'
import { moneyMail, operatorLines } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { PaymentRefund } from '#vendors/ports/payments.ts'
import { bundlesAbout, paymentOf } from './paid-payment.ts'
import { isNews } from './refund-rules.ts'

type Refund = typeof refunds.$inferSelect

/**
 * Notes how a refund stands at the payment provider. One that failed, maybe days after it had succeeded, is told to the
 * operator and its customer: its money is owed still. As often as one likes.
 */
export async function noteRefund(
  deps: Dependencies,
  tx: Db,
  refundId: string,
  present: PaymentRefund,
): Promise<void> {
  const [row] = await tx
    .select({ refund: refunds, name: domains.name })
    .from(refunds)
    .leftJoin(domains, eq(domains.id, refunds.domainId))
    .where(eq(refunds.id, refundId))
    .for('update', { of: refunds })
  if (!row || !isNews(present.status, row.refund.outcome)) return
  const { refund, name } = row
  const payment = await paymentOf(tx, refund)
  if (!payment) return
  const [customer] = await tx.select().from(customers).where(eq(customers.id, payment.customerId))
  if (!customer) return
  const about = await bundlesAbout(tx, payment)
  await tx
    .update(refunds)
    .set({
      stripeRefundId: present.refundId,
      outcome: present.status,
      failure: present.failure ?? null,
    })
    .where(eq(refunds.id, refundId))
  const note = (action: 'refund.paid' | 'refund.failed') =>
    audit(tx, {
      customerId: customer.id,
      actor: 'system',
      action,
      subject: refundId,
      data: {
        cents: refund.cents,
        reason: refund.reason,
        about,
        ...(name ? { name } : {}),
      },
    })
  // What someone gave in the provider's own pages was noted as such.
  if (present.status === 'succeeded' && !refund.toldAt) await note('refund.paid')
  if (present.status !== 'failed') return
  await note('refund.failed')
  const orders = await mailedOrders(tx, about)
  const failed = { refund, paymentId: payment.paymentIntentId, customer, orders }
  await tellOperator(deps, tx, failed, present)
  // Nobody is there any more to be written to.
  if (!customer.erasedAt) await tellCustomer(deps, tx, failed)
}

interface Failed {
  refund: Refund
  paymentId: string | null
  customer: typeof customers.$inferSelect
  orders: readonly MailedBundle[]
}

async function tellOperator(
  deps: Dependencies,
  tx: Db,
  { refund, paymentId, customer, orders }: Failed,
  { refundId, failure }: PaymentRefund,
): Promise<void> {
  const who = customer.erasedAt ? customer.id : customer.email
  await deps.alert(tx, {
    key: `refund-failed:${refundId}`,
    subject: `Urgent: a refund of ${formatUsd(refund.cents)} did not arrive`,
    text: [
      `${formatUsd(refund.cents)} of payment ${paymentId} were to go back to ${who} (${refund.reason}), and failed: ${wordsOf(failure)}. See refund ${refundId} at Stripe. The money is in your balance there, and owed.`,
      `Give it in another way, such as a bank transfer, then note that with: npm run operator -- refund settle --refund ${refund.id} --how "bank transfer"`,
      `Or have it paid to the card once more: press “Pay again” among the customer’s payments in the console, or use: npm run operator -- refund again --refund ${refund.id}`,
      `What is on hold since this payment went back stays on hold. Until it is settled, doctor and order list name it.`,
      ...operatorLines(orders, deps.config.publicUrl),
    ].join('\n\n'),
  })
}

/** `expired_or_canceled_card`, for people. */
export const wordsOf = (failure: string | null | undefined): string =>
  failure ? failure.replaceAll('_', ' ') : 'no reason is told'

const tellCustomer = (
  { outbox, config }: Dependencies,
  tx: Db,
  { refund: { id, cents }, customer, orders }: Failed,
): Promise<void> =>
  outbox.put(tx, {
    key: `refund-failed:${id}`,
    ...moneyMail({
      to: customer,
      subject: `Our refund of ${formatUsd(cents)} has not reached you`,
      cents,
      happened: (amount) => `Your bank did not accept our refund of ${amount}. We still owe it to you.`,
      orders,
      next: ['You don’t have to do anything about the refund: we will write to you about another way.'],
      publicUrl: config.publicUrl,
    }),
  })
