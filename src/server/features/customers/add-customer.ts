import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { customers } from '../../db/schema/index.ts'
import { brokenConstraint } from '../../db/sql-state.ts'
import { conflict } from '../../http/refusal.ts'
import { oneTime } from '../auth/one-time-password.ts'
import { operator } from '../auth/password-line.ts'
import { hashPassword, oneTimePassword } from '../auth/passwords.ts'

export interface NewCustomer {
  email: string
  name: string
  /** Without one, a one-time password is made that has to be replaced at the first sign-in. */
  password?: string
}

/** Returns the id and the password to hand over. Throws a `Refusal` when the address is in use. */
export async function addCustomer(
  db: Db,
  { email, name, password }: NewCustomer,
): Promise<{ id: string; password: string }> {
  const given = password ?? oneTimePassword()
  const id = newId('customer')
  const passwordHash = await hashPassword(given, operator)
  await db
    .transaction(async (tx) => {
      await tx.insert(customers).values({
        id,
        email,
        name,
        passwordHash,
        ...(password === undefined && oneTime),
      })
      await audit(tx, { customerId: id, actor: 'operator', action: 'customer.added' })
    })
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'customers_email')
        throw conflict(`There is a customer with the address ${email} already.`)
      throw error
    })
  return { id, password: given }
}
