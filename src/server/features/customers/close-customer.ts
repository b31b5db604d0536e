import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { mailboxRetentionDays } from '#shared/catalog.ts'
import { audit } from '../../audit.ts'
import { bundles, checkouts, customers } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { conflict } from '../../http/refusal.ts'
import { endSessionsOf } from '../auth/sessions.ts'
import { syncSubscription } from '../billing/sync-subscription.ts'
import { cancelBundle } from '../cancellation/cancel-bundle.ts'
import { endCheckout } from '../checkout/end-checkout.ts'
import { customerByEmail } from './customer-access.ts'

/** As long as mailboxes are kept after they were cancelled: what can come back comes back as a whole. */
export const eraseAfterDays = mailboxRetentionDays

/**
 * Closes an account: nobody can sign in, payment pages end, every order is cancelled (which ends its billing), whatever
 * subscription is left at the payment provider ends, and personal data is erased after a time of grace. What is
 * interrupted half way is completed by doing it again. Answers how many orders were cancelled, and when the data goes.
 */
export async function closeCustomer(
  deps: Dependencies,
  email: string,
): Promise<{ cancelled: number; eraseDueAt: Date }> {
  const { db, outbox } = deps
  const customer = await customerByEmail(db, email)
  if (customer.erasedAt) throw conflict(`${email} is erased already.`)
  // First of all, so that nothing is ordered while the rest is taken back.
  await db.transaction(async (tx) => {
    await tx
      .update(customers)
      .set({ disabledAt: customer.disabledAt ?? new Date() })
      .where(eq(customers.id, customer.id))
    await endSessionsOf(tx, customer.id, 'closed')
  })
  const open = await db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.customerId, customer.id), inArray(checkouts.status, ['prepared', 'open'])))
  for (const checkout of open) await endCheckout(deps, checkout)
  const live = await db
    .select({ id: bundles.id })
    .from(bundles)
    .where(and(eq(bundles.customerId, customer.id), eq(bundles.status, 'live')))
    .orderBy(asc(bundles.id))
  for (const { id } of live) {
    await cancelBundle(
      deps,
      customer.id,
      { groupId: id, reason: 'other', details: 'the account was closed' },
      'operator',
    )
  }
  await endSubscriptions(deps, customer.id)
  const eraseDueAt = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(customers)
      .set({
        eraseDueAt:
          sql`coalesce(${customers.eraseDueAt}, now() + make_interval(days => ${eraseAfterDays}))` as never,
      })
      .where(eq(customers.id, customer.id))
      .returning({ eraseDueAt: customers.eraseDueAt })
    const due = row?.eraseDueAt as Date
    await audit(tx, { customerId: customer.id, actor: 'operator', action: 'customer.closed' })
    await outbox.put(tx, {
      key: `closed:${customer.id}:${due.toISOString()}`,
      to: customer.email,
      subject: 'Your account is closed',
      text: [
        `Hello ${customer.name},`,
        '',
        'your account is closed. Its orders are cancelled and not billed any more; their mailboxes are disabled and leave your sending tool.',
        '',
        `Everything we hold about you is erased on ${due.toISOString().slice(0, 10)}, but for what the books need. Until then you can ask us to open the account again.`,
      ].join('\n'),
    })
    return due
  })
  return { cancelled: live.length, eraseDueAt }
}

/** Ends whatever the payment provider still bills, whether an order of ours is known to hang on it or not. */
async function endSubscriptions(deps: Dependencies, customerId: string): Promise<void> {
  const { payments } = deps.vendors
  const [row] = await deps.db
    .select({ externalId: customers.stripeCustomerId })
    .from(customers)
    .where(eq(customers.id, customerId))
  if (!row?.externalId) return
  for (const { subscriptionId } of await payments.runningSubscriptions(row.externalId)) {
    await payments.cancelSubscription(subscriptionId)
    await syncSubscription(deps, subscriptionId)
  }
}

/** Undoes the closing as far as it can be undone: sign-in is open, nothing is erased. Orders stay cancelled. */
export async function reopenCustomer({ db }: Pick<Dependencies, 'db'>, email: string): Promise<void> {
  const customer = await customerByEmail(db, email)
  await db.transaction(async (tx) => {
    const [reopened] = await tx
      .update(customers)
      .set({ eraseDueAt: null, disabledAt: null })
      .where(
        and(
          eq(customers.id, customer.id),
          sql`${customers.eraseDueAt} is not null and ${customers.erasedAt} is null`,
        ),
      )
      .returning({ id: customers.id })
    if (!reopened) throw conflict(`${email} is not closed.`)
    await audit(tx, { customerId: customer.id, actor: 'operator', action: 'customer.reopened' })
  })
}
