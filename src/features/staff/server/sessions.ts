import { and, desc, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { staffSessions, users } from '#base/db/schema/index.ts'
import { networkOf } from '#base/http/network-of.ts'
import { notFound, unauthenticated } from '#base/http/refusal.ts'
import { tokenHash } from '#base/http/session-lookup.ts'
import type { StaffCaller } from '#base/http/staff-session.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type OpenSession, sessionMessages } from '#features/accounts/rules/open-session.ts'
import type { Place } from '#features/accounts/server/new-place.ts'
import { isStaff } from '#features/accounts/server/sign-in-steps.ts'
import { newToken } from '#features/accounts/server/tokens.ts'
import { staffIdleMinutes, staffMessages, staffSessionHours } from '../rules/staff.ts'

const isOpen = and(
  isNull(staffSessions.endedAt),
  gt(staffSessions.expiresAt, sql`now()`),
  sql`${staffSessions.lastSeenAt} > now() - make_interval(mins => ${sql.raw(String(staffIdleMinutes))})`,
)

/**
 * Begins a session, as part of whatever proved that it may, and mails where someone has not been before. Throws a
 * `Refusal` when their access has ended meanwhile. Returns the token of its cookie.
 */
export async function beginStaffSession(
  { secrets, outbox, config, brand }: Pick<Dependencies, 'secrets' | 'outbox' | 'config' | 'brand'>,
  tx: Db,
  { userId, address, device }: Place & { userId: string },
): Promise<{ token: string; staff: Omit<StaffCaller, 'sessionId' | 'isConfirmed'> }> {
  // Locked: who ends their access at this moment comes later, and ends this session as well.
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isStaff))
    .for('share')
  if (!user?.staffRole) throw unauthenticated(staffMessages.stepOver)
  const networks = secrets.proofs('network', networkOf(address))
  const before = await tx.$count(staffSessions, eq(staffSessions.userId, userId))
  const beforeHere = await tx.$count(
    staffSessions,
    and(
      eq(staffSessions.userId, userId),
      sql`${staffSessions.networkHash} = any(${sql.param(networks)}::bytea[])`,
    ),
  )
  const id = newId('staffSession')
  const token = newToken()
  await tx.insert(staffSessions).values({
    id,
    tokenHash: tokenHash(token),
    userId,
    address,
    device,
    networkHash: networks[0],
    expiresAt: sql`now() + make_interval(hours => ${staffSessionHours})`,
  })
  await audit(tx, { actor: 'operator', action: 'staff.session_started', userId, sessionId: id })
  if (before > 0 && beforeHere === 0)
    await outbox.put(tx, {
      key: `staff-new-place:${id}`,
      to: user.email,
      subject: `New sign-in to ${brand.now.productName}`,
      text: [
        `Hello ${user.name},`,
        '',
        `you signed in to the console of ${brand.now.productName} from where you have not been before: ${device}, ${address}.`,
        '',
        `If that was not you, end that session and change your password at once: ${config.publicUrl}/operator/account`,
      ].join('\n'),
    })
  return { token, staff: { id: user.id, name: user.name, email: user.email, role: user.staffRole } }
}

/** Where a member of staff is signed in, the latest first. */
export async function listStaffSessions(db: Db, { id, sessionId }: StaffCaller): Promise<OpenSession[]> {
  const rows = await db
    .select()
    .from(staffSessions)
    .where(and(eq(staffSessions.userId, id), isOpen))
    .orderBy(desc(staffSessions.lastSeenAt))
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    address: row.address,
    startedAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    isThis: row.id === sessionId,
  }))
}

async function endThose(db: Db, userId: string, which?: SQL): Promise<number> {
  const ended = await db
    .update(staffSessions)
    .set({ endedAt: sql`now()` })
    .where(and(eq(staffSessions.userId, userId), isNull(staffSessions.endedAt), which))
    .returning({ id: staffSessions.id })
  for (const { id } of ended)
    await audit(db, {
      actor: 'operator',
      action: 'staff.session_ended',
      subject: userId,
      data: { session: id },
    })
  return ended.length
}

export const endAllStaffSessions = (db: Db, userId: string): Promise<number> => endThose(db, userId)

/** Returns how many. */
export const endOtherSessions = (db: Db, { id, sessionId }: StaffCaller): Promise<number> =>
  endThose(db, id, and(isOpen, ne(staffSessions.id, sessionId)))

/** The one that the caller is in, if nothing has ended it yet. */
export async function endThisSession(db: Db, { id, sessionId }: StaffCaller): Promise<void> {
  await endThose(db, id, eq(staffSessions.id, sessionId))
}

/** One of the caller's own. Throws a `Refusal` when there is none such. */
export async function endOwnSession(
  db: Db,
  { id }: Pick<StaffCaller, 'id'>,
  sessionId: string,
): Promise<void> {
  if ((await endThose(db, id, eq(staffSessions.id, sessionId))) === 0)
    throw notFound(sessionMessages.endedAlready)
}
