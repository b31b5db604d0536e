import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers, domains } from '#base/db/schema/index.ts'

/** Whose the one mailbox of `doctor --deep` is: nobody's. No mail goes there, and nobody can sign in with it. */
export const deepEmail = 'doctor-deep@inboxyard.invalid'

/** What is shown of customers leaves it out. */
export const isNotDeep: SQL = sql`${customers.email} <> ${deepEmail}`

/** For whoever reads that something of it is left. */
export const howToRemove = 'Remove it with: npm run operator -- doctor --deep --remove-left'

/** The domain of a deep look that is under way or was ended too early; undefined where there is none. */
export async function readDeepDomain(db: Db): Promise<{ name: string } | undefined> {
  const [row] = await db
    .select({ name: domains.name })
    .from(domains)
    .innerJoin(customers, eq(customers.id, domains.customerId))
    .where(eq(customers.email, deepEmail))
  return row
}
