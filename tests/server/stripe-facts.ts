import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import {
  auditLog,
  bundles,
  cardTries,
  chargeReturns,
  charges,
  checkouts,
  disputes,
  invoices,
  outbox,
  refunds,
  subscriptions,
  workItems,
} from '#base/db/schema/index.ts'
import type { TestWorld } from './test-world.ts'

const words = (all: readonly string[], none = 'none'): string => all.toSorted().join(', ') || none

/**
 * What our rows say of one customer's payments, without ids and moments: `ours` in the words of the map of Stripe's
 * objects, and beyond that the books, the activity, and what is still to be done.
 */
export async function stripeFacts({ deps: { db } }: TestWorld, customerId: string) {
  const checkedOut = await db.select().from(checkouts).where(eq(checkouts.customerId, customerId))
  const checkoutIds = checkedOut.map(({ id }) => id)
  const subscribed = await db.select().from(subscriptions).where(eq(subscriptions.customerId, customerId))
  const subscriptionIds = subscribed.map(({ stripeId }) => stripeId)
  const sold = await db.select().from(bundles).where(eq(bundles.customerId, customerId))
  const given = await db.select().from(refunds).where(inArray(refunds.checkoutId, checkoutIds))
  const disputed = await db
    .select()
    .from(disputes)
    .where(or(inArray(disputes.checkoutId, checkoutIds), inArray(disputes.subscriptionId, subscriptionIds)))
  const work = await db
    .select()
    .from(workItems)
    .where(and(eq(workItems.customerId, customerId), isNull(workItems.closedAt)))
  const noted = await db.select().from(auditLog).where(eq(auditLog.customerId, customerId))
  const tried = await db.select().from(cardTries).where(eq(cardTries.customerId, customerId))
  const billed = await db.select().from(invoices).where(eq(invoices.customerId, customerId))
  const charged = await db.select().from(charges).where(eq(charges.customerId, customerId))
  const returned = await db
    .select()
    .from(chargeReturns)
    .where(
      inArray(
        chargeReturns.chargeId,
        charged.map(({ stripeId }) => stripeId),
      ),
    )
  return {
    ours: {
      checkout: words(
        checkedOut.map(({ status, withBankSince }) => `${status}${withBankSince ? ', with a bank' : ''}`),
      ),
      order: words(sold.map(({ status, hold }) => (hold ? `on hold: ${hold}` : status))),
      subscription: words(
        subscribed.map(({ status, flaggedAt }) => `${status}${flaggedAt ? ', flagged' : ''}`),
      ),
      owed: words(
        subscribed.flatMap(({ openInvoice: oldest }) =>
          [...(oldest ? [oldest] : []), ...(oldest?.later ?? [])].map(
            ({ isToConfirm }) => `the renewal${isToConfirm ? ', to be confirmed' : ''}`,
          ),
        ),
        'nothing',
      ),
      refund: words(given.map(({ outcome }) => String(outcome))),
      dispute: words(disputed.map(({ outcome }) => outcome)),
      'work item': words(work.map(({ kind }) => kind)),
    },
    beyond: {
      due: subscribed.filter(({ billingDueAt }) => billingDueAt).length,
      grace: subscribed.filter(({ graceUntil }) => graceUntil).length,
      noted: noted.map(({ action }) => action).toSorted(),
      tried: tried.map(({ attempt, refusal }) => `${attempt}: ${refusal}`).toSorted(),
      billed: billed
        .map(({ status, paidCents, totalCents }) => `${status}: ${paidCents} of ${totalCents}`)
        .toSorted(),
      charged: charged.map(({ state, amountCents }) => `${state}: ${amountCents}`).toSorted(),
      returned: returned.map(({ kind, outcome, cents }) => `${kind} ${outcome}: ${cents}`).toSorted(),
    },
  }
}

/** Mails to a customer, and those to the operator, since a moment; what was taken back unsent is none. */
export async function mailsSince({ deps: { db } }: TestWorld, email: string, known: ReadonlySet<string>) {
  const mails = (await db.select().from(outbox)).filter(({ id, droppedAt }) => !known.has(id) && !droppedAt)
  const kinds = (isOperators: boolean) =>
    mails
      .filter((mail) => mail.dedupeKey.startsWith('alert:') === isOperators)
      .filter(({ recipient }) => isOperators || recipient === email)
      .map(({ dedupeKey }) => dedupeKey.split(':')[isOperators ? 1 : 0] ?? '')
      .toSorted()
  return { customer: kinds(false), operator: kinds(true) }
}
