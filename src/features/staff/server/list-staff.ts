import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { countPasskeys, hasAuthenticator, hasFactor } from '#base/db/has-factor.ts'
import { signInSteps, staffSessions, users } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import type { Colleague } from '../api/staff.ts'

/** Everyone who works here, or did, by name. */
export async function listStaff(db: Db): Promise<Colleague[]> {
  const lastSeen = db
    .select({ userId: staffSessions.userId, at: sql<Date>`max(${staffSessions.lastSeenAt})`.as('at') })
    .from(staffSessions)
    .groupBy(staffSessions.userId)
    .as('last_seen')
  const rows = await db
    .select({
      user: users,
      hasFactor,
      hasAuthenticator,
      passkeys: countPasskeys,
      lastSeenAt: sql<Date | null>`${lastSeen.at}`.mapWith(staffSessions.lastSeenAt),
      invitedUntil: sql<Date | null>`(select max(${signInSteps.expiresAt}) from ${signInSteps}
        where ${signInSteps.userId} = ${users.id} and ${signInSteps.kind} = 'invitation'
          and ${signInSteps.expiresAt} > now())`.mapWith(signInSteps.expiresAt),
    })
    .from(users)
    .leftJoin(lastSeen, eq(lastSeen.userId, users.id))
    .where(isNotNull(users.staffRole))
    .orderBy(asc(sql`lower(${users.name})`), asc(users.id))
  return rows.map(({ user, lastSeenAt, invitedUntil, ...factors }) => ({
    id: user.id,
    name: user.name,
    email: user.email,
    role: required(user.staffRole, 'the role'),
    state: stateOf(user, factors.hasFactor),
    hasAuthenticator: factors.hasAuthenticator,
    passkeys: factors.passkeys,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    invitedUntil: invitedUntil?.toISOString() ?? null,
  }))
}

function stateOf(
  { staffDisabledAt, passwordHash }: typeof users.$inferSelect,
  hasFactor: boolean,
): Colleague['state'] {
  if (staffDisabledAt) return 'disabled'
  if (passwordHash === '') return 'invited'
  return hasFactor ? 'active' : 'unfinished'
}
