import { and, asc, eq, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { bundles, customers } from '#base/db/schema/index.ts'
import { conflict, Refusal } from '#base/http/refusal.ts'
import { withdrawMails } from '#base/mail/outbox.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { endSessionsOf } from '#features/accounts/server/sessions.ts'
import { syncSubscription } from '#features/billing/server/sync-subscription.ts'
import { endBulkJobsOf } from '#features/bulk-update/server/end-bulk-job.ts'
import { cancelBundle } from '#features/cancellation/server/cancel-bundle.ts'
import { type AccountState, accountStateOf } from '#features/capacity/rules/account-states.ts'
import { type EndedPages, endPaymentPages } from '#features/checkout/server/end-payment-pages.ts'
import { unlessGone } from '#features/checkout/server/give-up-customer.ts'
import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { customerByEmail } from './customer-by-email.ts'

/** As long as mailboxes are kept after they were cancelled: what can come back comes back as a whole. */
export const eraseAfterDays = mailboxRetentionDays

/**
 * Closes an account: no one can sign in, bulk updates and payment pages end, every order is cancelled (which ends its
 * billing), whatever subscription is left at the payment provider ends, and personal data is erased after a time of
 * grace. What is interrupted half way is completed by doing it again, which `isClosingUnfinished` tells. Returns how many
 * orders were cancelled, what became of the pages, and when the data goes.
 */
export async function closeCustomer(
  deps: Dependencies,
  email: string,
): Promise<{ cancelled: number; pages: EndedPages; eraseDueAt: Date }> {
  const { db, outbox } = deps
  const customer = await customerByEmail(db, email)
  if (customer.erasedAt) throw conflict(`${email} is erased already.`)
  // First of all, so that nothing is ordered, and nothing that is paid is set up, while the rest is taken back.
  await db.transaction(async (tx) => {
    await tx
      .update(customers)
      .set({
        disabledAt: sql`coalesce(${customers.disabledAt}, now())`,
        eraseDueAt: sql`coalesce(${customers.eraseDueAt}, now() + make_interval(days => ${eraseAfterDays}))`,
      })
      .where(eq(customers.id, customer.id))
    await audit(tx, { customerId: customer.id, actor: 'operator', action: 'customer.closing_begun' })
    await endSessionsOf(tx, { customerId: customer.id }, 'closed')
    await endBulkJobsOf(tx, customer.id)
  })
  const pages = await endPaymentPages(deps, customer.id)
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
  await endSubscriptions(deps, customer.id).catch((error: unknown) => {
    if (!isVendorError(error)) throw error
    deps.log.warn({ err: error, customer: customer.id }, 'subscriptions could not be looked for')
    throw new Refusal(
      503,
      'unavailable',
      `${email} is closed and its orders are cancelled, but Stripe does not answer: whether anything else is billed is not known, and the customer is not told yet. Open payment pages end by themselves. Finish the closing once Stripe answers.`,
      { command: `customer close --email ${email} --yes` },
    )
  })
  const eraseDueAt = await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ eraseDueAt: customers.eraseDueAt })
      .from(customers)
      .where(eq(customers.id, customer.id))
    const due = required(row?.eraseDueAt, 'when the data is due')
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
  return { cancelled: live.length, pages, eraseDueAt }
}

/** Ends whatever the payment provider still bills, whether an order of ours is known to hang on it or not. */
async function endSubscriptions(deps: Dependencies, customerId: string): Promise<void> {
  const { payments } = deps.vendors
  const [row] = await deps.db
    .select({ externalId: customers.stripeCustomerId })
    .from(customers)
    .where(eq(customers.id, customerId))
  if (!row?.externalId) return
  const { externalId } = row
  const running = await unlessGone(
    deps,
    customerId,
    () => payments.runningSubscriptions(externalId),
    async () => [],
  )
  for (const { subscriptionId } of running) {
    await payments.cancelSubscription(subscriptionId)
    await syncSubscription(deps, subscriptionId)
  }
}

/**
 * Undoes the closing as far as it can be undone: nothing is erased, and sign-in is open unless the customer was
 * suspended before. Orders stay cancelled. Returns what the account is from then on.
 */
export async function reopenCustomer({ db }: Pick<Dependencies, 'db'>, email: string): Promise<AccountState> {
  const customer = await customerByEmail(db, email)
  return db.transaction(async (tx) => {
    const [reopened] = await tx
      .update(customers)
      .set({
        eraseDueAt: null,
        // Who was suspended before stays so, which is another decision of the operator's.
        disabledAt: sql`case when ${customers.suspendedAt} is null then null else ${customers.disabledAt} end`,
      })
      .where(
        and(
          eq(customers.id, customer.id),
          sql`${customers.eraseDueAt} is not null and ${customers.erasedAt} is null`,
        ),
      )
      .returning()
    if (!reopened) throw conflict(`${email} is not closed.`)
    await withdrawMails(tx, `closed:${customer.id}:`)
    await audit(tx, { customerId: customer.id, actor: 'operator', action: 'customer.reopened' })
    return accountStateOf(reopened)
  })
}
