import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, customers, domains, memberships, subscriptions, users } from '#base/db/schema/index.ts'
import { conflict, conflictUndoneBy, notFound } from '#base/http/refusal.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { moneyMail } from '#base/mail/money-mail.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { oneTime, ownPasswordHash } from '#features/accounts/server/one-time-password.ts'
import { operator } from '#features/accounts/server/password-line.ts'
import { hashPassword, oneTimePassword } from '#features/accounts/server/passwords.ts'
import { endSessionsOf } from '#features/accounts/server/sessions.ts'
import type { HoldDependencies } from '#features/billing/server/holds.ts'
import { holdBundles } from '#features/billing/server/holds.ts'
import { raiseBilling } from '#features/billing/server/raise-billing.ts'
import { endBulkJobsOf } from '#features/bulk-update/server/end-bulk-job.ts'
import { type EndedPages, endPaymentPages } from '#features/checkout/server/end-payment-pages.ts'
import { customerByEmail } from './customer-by-email.ts'

interface Changed {
  before: typeof customers.$inferSelect
  billingStoppedAt: Date | null
  withBilling: boolean
}

/**
 * What comes of billing that is stopped with a suspension, or resumes: every subscription of the customer follows, and
 * they are told by mail. Holds of orders are no part of it: each keeps its own cause. A customer who is let in
 * without billing has their orders put on hold by the operator instead, or they would be served for nothing.
 */
async function followBilling(
  deps: HoldDependencies,
  tx: Db,
  { before, billingStoppedAt, withBilling }: Changed,
): Promise<{ groups: number | undefined; held: number }> {
  const live = await tx
    .select({ id: bundles.id })
    .from(bundles)
    .where(and(eq(bundles.customerId, before.id), eq(bundles.status, 'live')))
    .orderBy(asc(bundles.id))
  const ids = live.map(({ id }) => id)
  const groups = withBilling ? ids.length : undefined
  if ((before.billingStoppedAt === null) === (billingStoppedAt === null)) return { groups, held: 0 }
  const billed = await tx
    .select({ id: subscriptions.stripeId })
    .from(subscriptions)
    .where(and(eq(subscriptions.customerId, before.id), ne(subscriptions.status, 'ended')))
    .orderBy(asc(subscriptions.stripeId))
  for (const { id } of billed) await raiseBilling(tx, deps, id)
  if (!billingStoppedAt && !withBilling) {
    const held = await holdBundles(deps, tx, ids, 'operator')
    return { groups, held: held.length }
  }
  if (ids.length > 0) await tellOwner(deps, tx, before, billingStoppedAt, ids)
  return { groups, held: 0 }
}

const tellOwner = async (
  { outbox, config }: HoldDependencies,
  tx: Db,
  customer: typeof customers.$inferSelect,
  billingStoppedAt: Date | null,
  bundleIds: readonly string[],
): Promise<void> =>
  outbox.put(tx, {
    // Each time it happens is told.
    key: `customer-billing:${customer.id}:${customer.rev}`,
    ...moneyMail({
      to: customer,
      subject: billingStoppedAt ? 'Your orders are on hold' : 'Your orders continue',
      cents: 'price',
      happened: () =>
        billingStoppedAt
          ? 'Our team has suspended your account. Your orders stop, and nothing is billed for them meanwhile.'
          : 'Your account is open again, and billing resumes. Mailboxes are switched on again, except in orders that are on hold for another reason.',
      orders: await mailedOrders(tx, bundleIds),
      publicUrl: config.publicUrl,
    }),
  })

export type Access = 'open' | 'disabled' | 'suspended'

export interface ChangedAccess {
  id: string
  /** Domain names that stop or start. */
  names: number
  /** Live groups of which billing stops or resumes, where it was to change. */
  groups: number | undefined
  /** Groups that stay on hold although their customer is not suspended any more. */
  held: number
  pages: EndedPages
}

/**
 * Opens an account, or stops it: the row first, then what follows from it. A suspended customer's payment pages end;
 * one that cannot be ended now is found by the sweep. With `withBilling` nothing of theirs is billed, nor what is paid
 * all the same, or billing resumes with the rest. Throws a `Refusal` for no one, and for opening what is closed.
 */
export async function changeAccess(
  deps: Dependencies,
  email: string,
  access: Access,
  { withBilling }: { withBilling: boolean },
): Promise<ChangedAccess> {
  const changed = await setCustomerAccess(deps, email, access, { withBilling })
  const pages = access === 'suspended' ? await endPaymentPages(deps, changed.id) : { ended: 0, left: 0 }
  return { ...changed, pages }
}

/**
 * `disabled` stops sign-in; `suspended` also blocks every mailbox at its host and pauses it in its sending tool,
 * before any other work; `open` undoes both, and `disabled` is refused for a suspended customer.
 * Bulk updates of a customer who cannot sign in end, since no one could stop them.
 * Returns the customer's id, and how many names stop or start.
 */
export async function setCustomerAccess(
  deps: Pick<Dependencies, 'db'> & HoldDependencies,
  email: string,
  access: Access,
  { withBilling = false } = {},
): Promise<Omit<ChangedAccess, 'pages'>> {
  const { db, queue } = deps
  const customer = await customerByEmail(db, email)
  if (customer.erasedAt) throw conflict(`${email} is erased, which cannot be undone.`)
  if (access === 'open' && customer.eraseDueAt)
    throw conflictUndoneBy(
      `customer reopen --email ${email}`,
      `${email} is closed. To undo that, open the account again.`,
    )
  const isServed = access !== 'suspended'
  return db.transaction(async (tx) => {
    // Not against what refers to the customer: a worker that notes a step has its name locked, and we lock names next.
    const [present = customer] = await tx
      .select()
      .from(customers)
      .where(eq(customers.id, customer.id))
      .for('no key update')
    const wasServed = present.suspendedAt === null
    // It would begin again what was stopped, and an operator who means that says so.
    if (access === 'disabled' && !wasServed)
      throw conflictUndoneBy(
        `customer enable --email ${email}`,
        `${email} is suspended, which stops sign-in as well. To let only their mailboxes go on, open the account first, then stop its sign-in.`,
      )
    const now = new Date()
    const billingStoppedAt =
      access === 'suspended' ? (present.billingStoppedAt ?? (withBilling ? now : null)) : null
    await tx
      .update(customers)
      .set({
        disabledAt: access === 'open' ? null : (present.disabledAt ?? now),
        suspendedAt: access === 'suspended' ? (present.suspendedAt ?? now) : null,
        billingStoppedAt,
      })
      .where(eq(customers.id, customer.id))
    if (access !== 'open') {
      await endSessionsOf(tx, { customerId: customer.id }, access)
      await endBulkJobsOf(tx, customer.id)
    }
    await audit(tx, {
      customerId: customer.id,
      actor: 'operator',
      action: `customer.${access}`,
      data: { withBilling },
    })
    const billing = await followBilling(deps, tx, { before: present, billingStoppedAt, withBilling })
    // Given again, the command repeats what it asks for: an operator who is not sure repeats it.
    if (isServed && wasServed) return { id: customer.id, names: 0, ...billing }
    const rows = await tx
      .select({ name: domains.name })
      .from(domains)
      .where(and(eq(domains.customerId, customer.id), isRunning))
    await raiseWanted(
      tx,
      queue,
      rows.map(({ name }) => name),
      { urgent: true },
    )
    return { id: customer.id, names: rows.length, ...billing }
  })
}

/** Returns a one-time password; every session ends. */
export async function resetPassword(db: Db, email: string): Promise<string> {
  const [user] = await db
    .select({ id: users.id, customerId: memberships.customerId })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`)
    .orderBy(asc(memberships.createdAt))
    .limit(1)
  if (!user) throw notFound(`No one signs in for a customer with the address ${email}.`)
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password, operator)
  await db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ passwordHash, passwordHashBeforeReset: ownPasswordHash, ...oneTime })
      .where(eq(users.id, user.id))
    await endSessionsOf(tx, { userId: user.id }, 'password reset')
    await audit(tx, { customerId: user.customerId, actor: 'operator', action: 'password.reset' })
  })
  return password
}
