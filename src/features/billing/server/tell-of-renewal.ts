import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { bundles, type customers, type subscriptions } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { type MoneyMail, moneyMail, operatorLines } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { mailboxRetentionDays, plans } from '#features/plans/rules/catalog.ts'
import type { PaymentInvoice } from '#vendors/ports/payments.ts'
import { periodAt } from './dropped-period.ts'

/** Who pays for a subscription, and how far that is. */
export type Payer = Pick<typeof customers.$inferSelect, 'email' | 'name'> &
  Pick<typeof subscriptions.$inferSelect, 'stripeId' | 'periodEnd' | 'openInvoice'>

type TellDependencies = Pick<Dependencies, 'alert' | 'brand' | 'config' | 'outbox'>

/** A renewal was paid after it was refused. */
export async function tellOfPayment(
  deps: TellDependencies,
  tx: Db,
  payer: Payer,
  invoice: PaymentInvoice,
): Promise<void> {
  const orders = await ordersOf(tx, payer.stripeId, invoice)
  await deps.outbox.put(tx, {
    key: `renewal-paid:${invoice.invoiceId}`,
    ...moneyMail({
      to: payer,
      subject: 'Your renewal is paid',
      cents: invoice.cents,
      happened: (amount) => `We have received ${amount} for your renewal${periodText(invoice)}.`,
      orders,
      next: [...(await nextLines(tx, payer, orders, invoice)), ...invoiceLine(invoice)],
      publicUrl: deps.config.publicUrl,
    }),
  })
}

/** Nobody owes a renewal any more: once for an invoice, whoever gave it up and however it came to be known. */
export async function tellOfForgiving(
  deps: TellDependencies,
  tx: Db,
  payer: Payer,
  invoice: PaymentInvoice,
): Promise<void> {
  const orders = await ordersOf(tx, payer.stripeId, invoice)
  await deps.outbox.put(tx, {
    key: `renewal-forgiven:${invoice.invoiceId}`,
    ...moneyMail({
      to: payer,
      subject: `You no longer owe ${formatUsd(invoice.cents)}`,
      cents: invoice.cents,
      happened: (amount) => `You no longer have to pay ${amount} for your renewal${periodText(invoice)}.`,
      orders,
      next: await nextLines(tx, payer, orders, invoice),
      publicUrl: deps.config.publicUrl,
    }),
  })
}

/** Offers a payment back that was for nothing: to its customer, and to the operator, who alone can give it. */
export async function offerBack(
  deps: TellDependencies,
  tx: Db,
  payer: Payer,
  invoice: PaymentInvoice,
): Promise<void> {
  const { invoiceId, number, cents, paymentId } = invoice
  const amount = formatUsd(cents)
  const name = number ?? invoiceId
  const orders = await ordersOf(tx, payer.stripeId, invoice)
  const { publicUrl } = deps.config
  await deps.outbox.put(tx, {
    key: `renewal-idle:${invoiceId}`,
    ...moneyMail({
      to: payer,
      subject: `Would you like your ${amount} back?`,
      cents,
      happened: (amount) =>
        `We have received ${amount} (invoice ${name}) for inboxes that did not run. You can have all of it back: write to ${deps.brand.now.supportEmail} and name the invoice. Our team knows about it.`,
      orders,
      next: invoiceLine(invoice),
      publicUrl,
    }),
  })
  await deps.alert(tx, {
    key: `idle-renewal:${invoiceId}`,
    subject: `A renewal of ${amount} was charged for nothing`,
    text: [
      `Invoice ${name} of ${payer.stripeId} was paid, but its orders are cancelled or on hold, so it paid for nothing. The customer was told that they can have it back. Refund${paymentId ? ` payment ${paymentId}` : ' it'} at Stripe, unless the order is to continue.`,
      '',
      ...operatorLines(orders, publicUrl),
    ].join('\n'),
  })
}

/** Writing off changes what the seller's books say, and nothing about what is owed. */
export async function tellOfWriteOff(
  deps: TellDependencies,
  tx: Db,
  payer: Payer,
  invoice: PaymentInvoice,
): Promise<void> {
  const { invoiceId, number, cents } = invoice
  await deps.alert(tx, {
    key: `written-off:${invoiceId}`,
    subject: `An invoice of ${formatUsd(cents)} was written off at Stripe`,
    text: [
      `Invoice ${number ?? invoiceId} of ${payer.email} (${payer.stripeId}) is marked as uncollectible there. Here it is still owed, as if it were open: its link takes the money, and orders that it is for are on hold from seven days after the refusal until it is paid. If nobody is to pay it, forgive it on the customer's page under Payments, or with: operator -- renewal forgive --invoice ${invoiceId} --reason …`,
      '',
      ...operatorLines(await ordersOf(tx, payer.stripeId, invoice), deps.config.publicUrl),
    ].join('\n'),
  })
}

/** What runs of a subscription, or what did in an invoice's period where nothing does any more. */
async function ordersOf(tx: Db, subscriptionId: string, { period }: PaymentInvoice) {
  const rows = await tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(eq(bundles.subscriptionId, subscriptionId))
  const all = await mailedOrders(
    tx,
    rows.map(({ id }) => id),
  )
  const live = all.filter(({ status }) => status === 'live')
  if (live.length > 0) return live
  const ran = all.filter(({ cancelledAt }) => period && cancelledAt && cancelledAt > period.from)
  return ran.length > 0 ? ran : all
}

const periodText = ({ period }: PaymentInvoice): string =>
  period ? ` of ${day(period.from)} to ${day(period.until)}` : ''

const invoiceLine = ({ url }: PaymentInvoice): string[] => (url ? [`Your invoice: ${url}`] : [])

/** What is charged next, or how to go on where nothing runs: what began on hold is not charged. */
async function nextLines(
  tx: Db,
  { stripeId, periodEnd: paidUntil, openInvoice }: Payer,
  orders: MoneyMail['orders'],
  { period }: PaymentInvoice,
): Promise<string[]> {
  const owes = openInvoice ? ['You still owe another renewal, which your dashboard shows.'] : []
  const now = await databaseNow(tx)
  if (orders.every(({ status }) => status !== 'live'))
    return [...owes, 'It was due before your order ended.', ...(await reinstatementLine(tx, stripeId, now))]
  if (owes.length > 0 || !paidUntil || !orders.some(({ hold }) => hold === null)) return owes
  const { from, until } = periodAt(paidUntil, new Date(now))
  // The one that this is about is not dropped by a hold.
  const isDropped = paidUntil.getTime() <= now && (!period || period.until <= from)
  const dropped = `Nothing is charged for ${day(from)} to ${day(until)}, which began while it was on hold.`
  return [...(isDropped ? [dropped] : []), `The next charge is on ${day(until)}.`]
}

async function reinstatementLine(tx: Db, subscriptionId: string, now: number): Promise<string[]> {
  const rows = await tx
    .select({ plan: bundles.plan, cancelledAt: bundles.cancelledAt })
    .from(bundles)
    .where(eq(bundles.subscriptionId, subscriptionId))
  const until = rows.flatMap(({ plan, cancelledAt }) =>
    cancelledAt && plans[plan].reinstatable
      ? cancelledAt.getTime() + mailboxRetentionDays * 24 * 3600_000
      : [],
  )
  const latest = Math.max(...until)
  return latest > now
    ? [`To run them again, reinstate the order on your dashboard by ${day(new Date(latest))}.`]
    : ['To send again, place a new order on your dashboard.']
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10)
