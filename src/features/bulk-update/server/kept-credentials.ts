import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { helperCredentials } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'

const keptForMs = 24 * 3_600_000

const belongingTo = (customerId: string, tool: BulkToolId) =>
  and(eq(helperCredentials.customerId, customerId), eq(helperCredentials.tool, tool))

/** Keeps what a tool has just accepted, sealed, for a day; what was kept before is forgotten. */
export async function keepCredentials(
  db: Db,
  secrets: Secrets,
  customerId: string,
  { tool, access }: BulkAccess,
): Promise<void> {
  const id = newId('helperCredential')
  await db.transaction(async (tx) => {
    await tx.delete(helperCredentials).where(belongingTo(customerId, tool))
    await tx.insert(helperCredentials).values({
      id,
      customerId,
      tool,
      secrets: secrets.seal(JSON.stringify(access), placeOf.helper(id)),
      expiresAt: new Date(Date.now() + keptForMs),
    })
  })
}

/** The customer's own, while they last. */
export async function findKeptCredentials<T extends BulkToolId>(
  db: Db,
  secrets: Secrets,
  customerId: string,
  tool: T,
): Promise<{ access: Extract<BulkAccess, { tool: T }>['access']; expiresAt: Date } | undefined> {
  const [row] = await db
    .select()
    .from(helperCredentials)
    .where(and(belongingTo(customerId, tool), gt(helperCredentials.expiresAt, sql`now()`)))
    .orderBy(desc(helperCredentials.createdAt))
    .limit(1)
  return (
    row && {
      access: JSON.parse(secrets.open(row.secrets, placeOf.helper(row.id))),
      expiresAt: row.expiresAt,
    }
  )
}

export async function forgetCredentials(db: Db, customerId: string, tool: BulkToolId): Promise<void> {
  await db.delete(helperCredentials).where(belongingTo(customerId, tool))
}

/** Expired ones are not handed out any more; this removes them. */
export async function dropExpiredCredentials(db: Db): Promise<void> {
  await db.delete(helperCredentials).where(lte(helperCredentials.expiresAt, sql`now()`))
}
