import { asc, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { passkeys } from '#base/db/schema/index.ts'

/** Somebody's passkeys as browsers are told of them. */
export async function knownPasskeys(db: Db, userId: string) {
  const rows = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  return rows.map((row) => ({ ...row, type: 'public-key' as const }))
}
