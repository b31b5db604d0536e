// Teaches requests and replies their cookies.
import type {} from '@fastify/cookie'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  confirmedMinutes,
  signInStepMinutes,
  staffIdleMinutes,
  staffSessionHours,
} from '#features/staff/rules/staff.ts'
import type { StaffRoleName } from '../access.ts'
import type { Db } from '../db/client.ts'
import { staffSessions, users } from '../db/schema/index.ts'
import { tokenHash } from './session-lookup.ts'

/** A member of staff at the console. */
export interface StaffCaller {
  id: string
  name: string
  email: string
  role: StaffRoleName
  sessionId: string
  /** A second factor was shown a short while ago. */
  isConfirmed: boolean
}

export type FindStaff = (request: FastifyRequest) => Promise<StaffCaller | undefined>

const prefix = (secure: boolean) => (secure ? '__Secure-' : '')
const paths = { staff: '/api/operator', staff_step: '/api/operator/sign-in' } as const
const seconds = { staff: staffSessionHours * 3600, staff_step: signInStepMinutes * 60 } as const
type StaffCookie = keyof typeof paths

/** The console's own cookies, which no call of a customer's carries. */
export function createStaffCookies(secure: boolean) {
  const nameOf = (cookie: StaffCookie) => `${prefix(secure)}inboxyard_${cookie}`
  const options = (cookie: StaffCookie) =>
    ({ httpOnly: true, sameSite: 'strict', secure, path: paths[cookie] }) as const
  return {
    read: ({ cookies }: FastifyRequest, cookie: StaffCookie) => cookies[nameOf(cookie)] || undefined,
    set: (reply: FastifyReply, cookie: StaffCookie, token: string) =>
      void reply.setCookie(nameOf(cookie), token, { ...options(cookie), maxAge: seconds[cookie] }),
    clear: (reply: FastifyReply, cookie: StaffCookie) =>
      void reply.clearCookie(nameOf(cookie), options(cookie)),
  }
}
export type StaffCookies = ReturnType<typeof createStaffCookies>

/**
 * Reads who is at the console from the session, at every request; whoever has lost their access, or has not used the
 * console for a while, is no one. That it is used is noted once a minute.
 */
export function createStaffLookup(db: Db, cookies: StaffCookies): FindStaff {
  const statement = db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: sql<StaffRoleName>`${users.staffRole}`,
      sessionId: staffSessions.id,
      isConfirmed: sql<boolean>`${staffSessions.confirmedAt} > now() - make_interval(mins => ${sql.raw(String(confirmedMinutes))})`,
      isUnnoted: sql<boolean>`${staffSessions.lastSeenAt} < now() - interval '1 minute'`,
    })
    .from(staffSessions)
    .innerJoin(users, eq(users.id, staffSessions.userId))
    .where(
      and(
        eq(staffSessions.tokenHash, sql.placeholder('hash')),
        isNull(staffSessions.endedAt),
        gt(staffSessions.expiresAt, sql`now()`),
        sql`${staffSessions.lastSeenAt} > now() - make_interval(mins => ${sql.raw(String(staffIdleMinutes))})`,
        isNotNull(users.staffRole),
        isNull(users.staffDisabledAt),
      ),
    )
    .prepare('staff_lookup')
  return async (request) => {
    const token = cookies.read(request, 'staff')
    const [found] = token ? await statement.execute({ hash: tokenHash(token) }) : []
    if (!found) return undefined
    const { isUnnoted, ...caller } = found
    if (isUnnoted)
      await db
        .update(staffSessions)
        .set({ lastSeenAt: sql`now()` })
        .where(eq(staffSessions.id, caller.sessionId))
    return caller
  }
}
