import { and, eq } from 'drizzle-orm'
import { customerActMessages } from '#shared/accounts/customer-acts.ts'
import type { Db } from '../../../db/client.ts'
import { customers } from '../../../db/schema/index.ts'
import { isNotDeep } from '../../../domains/deep-customer.ts'
import { notFound } from '../../../http/refusal.ts'

/** Throws a `Refusal` where there is none. */
export async function knownCustomer(db: Db, id: string): Promise<typeof customers.$inferSelect> {
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), isNotDeep))
  if (!customer) throw notFound(customerActMessages.noCustomer)
  return customer
}
