import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { isId } from '#base/db/ids.ts'
import { checkouts, customers } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { operatorLines } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Checkout } from '#delivery/fulfilment.ts'
import { bankDaysMost } from '#features/billing/rules/bank-days.ts'
import { syncSubscription } from '#features/billing/server/sync-subscription.ts'
import type { PaymentCheckout } from '#vendors/ports/payments.ts'
import { bringAbout } from './bring-about.ts'
import { endUnpaidByBank } from './end-unpaid-by-bank.ts'
import { giveBack } from './give-back.ts'
import { subjectsOf, subjectsOfRow } from './subjects-of.ts'

export interface SyncedCheckout extends Checkout {
  /** Its payment was noted just now, and everything came of it. */
  isServed?: boolean
}

/**
 * Reads a session at the payment provider again and brings our rows in line. Webhook, return page and sweep all
 * call it, in any order and as often as they like: what is paid stays paid, and is fulfilled once. Returns the
 * checkout as it is now; undefined when it is none of ours.
 */
export async function syncCheckout(
  deps: Dependencies,
  sessionId: string,
): Promise<SyncedCheckout | undefined> {
  const present = await deps.vendors.payments.readCheckout(sessionId)
  const row = await deps.db.transaction((tx) => applySession(deps, tx, present))
  // It may have ended, or failed to renew, before its payment was known here.
  const { subscription } = present
  if (row?.status === 'paid' && subscription && subscription.status !== 'active')
    await syncSubscription(deps, subscription.subscriptionId)
  return row
}

async function applySession(
  deps: Dependencies,
  tx: Db,
  present: PaymentCheckout,
): Promise<SyncedCheckout | undefined> {
  // By our own reference: the session may be known to Stripe before its id is known to us.
  const isThis = present.reference
    ? eq(checkouts.id, present.reference)
    : eq(checkouts.sessionId, present.sessionId)
  const outcome = outcomeOf(present)
  const from = outcome.status === 'paid' ? unpaidStatuses : openStatuses
  const payer = tx.$with('payer').as(
    tx
      .select({
        id: customers.id,
        email: customers.email,
        name: customers.name,
        billingStoppedAt: customers.billingStoppedAt,
        erasedAt: customers.erasedAt,
        eraseDueAt: customers.eraseDueAt,
        suspendedAt: customers.suspendedAt,
        disabledAt: customers.disabledAt,
      })
      .from(customers)
      .where(sql`${customers.id} = (select ${checkouts.customerId} from ${checkouts} where ${isThis})`)
      .for('share'),
  )
  const [updated] = await tx
    .with(payer)
    .update(checkouts)
    .set({ sessionId: present.sessionId, syncedAt: new Date(), ...outcome })
    .from(payer)
    .where(and(isThis, eq(checkouts.customerId, payer.id), inArray(checkouts.status, from)))
    .returning({
      changed: getTableColumns(checkouts),
      ...(outcome.status === 'paid' && { locked: lockingWhatIsPaid(deps.fulfilments) }),
      about: subjectsOfRow,
      payer: {
        email: payer.email,
        name: payer.name,
        billingStoppedAt: payer.billingStoppedAt,
        erasedAt: payer.erasedAt,
        eraseDueAt: payer.eraseDueAt,
        suspendedAt: payer.suspendedAt,
        disabledAt: payer.disabledAt,
      },
    })
  const { changed, about, payer: payerNow } = updated ?? {}
  if (!changed || !payerNow) {
    const [known] = await tx.select().from(checkouts).where(isThis)
    if (!known) await tellOfStrangePayment(deps, tx, present)
    return known
  }
  if (changed.status === 'expired') await deps.fulfilments[changed.kind].expired(tx, changed)
  if (changed.status === 'expired' && changed.withBankSince)
    await endUnpaidByBank(deps, tx, changed, payerNow, present)
  if (changed.status === 'paid') {
    await tellOfOtherAmount(deps, tx, changed, present)
    const unserved = await bringAbout(deps, tx, changed, payerNow, present.subscription)
    await audit(tx, {
      customerId: changed.customerId,
      actor: 'system',
      action: 'payment.received',
      subject: changed.id,
      data: {
        cents: present.amountTotalCents,
        about,
        invoice: present.invoice?.number ?? null,
        url: present.invoice?.url ?? null,
      },
    })
    if (unserved.length > 0) await giveBack(deps, tx, changed, unserved)
    return { ...changed, isServed: unserved.length === 0 }
  }
  return changed
}

/** By the kind of each: a payment of one keeps nobody from what others are for. */
function lockingWhatIsPaid(fulfilments: Dependencies['fulfilments']): SQL {
  const locks = Object.entries(fulfilments).flatMap(([kind, { locks }]) =>
    locks ? sql`when ${checkouts.kind} = ${kind} then ${locks}` : [],
  )
  return sql`case ${sql.join(locks, sql` `)} end`
}

const openStatuses = ['prepared', 'open'] as const
/** Paid at the last moment: what we gave up is fulfilled all the same. */
const unpaidStatuses = [...openStatuses, 'expired'] as const

/** What our row is to say of a session. */
function outcomeOf(present: PaymentCheckout) {
  if (present.status === 'expired') return { status: 'expired' as const, url: null }
  if (present.status === 'complete' && !present.paid) return withBank(present.isRefused)
  if (present.status === 'complete' && present.paid)
    return {
      status: 'paid' as const,
      url: null,
      paidAt: new Date(),
      paidCents: present.amountTotalCents,
      paymentIntentId: present.paymentId ?? null,
      subscriptionId: present.subscription?.subscriptionId ?? null,
    }
  return { status: 'open' as const, url: present.url ?? null }
}

/** A bank that has said nothing by the end of its time is waited for no longer; what it pays later goes back. */
const withBank = (isRefused: boolean) => ({
  status: isRefused
    ? ('expired' as const)
    : sql<
        Checkout['status']
      >`case when ${checkouts.withBankSince} < now() - make_interval(days => ${bankDaysMost}) then 'expired' else 'open' end`,
  url: null,
  withBankSince: sql<Date>`coalesce(${checkouts.withBankSince}, now())`,
  expiresAt: sql<Date>`coalesce(${checkouts.withBankSince}, now()) + make_interval(days => ${bankDaysMost})`,
})

async function tellOfOtherAmount(
  deps: Dependencies,
  tx: Db,
  row: Checkout,
  { amountTotalCents }: PaymentCheckout,
): Promise<void> {
  if (amountTotalCents === row.amountCents) return
  await deps.alert(tx, {
    key: `amount:${row.id}`,
    subject: `A payment of ${formatUsd(amountTotalCents)} differs from its offer`,
    text: [
      `Checkout ${row.id}: offered ${formatUsd(row.amountCents)}, paid ${formatUsd(amountTotalCents)}. It was fulfilled.`,
      '',
      ...operatorLines(await mailedOrders(tx, await subjectsOf(tx, row)), deps.config.publicUrl),
    ].join('\n'),
  })
}

/** Paid under a reference of ours that no row knows: after an older backup was restored, or by another installation. */
async function tellOfStrangePayment(deps: Dependencies, tx: Db, present: PaymentCheckout): Promise<void> {
  if (!present.paid || !isId('checkout', present.reference)) return
  await deps.alert(tx, {
    key: `unknown-payment:${present.sessionId}`,
    subject: 'A payment belongs to no order here',
    text: `Stripe's session ${present.sessionId} (${present.reference}) was paid, ${formatUsd(present.amountTotalCents)}, and no order here knows it. After restoring an older backup, place the order again for the customer or refund the payment at Stripe.`,
  })
}
