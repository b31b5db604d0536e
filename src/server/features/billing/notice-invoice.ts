import { and, eq, gte, isNull, or } from 'drizzle-orm'
import { formatUsd } from '#shared/money/usd.ts'
import { endsByPaying } from '#shared/orders/order-holds.ts'
import { groupHolds } from '#shared/orders/order-status.ts'
import type { PlanId } from '#shared/plans/catalog.ts'
import type { Db } from '../../db/client.ts'
import { databaseNow } from '../../db/database-now.ts'
import { bundles, customers, subscriptions } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentInvoice } from '../../providers/ports/payments.ts'
import { auditOnce } from './audit-once.ts'
import { isNamed } from './dropped-charges.ts'
import { releaseBundles } from './holds.ts'
import { noteCardTries } from './note-card-tries.ts'
import { nextText, offerBack, paidFor, pastText, ranAt } from './paid-for.ts'

/**
 * A renewal was paid, refused, written off, or given up although its period had begun with mailboxes running: noted once in
 * the activity, each refusal by itself. One that is paid after it was refused, or that a person has given up, is also
 * mailed, with what runs and what does not.
 */
export async function noticeInvoice(deps: Dependencies, invoiceId: string): Promise<void> {
  const invoice = await deps.vendors.payments.readInvoice(invoiceId)
  const { subscriptionId, isRenewal, period } = invoice
  if (!subscriptionId || !isRenewal) return
  await noteCardTries(deps, invoice)
  await deps.db.transaction(async (tx) => {
    const [payer] = await tx
      .select({
        id: customers.id,
        email: customers.email,
        name: customers.name,
        periodEnd: subscriptions.periodEnd,
        openInvoice: subscriptions.openInvoice,
      })
      .from(subscriptions)
      .innerJoin(customers, eq(customers.id, subscriptions.customerId))
      .where(eq(subscriptions.stripeId, subscriptionId))
      .for('update', { of: subscriptions })
    if (!payer) return
    const note = (action: 'payment.renewed' | 'payment.given_up') =>
      auditOnce(tx, invoiceId, {
        customerId: payer.id,
        actor: 'system',
        action,
        subject: subscriptionId,
        data: toldOf(invoice),
      })
    const now = await databaseNow(tx)
    const wasRefused = invoice.attempts > (invoice.status === 'paid' ? 1 : 0)
    if (invoice.status === 'open' && invoice.isWrittenOff)
      await tellOfWriteOff(deps, tx, payer.email, invoice)
    if (invoice.status === 'over') {
      if (!period || !(wasRefused || (await ranAt(tx, subscriptionId, period.from)))) return
      // The release that this brought about may have been noted first, and has named it then.
      const isKnown = await isNamed(tx, payer.id, await bundlesOf(tx, subscriptionId), period.from)
      if (!isKnown && !(await note('payment.given_up'))) return
      // What was given up with an order, or because of a hold, is told with that.
      if (wasRefused && (await isServed(tx, subscriptionId))) await tellOfForgiving(deps, tx, payer, invoice)
      return
    }
    if (invoice.status !== 'paid' || !(await note('payment.renewed'))) return
    await releaseBundles(deps, tx, await heldBefore(tx, subscriptionId, invoice), [
      ...groupHolds.filter(endsByPaying),
    ])
    const what = await paidFor(tx, subscriptionId, invoice)
    if (what === 'nothing') await offerBack(deps, tx, payer, invoice)
    else if (wasRefused)
      await mail(deps, tx, payer, invoice, {
        key: 'renewal-paid',
        subject: 'Your renewal is paid',
        text: `we have received ${formatUsd(invoice.cents)} for the renewal of your inboxes. ${
          what === 'present'
            ? nextText(payer, now)
            : await pastText(tx, subscriptionId, { publicUrl: deps.config.publicUrl, now })
        }`,
      })
  })
}

/** What the activity says of an invoice. */
export const toldOf = ({ cents, number, url, period }: PaymentInvoice) => ({
  cents,
  invoice: number ?? null,
  url: url ?? null,
  ...(period && { from: period.from.toISOString(), until: period.until.toISOString() }),
})

type Payer = Pick<typeof customers.$inferSelect, 'email' | 'name'> &
  Pick<typeof subscriptions.$inferSelect, 'periodEnd' | 'openInvoice'>

async function mail(
  { outbox }: Pick<Dependencies, 'outbox'>,
  tx: Db,
  { email, name }: Payer,
  { invoiceId, url }: PaymentInvoice,
  { key, subject, text }: { key: string; subject: string; text: string },
): Promise<void> {
  await outbox.put(tx, {
    key: `${key}:${invoiceId}`,
    to: email,
    subject,
    text: [`Hello ${name},`, '', text, ...(url ? ['', `Your invoice: ${url}`] : [])].join('\n'),
  })
}

/** Once for an invoice, whoever gave it up and however it came to be known. */
export async function tellOfForgiving(
  deps: Pick<Dependencies, 'outbox'>,
  tx: Db,
  payer: Payer,
  invoice: PaymentInvoice,
): Promise<void> {
  const runs = invoice.subscriptionId && (await isServed(tx, invoice.subscriptionId))
  const amount = formatUsd(invoice.cents)
  await mail(deps, tx, payer, invoice, {
    key: 'renewal-forgiven',
    subject: `You no longer owe ${amount}`,
    text: [
      `you no longer have to pay ${amount} for the renewal of your inboxes.`,
      ...(runs ? [nextText(payer, await databaseNow(tx))] : []),
    ].join(' '),
  })
}

const bundlesOf = async (tx: Db, subscriptionId: string): Promise<string[]> =>
  (
    await tx.select({ id: bundles.id }).from(bundles).where(eq(bundles.subscriptionId, subscriptionId))
  ).map(({ id }) => id)

const isServed = async (tx: Db, subscriptionId: string): Promise<boolean> =>
  (await tx.$count(
    bundles,
    and(eq(bundles.subscriptionId, subscriptionId), eq(bundles.status, 'live'), isNull(bundles.hold)),
  )) > 0

/** Writing off changes what the seller's books say, and nothing about what is owed. */
async function tellOfWriteOff(
  { alert }: Dependencies,
  tx: Db,
  email: string,
  { invoiceId, number, cents, subscriptionId }: PaymentInvoice,
): Promise<void> {
  await alert(tx, {
    key: `written-off:${invoiceId}`,
    subject: `An invoice of ${formatUsd(cents)} was written off at Stripe`,
    text: `Invoice ${number ?? invoiceId} of ${email} (${subscriptionId}) is marked as uncollectible there. Here it is still owed: what it is for stays on hold until it is paid, and its link still takes the money. If nobody is to pay it, forgive it on the customer's page under Payments, or with: operator -- renewal forgive --invoice ${invoiceId} --reason …`,
  })
}

/**
 * Bundles whose payment went back before this one was made, and that it is for: while some are on hold the others are
 * billed without them.
 */
async function heldBefore(
  tx: Db,
  subscriptionId: string,
  { paidAt, quantities }: PaymentInvoice,
): Promise<string[]> {
  const billable = await tx
    .select({
      id: bundles.id,
      plan: bundles.plan,
      status: bundles.status,
      hold: bundles.hold,
      holdSince: bundles.holdSince,
    })
    .from(bundles)
    .where(
      and(
        eq(bundles.subscriptionId, subscriptionId),
        // One that was cancelled since was among those that it was for.
        or(eq(bundles.status, 'live'), paidAt && gte(bundles.cancelledAt, paidAt)),
      ),
    )
  const isForAll = (plan: PlanId) =>
    billable.filter((bundle) => bundle.plan === plan).length <= (quantities[plan] ?? 0)
  return billable
    .filter(
      ({ status, plan, hold, holdSince }) =>
        status === 'live' && endsByPaying(hold) && isBefore(holdSince, paidAt) && isForAll(plan),
    )
    .map(({ id }) => id)
}

const isBefore = (one: Date | null, other: Date | undefined): boolean =>
  one !== null && other !== undefined && one.getTime() < other.getTime()
