import { and, desc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { refreshFamilies, sessions } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { SignedIn } from '#base/http/session-lookup.ts'
import { type OpenSession, sessionMessages } from '../rules/open-session.ts'

const isOpen = and(isNull(refreshFamilies.endedAt), gt(refreshFamilies.expiresAt, sql`now()`))

/** Where the caller is signed in, the latest first. */
export async function listOwnSessions(db: Db, { userId, familyId }: SignedIn): Promise<OpenSession[]> {
  const rows = await db
    .select()
    .from(refreshFamilies)
    .where(and(eq(refreshFamilies.userId, userId), isOpen))
    .orderBy(desc(refreshFamilies.lastSeenAt), desc(refreshFamilies.id))
  return rows.map((row) => ({
    id: row.id,
    device: row.device ?? 'A browser',
    address: row.address ?? '',
    startedAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isThis: row.id === familyId,
  }))
}

async function endThose(db: Db, { userId }: SignedIn, which: SQL | undefined): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(refreshFamilies)
      .set({ endedAt: sql`now()`, endedBecause: 'ended by their owner' })
      .where(and(eq(refreshFamilies.userId, userId), isOpen, which))
      .returning({ id: refreshFamilies.id, customerId: refreshFamilies.customerId })
    if (ended.length === 0) return 0
    const ids = ended.map(({ id }) => id)
    await tx.delete(sessions).where(inArray(sessions.familyId, ids))
    for (const { id, customerId } of ended)
      await audit(tx, { customerId, actor: 'customer', action: 'session.ended', data: { session: id } })
    return ended.length
  })
}

/** One of the caller's own. Throws a `Refusal` when there is none such. */
export async function endOneSession(db: Db, caller: SignedIn, id: string): Promise<void> {
  if ((await endThose(db, caller, eq(refreshFamilies.id, id))) === 0)
    throw notFound(sessionMessages.endedAlready)
}

/** Returns how many. */
export const endOtherSessions = (db: Db, caller: SignedIn): Promise<number> =>
  endThose(db, caller, ne(refreshFamilies.id, caller.familyId))
