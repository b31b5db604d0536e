import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainNames, domains } from '#base/db/schema/index.ts'

/**
 * Ends holdings that were kept for a payment, so nothing stands for them at any vendor: anybody may order their names
 * from now on. Nothing happens to what was paid.
 * @returns the ids of those that were ended
 */
export async function releaseUnpaid(tx: Db, which: SQL): Promise<string[]> {
  const released = await tx
    .update(domains)
    .set({ status: 'cancelled', releasedAt: sql`now()` })
    .where(and(which, eq(domains.want, 'hold')))
    .returning({ id: domains.id })
  return released.map(({ id }) => id)
}

/** Ends a holding of which everything has been taken down; the name may get another account at its host. */
export async function releaseRetired(tx: Db, { id, name }: { id: string; name: string }): Promise<void> {
  await tx.update(domains).set({ releasedAt: sql`now()` }).where(eq(domains.id, id))
  await tx.update(domainNames).set({ providerAccountId: null }).where(eq(domainNames.name, name))
}
