import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../audit.ts'
import type { Db } from '../../db/client.ts'
import {
  auditLog,
  bulkJobs,
  bundles,
  customers,
  helperCredentials,
  outbox,
  personas,
  toolConnections,
} from '../../db/schema/index.ts'
import { conflict } from '../../http/refusal.ts'
import { endSessionsOf } from '../auth/sessions.ts'
import { customerByEmail } from './customer-access.ts'

/**
 * Removes a customer's personal data; orders and payments stay for the books, without a name. Refused while
 * something is still being served: it has to be cancelled first, so that nothing is left behind at vendors.
 */
export async function eraseCustomer(db: Db, email: string): Promise<void> {
  const customer = await customerByEmail(db, email)
  const live = await db.$count(bundles, and(eq(bundles.customerId, customer.id), eq(bundles.status, 'live')))
  if (live > 0) {
    throw conflict(
      `${email} still has ${live} live ${live === 1 ? 'order' : 'orders'}. Cancel them first, then erase.`,
    )
  }
  await db.transaction(async (tx) => {
    const now = new Date()
    await endSessionsOf(tx, customer.id, 'erased')
    await tx
      .update(customers)
      .set({
        email: `erased-${customer.id}@erased.invalid`,
        name: 'Erased customer',
        passwordHash: '',
        disabledAt: customer.disabledAt ?? now,
        erasedAt: now,
      })
      .where(eq(customers.id, customer.id))
    await tx
      .update(toolConnections)
      .set({ secrets: null, details: {} })
      .where(eq(toolConnections.customerId, customer.id))
    await tx.delete(helperCredentials).where(eq(helperCredentials.customerId, customer.id))
    // With their accounts' addresses and sealed credentials. A worker at one of them stops at its next call.
    await tx.delete(bulkJobs).where(eq(bulkJobs.customerId, customer.id))
    // The names of the people behind mailboxes; distinct ones, since full names are unique in a bundle.
    await tx
      .update(personas)
      .set({
        firstName: 'Erased',
        lastName: sql`${personas.id}`,
        removedAt: sql`coalesce(${personas.removedAt}, now())` as never,
      })
      .where(eq(personas.customerId, customer.id))
    await tx.delete(outbox).where(eq(sql`lower(${outbox.recipient})`, email.toLowerCase()))
    await tx.delete(auditLog).where(eq(auditLog.customerId, customer.id))
    await audit(tx, { customerId: customer.id, actor: 'operator', action: 'customer.erased' })
  })
}
