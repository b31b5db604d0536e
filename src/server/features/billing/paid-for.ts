import { and, eq, gt, gte, isNull, max, notInArray, or } from 'drizzle-orm'
import { formatUsd } from '#shared/money/usd.ts'
import { isDeliberate } from '#shared/orders/order-holds.ts'
import { groupHolds } from '#shared/orders/order-status.ts'
import { mailboxRetentionDays } from '#shared/plans/catalog.ts'
import type { Db } from '../../db/client.ts'
import { bundles, type subscriptions } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentInvoice } from '../../providers/ports/payments.ts'
import { periodAt } from './dropped-period.ts'

type PaidInvoice = Pick<PaymentInvoice, 'attempts' | 'cents' | 'number' | 'paidAt' | 'period'>

/**
 * What a renewal was paid for, as far as the rows that stand tell: what runs or is about to, a period in which it ran and
 * that was owed since, or nothing. One that was charged as its last bundle was cancelled, given up or put on hold is for
 * nothing, although its period had just begun: nobody had asked for it before.
 */
export async function paidFor(
  tx: Db,
  subscriptionId: string,
  { attempts, cents, paidAt, period }: PaidInvoice,
): Promise<'present' | 'past' | 'nothing'> {
  if (cents === 0 || !paidAt) return 'present'
  const served = await tx.$count(
    bundles,
    and(
      eq(bundles.subscriptionId, subscriptionId),
      or(eq(bundles.status, 'live'), gte(bundles.cancelledAt, paidAt)),
      or(
        isNull(bundles.hold),
        notInArray(bundles.hold, groupHolds.filter(isDeliberate)),
        gte(bundles.holdSince, paidAt),
      ),
    ),
  )
  if (served > 0) return 'present'
  const wasOwed = attempts > 1 && period !== undefined && (await ranAt(tx, subscriptionId, period.from))
  return wasOwed ? 'past' : 'nothing'
}

/** Whether anything of a subscription ran at that moment, as far as what stands of it tells. */
export const ranAt = async (tx: Db, subscriptionId: string, moment: Date): Promise<boolean> =>
  (await tx.$count(
    bundles,
    and(
      eq(bundles.subscriptionId, subscriptionId),
      or(isNull(bundles.holdSince), gt(bundles.holdSince, moment)),
      or(eq(bundles.status, 'live'), gt(bundles.cancelledAt, moment)),
    ),
  )) > 0

/** What comes next once a renewal that was refused is paid or forgiven: what began on hold is not charged. */
export function nextText(
  { periodEnd: paidUntil, openInvoice }: Pick<typeof subscriptions.$inferSelect, 'periodEnd' | 'openInvoice'>,
  now: number,
): string {
  if (openInvoice) return 'You still owe another renewal, which your dashboard shows.'
  if (!paidUntil) return 'Everything continues.'
  const { from, until } = periodAt(paidUntil, new Date(now))
  const dropped =
    paidUntil.getTime() <= now
      ? ` Nothing is charged for ${day(from)} to ${day(until)}, which began while it was on hold.`
      : ''
  return `Everything continues.${dropped} The next charge is on ${day(until)}.`
}

/** What is said of a payment for a time in which it ran, now that nothing of it does. */
export async function pastText(
  tx: Db,
  subscriptionId: string,
  { publicUrl, now }: { publicUrl: string; now: number },
): Promise<string> {
  const ofSubscription = eq(bundles.subscriptionId, subscriptionId)
  const [row] = await tx
    .select({ cancelledAt: max(bundles.cancelledAt) })
    .from(bundles)
    .where(ofSubscription)
  const onHold = await tx.$count(bundles, and(ofSubscription, eq(bundles.status, 'live')))
  const idle = 'It is for a time in which they ran. They do not run now'
  if (onHold > 0)
    return `${idle}: their order is on hold, and your dashboard shows why: ${publicUrl}/dashboard`
  const keptUntil = (row?.cancelledAt?.getTime() ?? 0) + mailboxRetentionDays * 24 * 3600_000
  return keptUntil > now
    ? `${idle}: their order is cancelled, and nothing more is charged for it. To run them again, reinstate the order in your dashboard by ${day(new Date(keptUntil))}: ${publicUrl}/dashboard`
    : `${idle}: their order is cancelled, and nothing more is charged for it. To send again, place a new order: ${publicUrl}/dashboard`
}

/** Offers a payment back that was for nothing: to its customer, and to the operator, who alone can give it. */
export async function offerBack(
  { outbox, alert, brand }: Pick<Dependencies, 'outbox' | 'alert' | 'brand'>,
  tx: Db,
  payer: { email: string; name: string },
  { invoiceId, subscriptionId, number, cents, paymentId, url }: PaymentInvoice,
): Promise<void> {
  const amount = formatUsd(cents)
  const invoice = number ?? invoiceId
  await outbox.put(tx, {
    key: `idle-renewal:${invoiceId}`,
    to: payer.email,
    subject: `Would you like your ${amount} back?`,
    text: [
      `Hello ${payer.name},`,
      '',
      `we have received ${amount} for invoice ${invoice}, but the inboxes it is for did not run: their order is cancelled or on hold. You can have all of it back: write to ${brand.now.supportEmail} and name the invoice. Our team knows of it.`,
      ...(url ? ['', `The invoice: ${url}`] : []),
    ].join('\n'),
  })
  await alert(tx, {
    key: `idle-renewal:${invoiceId}`,
    subject: `A renewal of ${amount} was charged for nothing`,
    text: `Invoice ${invoice} of ${subscriptionId} was paid although nothing of it was served any more: what it is for is cancelled, or on hold. The customer, ${payer.email}, was told that they can have it back. Refund${paymentId ? ` payment ${paymentId}` : ' it'} at Stripe, unless it is to go on.`,
  })
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10)
