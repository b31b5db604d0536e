import { and, eq, gt, gte, isNull, notInArray, or } from 'drizzle-orm'
import { formatUsd } from '#shared/money/usd.ts'
import { endsByPaying, isDeliberate } from '#shared/orders/order-holds.ts'
import { groupHolds } from '#shared/orders/order-status.ts'
import type { PlanId } from '#shared/plans/catalog.ts'
import type { Db } from '../../db/client.ts'
import { databaseNow } from '../../db/database-now.ts'
import { bundles, customers, subscriptions } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentInvoice } from '../../providers/ports/payments.ts'
import { auditOnce } from './audit-once.ts'
import { periodAt } from './dropped-period.ts'
import { releaseBundles } from './holds.ts'
import { noteCardTries } from './note-card-tries.ts'

/**
 * A renewal was paid, refused, or given up although its period had begun with mailboxes running: noted once in the
 * activity, each refusal by itself. One that is paid after it was refused is also mailed.
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
        data: {
          cents: invoice.cents,
          invoice: invoice.number ?? null,
          url: invoice.url ?? null,
          ...(period && { from: period.from.toISOString(), until: period.until.toISOString() }),
        },
      })
    const wasRefused = invoice.attempts > (invoice.status === 'paid' ? 1 : 0)
    if (invoice.status === 'over' && period && (wasRefused || (await ranAt(tx, subscriptionId, period.from))))
      await note('payment.given_up')
    if (invoice.status !== 'paid' || !(await note('payment.renewed'))) return
    await releaseBundles(deps, tx, await heldBefore(tx, subscriptionId, invoice), [
      ...groupHolds.filter(endsByPaying),
    ])
    await tellOfIdleRenewal(deps, tx, subscriptionId, invoice)
    if (invoice.attempts > 1)
      await deps.outbox.put(tx, {
        key: `renewal-paid:${invoiceId}`,
        to: payer.email,
        subject: 'Your renewal is paid',
        text: [
          `Hello ${payer.name},`,
          '',
          `we have received ${formatUsd(invoice.cents)} for the renewal of your inboxes. ${nextText(payer, await databaseNow(tx))}`,
          ...(invoice.url ? ['', `Your invoice: ${invoice.url}`] : []),
        ].join('\n'),
      })
  })
}

/** What comes next once a renewal that was refused is paid: what began on hold is not charged. */
function nextText(
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

const day = (moment: Date): string => moment.toISOString().slice(0, 10)

/** Whether anything of a subscription ran at that moment, as far as what stands of it tells. */
const ranAt = async (tx: Db, subscriptionId: string, moment: Date): Promise<boolean> =>
  (await tx.$count(
    bundles,
    and(
      eq(bundles.subscriptionId, subscriptionId),
      or(isNull(bundles.holdSince), gt(bundles.holdSince, moment)),
      or(eq(bundles.status, 'live'), gt(bundles.cancelledAt, moment)),
    ),
  )) > 0

/**
 * Charged for nothing that is served: before Stripe could be told to stop, its last bundle was paid for again, given up, or
 * put on hold. Only a person can see what is to be done about it.
 */
async function tellOfIdleRenewal(
  deps: Dependencies,
  tx: Db,
  subscriptionId: string,
  { invoiceId, number, cents, paidAt }: PaymentInvoice,
): Promise<void> {
  if (cents === 0 || !paidAt) return
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
  if (served > 0) return
  await deps.alert(tx, {
    key: `idle-renewal:${invoiceId}`,
    subject: `A renewal of ${formatUsd(cents)} was charged for nothing`,
    text: `Invoice ${number ?? invoiceId} of ${subscriptionId} was paid although nothing of it was served any more: what it is for is cancelled, or on hold. Refund it at Stripe, unless it is to go on.`,
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
