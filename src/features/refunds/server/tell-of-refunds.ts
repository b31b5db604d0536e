import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { customers, domains, refunds } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { moneyMail } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { bundlesAbout, isOf, paymentOf, type RefundOf } from './paid-payment.ts'

const untold = and(eq(refunds.outcome, 'succeeded'), isNull(refunds.toldAt))

/** Tells customers of refunds that were paid and that they do not know of yet: what a crash left behind as well. */
export async function tellOfPaidRefunds(deps: Dependencies): Promise<void> {
  const { checkoutId, invoiceId } = refunds
  const payments = await deps.db.selectDistinct({ checkoutId, invoiceId }).from(refunds).where(untold)
  for (const payment of payments) await tellOfRefunds(deps, payment)
}

/** One mail for all that went back of one payment since the last one, with what has gone back of it by now. */
export async function tellOfRefunds(deps: Dependencies, of: RefundOf): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const payment = await paymentOf(tx, of, true)
    const news = await tx
      .select({ refund: refunds, name: domains.name })
      .from(refunds)
      .leftJoin(domains, eq(domains.id, refunds.domainId))
      .where(and(isOf(of), untold))
      .orderBy(asc(refunds.createdAt), asc(refunds.id))
    const [first] = news
    if (!payment || !first) return
    await tx
      .update(refunds)
      .set({ toldAt: new Date() })
      .where(and(isOf(of), untold))
    const [customer] = await tx.select().from(customers).where(eq(customers.id, payment.customerId))
    // Nobody is there any more to be written to.
    if (!customer || customer.erasedAt) return
    const [gone] = await tx
      .select({ cents: sql<number>`sum(${refunds.cents})::int` })
      .from(refunds)
      .where(and(isOf(of), or(eq(refunds.outcome, 'succeeded'), eq(refunds.outcome, 'settled'))))
    const cents = news.reduce((sum, { refund }) => sum + refund.cents, 0)
    const inAll = gone?.cents ?? cents
    await deps.outbox.put(tx, {
      key: `refund:${first.refund.id}`,
      ...moneyMail({
        to: customer,
        subject: `We have refunded ${formatUsd(cents)}`,
        cents,
        happened: (amount) =>
          news.length === 1
            ? whatHappened(first.refund, first.name)
            : [
                `We have refunded ${amount} of your payment:`,
                '',
                ...news.map(({ refund, name }) => `  ${formatUsd(refund.cents)}${partOf(refund, name)}`),
              ].join('\n'),
        orders: await mailedOrders(tx, await bundlesAbout(tx, payment)),
        next: [
          ...(inAll > cents
            ? [
                `With earlier refunds, that is ${formatUsd(inAll)} of the ${formatUsd(payment.paidCents)} that you paid.`,
              ]
            : []),
          'Refunds go to the payment method you used, and your bank may take up to 10 days.',
        ],
        publicUrl: deps.config.publicUrl,
      }),
    })
  })
}

type Refund = typeof refunds.$inferSelect

function partOf({ cause }: Refund, name: string | null): string {
  if (!name) return ''
  return cause === 'not_registered' ? ` for ${name}, which was not registered` : ` for ${name}`
}

/** Only what goes back by itself is said to have a cause: what the operator gives may have any. */
function whatHappened({ cause, cents }: Refund, name: string | null): string {
  const amount = formatUsd(cents)
  if (name)
    return cause === 'not_registered'
      ? `${name} was not registered, so we have refunded what you paid for it: ${amount}.`
      : `We have refunded what you paid for ${name}: ${amount}.`
  return cause === 'not_needed'
    ? `As we told you, ${amount} of your payment was not needed. We have refunded it.`
    : `We have refunded ${amount} of your payment.`
}
