import { and, eq, isNull, sql } from 'drizzle-orm'
import { audit } from '../../audit.ts'
import type { Db } from '../../db/client.ts'
import { customers, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { conflict, notFound } from '../../http/refusal.ts'
import { raiseWanted } from '../../provisioning/wanted.ts'
import { oneTime } from '../auth/one-time-password.ts'
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

/**
 * `disabled` stops sign-in; `suspended` also blocks every mailbox at its host and pauses it in its sending tool,
 * before any other work; `open` undoes both. Answers the customer's id, and how many names stop or start.
 */
export async function setCustomerAccess(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  email: string,
  access: 'open' | 'disabled' | 'suspended',
): Promise<{ id: string; names: number }> {
  const customer = await customerByEmail(db, email)
  if (access === 'open' && customer.eraseDueAt)
    throw conflict(`${email} is closed. Undo that with: npm run operator -- customer reopen --email ${email}`)
  const isServed = access !== 'suspended'
  return db.transaction(async (tx) => {
    const [present = customer] = await tx
      .select()
      .from(customers)
      .where(eq(customers.id, customer.id))
      .for('update')
    const wasServed = present.suspendedAt === null
    const now = new Date()
    await tx
      .update(customers)
      .set({
        disabledAt: access === 'open' ? null : (present.disabledAt ?? now),
        suspendedAt: access === 'suspended' ? (present.suspendedAt ?? now) : null,
      })
      .where(eq(customers.id, customer.id))
    if (access !== 'open') await endSessionsOf(tx, customer.id, access)
    await audit(tx, { customerId: customer.id, actor: 'operator', action: `customer.${access}` })
    // Given again, the command repeats what it asks for: whoever is not sure presses twice.
    if (isServed && wasServed) return { id: customer.id, names: 0 }
    const rows = await tx
      .select({ name: domains.name })
      .from(domains)
      .where(and(eq(domains.customerId, customer.id), eq(domains.want, 'run'), isNull(domains.releasedAt)))
    await raiseWanted(
      tx,
      queue,
      rows.map(({ name }) => name),
      { urgent: true },
    )
    return { id: customer.id, names: rows.length }
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
      .set({ passwordHash, ...oneTime })
      .where(eq(customers.id, customer.id))
    await endSessionsOf(tx, customer.id, 'password reset')
    await audit(tx, { customerId: customer.id, actor: 'operator', action: 'password.reset' })
  })
  return password
}
