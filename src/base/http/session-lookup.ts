import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { confirmedMinutes } from '#features/staff/rules/staff.ts'
import type { Db } from '../db/client.ts'
import { hasFactor } from '../db/has-factor.ts'
import { customers, refreshFamilies, sessions, users } from '../db/schema/index.ts'

/** Who is calling: read from the session on every request, never from what the client says. */
export interface SignedIn {
  /** The customer for whom they act. */
  id: string
  userId: string
  email: string
  name: string
  mustChangePassword: boolean
  familyId: string
  /** Set for staff who look as the customer, as `userId`: until when. They change nothing. */
  viewUntil?: Date
  /** Their account asks everybody for a second factor, by its own rule. */
  needsFactor: boolean
  /** It does, and they have none. */
  mustSetUpFactor: boolean
  /** They have a second factor, and have not shown it for a while. */
  mustConfirm: boolean
}

/** So often at most it is noted that a session is used. */
const seenMinutes = 5

export type SessionLookup = (token: string) => Promise<SignedIn | undefined>

/** Tokens are 256 random bits, so one round of SHA-256 is enough to store them by. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** What a customer's own rule says of a user, both joined. */
export const factorRule = {
  needsFactor: sql<boolean>`${customers.secondFactorRequiredAt} is not null`,
  mustSetUpFactor: sql<boolean>`${customers.secondFactorRequiredAt} is not null and not ${hasFactor}`,
}

/** One prepared statement: this runs on every request. That a session is used is noted now and then. */
export function createSessionLookup(db: Db): SessionLookup {
  const statement = db
    .select({
      id: customers.id,
      userId: users.id,
      email: users.email,
      name: users.name,
      mustChangePassword: users.mustChangePassword,
      familyId: sessions.familyId,
      ...factorRule,
      mustConfirm: sql<boolean>`${hasFactor}
        and coalesce(${refreshFamilies.confirmedAt} < now() - make_interval(mins => ${sql.raw(String(confirmedMinutes))}), true)`,
      isUnnoted: sql<boolean>`${refreshFamilies.lastSeenAt} < now() - make_interval(mins => ${sql.raw(String(seenMinutes))})`,
    })
    .from(sessions)
    .innerJoin(customers, eq(customers.id, sessions.customerId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(refreshFamilies, eq(refreshFamilies.id, sessions.familyId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('hash')),
        gt(sessions.expiresAt, sql`now()`),
        isNull(customers.disabledAt),
        isNull(customers.suspendedAt),
      ),
    )
    .prepare('session_lookup')
  return async (token) => {
    const [found] = await statement.execute({ hash: tokenHash(token) })
    if (!found) return undefined
    const { isUnnoted, ...caller } = found
    if (isUnnoted)
      await db
        .update(refreshFamilies)
        .set({ lastSeenAt: sql`now()` })
        .where(eq(refreshFamilies.id, caller.familyId))
    return caller
  }
}
