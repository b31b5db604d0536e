import { and, eq, gt, gte, isNull, notInArray, or } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, customers, subscriptions } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { endsByPaying, isDeliberate } from '#features/orders/rules/order-holds.ts'
import { groupHolds } from '#features/orders/rules/order-status.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import type { PaymentInvoice } from '#vendors/ports/payments.ts'
import { auditOnce } from './audit-once.ts'
import { releaseBundles } from './holds.ts'
import { noteCardTries } from './note-card-tries.ts'
import { offerBack, type Payer, tellOfForgiving, tellOfPayment, tellOfWriteOff } from './tell-of-renewal.ts'

type PaidInvoice = Pick<PaymentInvoice, 'attempts' | 'cents' | 'number' | 'paidAt' | 'period'>

/**
 * What a renewal was paid for, as far as the rows that stand tell: what runs or is about to, a period in which it ran and
 * that was owed since, or nothing. One that was charged as its last bundle was cancelled, given up or put on hold is for
 * nothing, although its period had just begun: nobody had asked for it before.
 */
async function paidFor(
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
    const payer = await lockPayer(tx, subscriptionId)
    if (!payer) return
    const note = (action: 'payment.renewed' | 'payment.given_up') =>
      auditOnce(tx, invoiceId, {
        customerId: payer.id,
        actor: 'system',
        action,
        subject: subscriptionId,
        data: toldOf(invoice),
      })
    const wasRefused = invoice.attempts > (invoice.status === 'paid' ? 1 : 0)
    if (invoice.status === 'open' && invoice.isWrittenOff) await tellOfWriteOff(deps, tx, payer, invoice)
    if (invoice.status === 'over') {
      if (!period || !(wasRefused || (await ranAt(tx, subscriptionId, period.from)))) return
      if (!(await note('payment.given_up'))) return
      // What was given up with an order, or because of a hold, is told with that.
      if (wasRefused && (await isServed(tx, subscriptionId))) await tellOfForgiving(deps, tx, payer, invoice)
      return
    }
    if (invoice.status !== 'paid' || !(await note('payment.renewed'))) return
    await releaseBundles(deps, tx, await heldBefore(tx, subscriptionId, invoice), [
      ...groupHolds.filter(endsByPaying),
    ])
    if ((await paidFor(tx, subscriptionId, invoice)) === 'nothing') await offerBack(deps, tx, payer, invoice)
    else if (wasRefused) await tellOfPayment(deps, tx, payer, invoice)
  })
}

/** Who pays for a subscription, with its row, which is locked. */
export async function lockPayer(
  tx: Db,
  subscriptionId: string,
): Promise<(Payer & { id: string }) | undefined> {
  const [payer] = await tx
    .select({
      id: customers.id,
      email: customers.email,
      name: customers.name,
      stripeId: subscriptions.stripeId,
      periodEnd: subscriptions.periodEnd,
      openInvoice: subscriptions.openInvoice,
    })
    .from(subscriptions)
    .innerJoin(customers, eq(customers.id, subscriptions.customerId))
    .where(eq(subscriptions.stripeId, subscriptionId))
    .for('update', { of: subscriptions })
  return payer
}

/** What the activity says of an invoice. */
export const toldOf = ({ cents, number, url, period }: PaymentInvoice) => ({
  cents,
  invoice: number ?? null,
  url: url ?? null,
  ...(period && { from: period.from.toISOString(), until: period.until.toISOString() }),
})

const isServed = async (tx: Db, subscriptionId: string): Promise<boolean> =>
  (await tx.$count(
    bundles,
    and(eq(bundles.subscriptionId, subscriptionId), eq(bundles.status, 'live'), isNull(bundles.hold)),
  )) > 0

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
