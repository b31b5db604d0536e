import { and, count, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { bundles, checkouts, customers, domains } from '#base/db/schema/index.ts'
import { conflict, conflictUndoneBy } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { endSessionsOf } from '#features/accounts/server/sessions.ts'
import { endBulkJobsOf } from '#features/bulk-update/server/end-bulk-job.ts'
import { endPaymentPages } from '#features/checkout/server/end-payment-pages.ts'
import { customerByEmail } from './customer-by-email.ts'
import { erasePersonalData } from './erase-personal-data.ts'

/** Domains still to be taken down at third parties, and payment pages that are still open. */
export interface StillThere {
  domains: number
  checkouts: number
}

/**
 * Removes a customer's personal data; orders and payments stay for the books, without a name. Refused while
 * something is live: it has to be cancelled first. Payment pages end at the payment provider, and what is cancelled
 * but not yet gone at third parties is taken down now instead of after its time of grace; the rest is erased once that
 * is done (`eraseWhoIsDue`), so that nothing is left behind there. What is paid in the meantime goes back (`bringAbout`).
 * Returns what is still there; undefined when everything is erased.
 */
export async function eraseCustomer(deps: Dependencies, email: string): Promise<StillThere | undefined> {
  const { db, queue } = deps
  const customer = await customerByEmail(db, email)
  if (customer.erasedAt) throw conflict(`${email} is erased already.`)
  await db.transaction(async (tx) => {
    // Locked first: a payment that is being noted at this moment is seen as something live.
    await tx
      .update(customers)
      .set({
        disabledAt: sql`coalesce(${customers.disabledAt}, now())`,
        eraseDueAt: sql`least(${customers.eraseDueAt}, now())`,
      })
      .where(eq(customers.id, customer.id))
    const live = await countLive(tx, customer.id)
    if (live > 0) {
      throw conflictUndoneBy(
        `customer close --email ${email} --yes`,
        `${email} still has ${countOf(live, 'live order')}. End them first, or close the account.`,
      )
    }
    await endSessionsOf(tx, { customerId: customer.id }, 'erased')
    await endBulkJobsOf(tx, customer.id)
    const hurried = await tx
      .update(domains)
      .set({ retireAt: sql`now()` })
      .where(and(eq(domains.customerId, customer.id), eq(domains.want, 'retire'), isHeld))
      .returning({ name: domains.name })
    await raiseWanted(
      tx,
      queue,
      hurried.map(({ name }) => name),
    )
    await audit(tx, { customerId: customer.id, actor: 'operator', action: 'customer.erasure_asked' })
  })
  await endPaymentPages(deps, customer.id)
  return db.transaction(async (tx) => {
    const left = await whatIsLeft(tx, customer.id)
    if (!left && !(await eraseIfDue(tx, customer.id)))
      throw conflict(`${email} was reopened or erased by someone else just now. Check the account first.`)
    return left
  })
}

/** Erases everyone who is due and of whom nothing is left at third parties. Returns how many. */
export async function eraseWhoIsDue(db: Db): Promise<number> {
  const due = await db
    .select()
    .from(customers)
    .where(and(isNull(customers.erasedAt), lte(customers.eraseDueAt, sql`now()`)))
  let erased = 0
  for (const { id } of due) erased += Number(await db.transaction((tx) => eraseIfDue(tx, id)))
  return erased
}

/** Returns whether it erased them: another process, or `customer reopen`, may have been quicker. */
async function eraseIfDue(tx: Db, id: string): Promise<boolean> {
  const [customer] = await tx
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.erasedAt), lte(customers.eraseDueAt, sql`now()`)))
    .for('no key update')
  if (!customer || (await countLive(tx, id)) > 0 || (await whatIsLeft(tx, id))) return false
  await erasePersonalData(tx, customer)
  await audit(tx, { customerId: id, actor: 'operator', action: 'customer.erased' })
  return true
}

const countLive = (tx: Db, customerId: string) =>
  tx.$count(bundles, and(eq(bundles.customerId, customerId), eq(bundles.status, 'live')))

async function whatIsLeft(tx: Db, customerId: string): Promise<StillThere | undefined> {
  const [held] = await tx
    .select({ domains: count() })
    .from(domains)
    .where(and(eq(domains.customerId, customerId), isHeld))
  const open = await tx.$count(
    checkouts,
    and(eq(checkouts.customerId, customerId), inArray(checkouts.status, ['prepared', 'open'])),
  )
  const left = { domains: held?.domains ?? 0, checkouts: open }
  return left.domains + left.checkouts > 0 ? left : undefined
}
