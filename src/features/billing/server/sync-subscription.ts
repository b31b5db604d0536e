import { and, eq, inArray, or } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { openInvoices, owedRenewals } from '#base/db/owed-renewals.ts'
import { checkouts, customers, subscriptions } from '#base/db/schema/index.ts'
import { withdrawMails } from '#base/mail/outbox.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { planIds, renewalGraceDays } from '#features/plans/rules/catalog.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type {
  OwingSubscription,
  PaymentInvoice,
  PaymentSubscription,
  SubscriptionBilling,
} from '#vendors/ports/payments.ts'
import type { OwedRenewal } from '../api/owed-renewal.ts'
import { isToConfirm } from '../rules/owed-words.ts'
import { endBundles } from './end-with-subscription.ts'
import { followPause } from './follow-pause.ts'
import { unlessSubscriptionGone } from './give-up-subscription.ts'
import { holdBundles, releaseBundles } from './holds.ts'
import { liveBundles } from './live-bundles.ts'
import { wantedBilling } from './subscription-billing.ts'
import { tellOfRefusal } from './tell-of-refusal.ts'

type Row = typeof subscriptions.$inferSelect

/**
 * Reads a subscription at the payment provider again and brings our rows in line: idempotent, whatever event
 * came first or twice.
 */
export async function syncSubscription(deps: Dependencies, subscriptionId: string): Promise<void> {
  const [before] = await deps.db
    .select({ billingDueAt: subscriptions.billingDueAt, billedAt: subscriptions.billedAt })
    .from(subscriptions)
    .where(eq(subscriptions.stripeId, subscriptionId))
  const present = await unlessSubscriptionGone(deps, subscriptionId, () =>
    deps.vendors.payments.readSubscription(subscriptionId),
  )
  if (!present) return
  const isCustomerDeleted = present.status === 'ended' && (await hasLostCustomer(deps, subscriptionId))
  const now = await databaseNow(deps.db)
  const isOurs = await deps.db.transaction((tx) =>
    applySubscription(deps, tx, { present, isCustomerDeleted, before, now }),
  )
  // Its invoices stay open, and can be paid, when the provider itself, or a person there, has ended it.
  if (isOurs && present.status === 'ended') await deps.vendors.payments.cancelSubscription(subscriptionId)
}

/** Whether one that has just ended was deleted with its customer. Only told, so that what cannot be read stops nothing. */
async function hasLostCustomer(deps: Dependencies, subscriptionId: string): Promise<boolean> {
  if ((await liveBundles(deps.db, subscriptionId)).length === 0) return false
  try {
    return (await deps.vendors.payments.readForeignSubscription(subscriptionId)).email === undefined
  } catch (error) {
    if (!isVendorError(error)) throw error
    return false
  }
}

interface Read {
  present: OwingSubscription
  /** It has ended with its customer at the provider. */
  isCustomerDeleted: boolean
  /** What was still to be billed when the provider was asked. */
  before: Pick<Row, 'billingDueAt' | 'billedAt'> | undefined
  now: number
}

/** Returns whether it is the subscription of a customer of ours. */
async function applySubscription(
  deps: Dependencies,
  tx: Db,
  { present, isCustomerDeleted, before, now }: Read,
): Promise<boolean> {
  const id = present.subscriptionId
  const [customer] = await tx
    .select()
    .from(customers)
    .where(
      or(
        eq(customers.stripeCustomerId, present.customerExternalId),
        // Its customer at the provider may have been given up since.
        eq(
          customers.id,
          tx
            .select({ id: subscriptions.customerId })
            .from(subscriptions)
            .where(eq(subscriptions.stripeId, id)),
        ),
      ),
    )
  if (!customer) return false
  await tx
    .insert(subscriptions)
    .values({ stripeId: id, customerId: customer.id, status: present.status })
    .onConflictDoNothing()
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.stripeId, id)).for('update')
  if (!row) return false

  const failsNow = present.status === 'past_due'
  const graceUntil = failsNow ? (row.graceUntil ?? new Date(now + renewalGraceDays * 24 * 3600_000)) : null
  const openInvoice = openInvoicesOf(present.owed, row.openInvoice)
  const isSettled = await isComparable(tx, present, row, before)
  await tx
    .update(subscriptions)
    .set({
      status: present.status,
      periodEnd: present.periodEnd ?? row.periodEnd,
      graceUntil,
      openInvoice,
    })
    .where(eq(subscriptions.stripeId, id))

  const isNews =
    graceUntil?.getTime() !== row.graceUntil?.getTime() ||
    toldOf(owedRenewals(openInvoice)) !== toldOf(owedRenewals(row.openInvoice)) ||
    (present.periodEnd && present.periodEnd.getTime() !== row.periodEnd?.getTime())
  if (isNews) await notifyCustomer(tx, customer.id)
  const [latest, was] = [openInvoices(openInvoice).at(-1), openInvoices(row.openInvoice).at(-1)]
  const hasTurned = latest !== undefined && latest.id === was?.id && latest.turns !== was.turns
  if ((!failsNow && row.graceUntil) || hasTurned)
    await withdrawMails(tx, `renewal-failed:${id}:${failsNow ? (latest?.id ?? '') : ''}`)

  // The first payment of one that serves nothing is told with its checkout.
  if (failsNow && graceUntil && (await liveBundles(tx, id)).length > 0) {
    await tellOfRefusal(deps, tx, customer, { ...present, open: openInvoice }, { until: graceUntil, now })
    if (graceUntil.getTime() <= now)
      await holdBundles(deps, tx, await liveBundles(tx, id), 'past_due', {
        isUnconfirmed: isToConfirm(owedRenewals(openInvoice)),
      })
  }
  await followPause(deps, tx, { present, customerId: customer.id, isSettled })
  if (present.status === 'active') {
    // Active and owing nothing: each renewal that was refused was paid or given up by name.
    const released = await releaseBundles(deps, tx, await liveBundles(tx, id), ['past_due'])
    // What was released is not billed there yet.
    if (isSettled && released.length === 0) await compareBilling(deps, tx, present, row.flaggedAt)
  }
  if (present.status === 'ended')
    await endBundles(deps, tx, customer.id, id, { owed: owedRenewals(row.openInvoice), isCustomerDeleted })
  return true
}

const toldOf = (owed: readonly OwedRenewal[]): string =>
  owed.map(({ invoiceId, isToConfirm = false }) => `${invoiceId} ${isToConfirm}`).join()

function openInvoicesOf(owed: readonly PaymentInvoice[], before: Row['openInvoice']): Row['openInvoice'] {
  const known = openInvoices(before)
  const [oldest, ...later] = owed.map(
    ({ invoiceId: id, number = null, url = null, cents, period, confirming, isWrittenOff }) => {
      const isToConfirm = confirming?.hasFailed === false
      const was = known.find((invoice) => invoice.id === id)
      const turns = (was?.turns ?? 0) + (was && (was.isToConfirm ?? false) !== isToConfirm ? 1 : 0)
      return {
        id,
        number,
        url,
        cents,
        from: period?.from.toISOString() ?? null,
        until: period?.until.toISOString() ?? null,
        ...(isToConfirm && { isToConfirm }),
        ...(turns > 0 && { turns }),
        ...(isWrittenOff && { isWrittenOff }),
      }
    },
  )
  return oldest ? { ...oldest, ...(later.length > 0 && { later }) } : null
}

/**
 * Whether what the provider bills can be compared with what runs here. Its event often comes before the one of the
 * checkout that pays for it, and a change of ours may be on its way there, or have got there since it was asked.
 */
async function isComparable(
  tx: Db,
  { checkoutId }: PaymentSubscription,
  { billingDueAt, billedAt }: Row,
  before: Read['before'],
): Promise<boolean> {
  if (billingDueAt || before?.billingDueAt) return false
  if ((before?.billedAt?.getTime() ?? 0) !== (billedAt?.getTime() ?? 0)) return false
  if (!checkoutId) return true
  const unpaid = await tx
    .select({ id: checkouts.id })
    .from(checkouts)
    .where(and(eq(checkouts.id, checkoutId), inArray(checkouts.status, ['prepared', 'open', 'expired'])))
  return unpaid.length === 0
}

/** Someone changed what is billed at the provider: nothing is changed here, a person looks at it. */
async function compareBilling(
  deps: Dependencies,
  tx: Db,
  present: PaymentSubscription,
  flaggedAt: Date | null,
): Promise<void> {
  const wanted = await wantedBilling(tx, present.subscriptionId)
  const differs =
    (present.isPaused !== wanted.isPaused && !wanted.leavesPause) ||
    planIds.some((plan) => (present.quantities[plan] ?? 0) !== (wanted.quantities[plan] ?? 0))
  if (differs === (flaggedAt !== null)) return
  await tx
    .update(subscriptions)
    .set({ flaggedAt: differs ? new Date() : null })
    .where(eq(subscriptions.stripeId, present.subscriptionId))
  if (!differs) return
  await deps.alert(tx, {
    key: `quantity:${present.subscriptionId}:${told(present)}`,
    subject: 'A subscription differs from what is served',
    text: `${present.subscriptionId}: billed ${told(present)}, served ${told(wanted)}.`,
  })
}

function told({ quantities, isPaused }: SubscriptionBilling): string {
  const counts = planIds.flatMap((plan) => (quantities[plan] ? [`${quantities[plan]} ${plan}`] : []))
  return `${counts.join(', ') || 'nothing'}${isPaused ? ' (paused)' : ''}`
}
