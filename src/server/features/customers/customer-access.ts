import { eq, sql } from 'drizzle-orm'
import { audit } from '../../audit.ts'
import type { Db } from '../../db/client.ts'
import { customers } from '../../db/schema/index.ts'
import { notFound } from '../../http/refusal.ts'
import { hashPassword, oneTimePassword } from '../auth/passwords.ts'
import { endSessionsOf } from '../auth/sessions.ts'

type Customer = typeof customers.$inferSelect

/** Throws a `Refusal` when nobody has the address. */
export async function customerByEmail(db: Db, email: string): Promise<Customer> {
  const [customer] = await db
    .select()
    .from(customers)
    .where(sql`lower(${customers.email}) = ${email.toLowerCase()}`)
  if (!customer) throw notFound(`There is no customer with the address ${email}.`)
  return customer
}

/** `disabled` stops sign-in; `suspended` also stops mailboxes (the reconciler sees it); `open` undoes both. */
export async function setCustomerAccess(
  db: Db,
  email: string,
  access: 'open' | 'disabled' | 'suspended',
): Promise<void> {
  const customer = await customerByEmail(db, email)
  await db.transaction(async (tx) => {
    const now = new Date()
    await tx
      .update(customers)
      .set({
        disabledAt: access === 'open' ? null : (customer.disabledAt ?? now),
        suspendedAt: access === 'suspended' ? (customer.suspendedAt ?? now) : null,
      })
      .where(eq(customers.id, customer.id))
    if (access !== 'open') await endSessionsOf(tx, customer.id, access)
    await audit(tx, { customerId: customer.id, actor: 'operator', action: `customer.${access}` })
  })
}

/** Answers a one-time password; every session ends. */
export async function resetPassword(db: Db, email: string): Promise<string> {
  const customer = await customerByEmail(db, email)
  const password = oneTimePassword()
  const passwordHash = await hashPassword(password)
  await db.transaction(async (tx) => {
    await tx
      .update(customers)
      .set({ passwordHash, mustChangePassword: true })
      .where(eq(customers.id, customer.id))
    await endSessionsOf(tx, customer.id, 'password reset')
    await audit(tx, { customerId: customer.id, actor: 'operator', action: 'password.reset' })
  })
  return password
}
