import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { customers, memberships, users } from '#base/db/schema/index.ts'
import { brokenConstraint } from '#base/db/sql-state.ts'
import { conflict } from '#base/http/refusal.ts'
import { oneTime } from '#features/accounts/server/one-time-password.ts'
import { operator } from '#features/accounts/server/password-line.ts'
import { hashPassword, oneTimePassword } from '#features/accounts/server/passwords.ts'

export interface NewCustomer {
  email: string
  name: string
  /** Without one, a one-time password is made that has to be replaced at the first sign-in. */
  password?: string
}

/**
 * A new customer, and the owner who signs in for it. Returns their ids and the password to hand over. Throws a
 * `Refusal` when the address is in use.
 */
export async function addCustomer(
  db: Db,
  { email, name, password }: NewCustomer,
): Promise<{ id: string; userId: string; password: string }> {
  const given = password ?? oneTimePassword()
  const passwordHash = await hashPassword(given, operator)
  const ids = await writeCustomer(db, { email, name, passwordHash, ...(password === undefined && oneTime) })
  return { ...ids, password: given }
}

/** The same where the hash of the password is known. */
export async function writeCustomer(
  db: Db,
  {
    email,
    name,
    ...access
  }: Omit<NewCustomer, 'password'> & { passwordHash: string } & Partial<typeof oneTime>,
): Promise<{ id: string; userId: string }> {
  const id = newId('customer')
  const userId = newId('user')
  await db
    .transaction(async (tx) => {
      await tx.insert(customers).values({ id, email, name })
      await tx.insert(users).values({ id: userId, email, name, ...access })
      await tx.insert(memberships).values({ customerId: id, userId, role: 'owner' })
      await audit(tx, { customerId: id, actor: 'operator', action: 'customer.added' })
    })
    .catch((error: unknown) => {
      const broken = brokenConstraint(error)
      if (broken === 'customers_email')
        throw conflict(`There is a customer with the address ${email} already.`)
      if (broken === 'users_email') throw conflict(`Someone else signs in with the address ${email} already.`)
      throw error
    })
  return { id, userId }
}
