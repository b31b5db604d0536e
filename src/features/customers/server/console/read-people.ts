import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { AuditAction } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { countPasskeys, hasAuthenticator, hasFactor } from '#base/db/has-factor.ts'
import { memberships, refreshFamilies, users } from '#base/db/schema/index.ts'
import type { CustomerMember, CustomerSession } from '../../api/console-customer.ts'

/** Who signs in for a customer. */
export async function readMembers(db: Db, customerId: string): Promise<CustomerMember[]> {
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      isInvited: sql<boolean>`${users.mustChangePassword} and ${users.passwordHashBeforeReset} is null`,
      hasSecondFactor: hasFactor,
      hasAuthenticator,
      passkeys: countPasskeys,
      since: memberships.createdAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.customerId, customerId))
    .orderBy(asc(memberships.createdAt), asc(users.id))
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}

const started: AuditAction = 'session.started'

/** Where they are signed in, the last used first. */
export async function readSessions(db: Db, customerId: string): Promise<CustomerSession[]> {
  const rows = await db
    .select({
      id: refreshFamilies.id,
      name: users.name,
      email: users.email,
      startedAt: refreshFamilies.createdAt,
      lastUsedAt: refreshFamilies.rotatedAt,
      address: sql<string | null>`(select a.address from audit_log a where a.customer_id = ${customerId}
        and a.action = ${started} and a.session_id = ${refreshFamilies.id} limit 1)`,
    })
    .from(refreshFamilies)
    .innerJoin(users, eq(users.id, refreshFamilies.userId))
    .where(
      and(
        eq(refreshFamilies.customerId, customerId),
        isNull(refreshFamilies.endedAt),
        gt(refreshFamilies.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(refreshFamilies.rotatedAt), asc(refreshFamilies.id))
    .limit(200)
  return rows.map(({ startedAt, lastUsedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
  }))
}
