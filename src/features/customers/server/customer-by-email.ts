import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'

/** Throws a `Refusal` when no one has the address. */
export async function customerByEmail(db: Db, email: string): Promise<typeof customers.$inferSelect> {
  const [customer] = await db
    .select()
    .from(customers)
    .where(sql`lower(${customers.email}) = ${email.toLowerCase()}`)
  if (!customer) throw notFound(`There is no customer with the address ${email}.`)
  return customer
}
