import { and, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { isNotDeep } from '#delivery/domains/deep-customer.ts'
import { customerActMessages } from '../../rules/customer-acts.ts'

/** Throws a `Refusal` where there is none. */
export async function knownCustomer(db: Db, id: string): Promise<typeof customers.$inferSelect> {
  const [customer] = await db
    .select()
    .from(customers)
    .where(and(eq(customers.id, id), isNotDeep))
  if (!customer) throw notFound(customerActMessages.noCustomer)
  return customer
}
