// Teaches requests and replies their cookies.
import type {} from '@fastify/cookie'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { customerViewMinutes } from '#features/customers/rules/customer-views.ts'
import { mayStaff, type StaffRoleName } from '../access.ts'
import type { Db } from '../db/client.ts'
import { customers, customerViews, staffSessions, users } from '../db/schema/index.ts'
import { type SignedIn, tokenHash } from './session-lookup.ts'

/** The cookie of one who looks as a customer. It stands before a customer's own session in the same browser. */
export function createViewCookie(secure: boolean) {
  const name = secure ? '__Host-inboxyard_view' : 'inboxyard_view'
  const options = { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const
  return {
    read: ({ cookies }: FastifyRequest) => cookies[name] || undefined,
    set: (reply: FastifyReply, token: string) =>
      void reply.setCookie(name, token, { ...options, maxAge: customerViewMinutes * 60 }),
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
  }
}
export type ViewCookie = ReturnType<typeof createViewCookie>

/** As whom a request looks, if it does: as long as the console's session lasts and the role includes it. */
export type FindViewer = (request: FastifyRequest) => Promise<SignedIn | undefined>

export function createViewLookup(db: Db, cookie: ViewCookie): FindViewer {
  const statement = db
    .select({
      id: customers.id,
      userId: users.id,
      role: sql<StaffRoleName>`${users.staffRole}`,
      email: customers.email,
      name: customers.name,
      familyId: customerViews.id,
      until: customerViews.expiresAt,
    })
    .from(customerViews)
    .innerJoin(customers, eq(customers.id, customerViews.customerId))
    .innerJoin(staffSessions, eq(staffSessions.id, customerViews.staffSessionId))
    .innerJoin(users, eq(users.id, staffSessions.userId))
    .where(
      and(
        eq(customerViews.tokenHash, sql.placeholder('hash')),
        isNull(customerViews.endedAt),
        gt(customerViews.expiresAt, sql`now()`),
        isNull(customers.erasedAt),
        isNull(staffSessions.endedAt),
        gt(staffSessions.expiresAt, sql`now()`),
        isNotNull(users.staffRole),
        isNull(users.staffDisabledAt),
      ),
    )
    .prepare('customer_view_lookup')
  return async (request) => {
    const token = cookie.read(request)
    const [found] = token ? await statement.execute({ hash: tokenHash(token) }) : []
    if (!found || !mayStaff(found.role, 'customers.view')) return undefined
    const { role, until, ...viewer } = found
    return {
      ...viewer,
      mustChangePassword: false,
      needsFactor: false,
      mustSetUpFactor: false,
      mustConfirm: false,
      viewUntil: until,
    }
  }
}
