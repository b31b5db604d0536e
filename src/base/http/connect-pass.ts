// Teaches requests and replies their cookies.
import type {} from '@fastify/cookie'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { connectingMessages, connectLinkMinutes } from '#features/tools/rules/connecting-texts.ts'
import { mayStaff } from '../access.ts'
import type { Db } from '../db/client.ts'
import { connectLinks, staffSessions, users } from '../db/schema/index.ts'
import { forbidden } from './refusal.ts'
import { type SignedIn, tokenHash } from './session-lookup.ts'

/** What the holder of a pass may connect: nothing but that. */
export interface ConnectPass {
  id: string
  /** Of whom the operator's staff connect, or `customerId` of whoever connects their own. */
  connectionId: string | null
  accountId: string | null
  customerId: string | null
  domainId: string | null
  /** The sign-in that it was opened in; a link has none. */
  sessionId?: string
  /** Who of the operator's staff opened it at the console. */
  userId?: string
}

export type FindPass = (request: FastifyRequest) => Promise<ConnectPass>

/** The prefix lets a browser take it only from https, as with sessions. */
const nameOf = (secure: boolean) => (secure ? '__Secure-inboxyard_connect' : 'inboxyard_connect')

/** Each pass has a path of its own, so that two pages in one browser keep theirs. */
export function setPassCookie(
  reply: FastifyReply,
  secure: boolean,
  { id, token }: Record<'id' | 'token', string>,
) {
  void reply.setCookie(nameOf(secure), token, {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    path: `/api/connecting/${id}/`,
    maxAge: connectLinkMinutes * 60,
  })
}

/**
 * Whose pass a call comes with: one that the path names and the cookie proves. A customer's is worth something in their
 * session alone, that of staff in theirs. Throws a `Refusal` with 403 where it is over, with 401 where the session is.
 */
export const createPassLookup =
  (db: Db, secure: boolean, authenticate: (request: FastifyRequest) => Promise<SignedIn>): FindPass =>
  async (request) => {
    const { pass: id } = request.params as { pass: string }
    const token = request.cookies[nameOf(secure)]
    const [found] = token
      ? await db
          .select({
            id: connectLinks.id,
            connectionId: connectLinks.connectionId,
            accountId: connectLinks.accountId,
            customerId: connectLinks.customerId,
            domainId: connectLinks.domainId,
            staffSessionId: connectLinks.staffSessionId,
            staffId: users.id,
            staffRole: users.staffRole,
          })
          .from(connectLinks)
          .leftJoin(staffSessions, and(eq(staffSessions.id, connectLinks.staffSessionId), isGoingOn))
          .leftJoin(users, and(eq(users.id, staffSessions.userId), isNull(users.staffDisabledAt)))
          .where(
            and(
              eq(connectLinks.id, id),
              eq(connectLinks.passHash, tokenHash(token)),
              isNotNull(connectLinks.openedAt),
              gt(connectLinks.expiresAt, sql`now()`),
            ),
          )
      : []
    if (!found) throw forbidden(connectingMessages.over)
    const { staffSessionId, staffId, staffRole, ...pass } = found
    if (staffSessionId !== null) {
      // Whoever is signed out, or may not any more, does not go on with what was opened before.
      if (!staffId || !staffRole || !mayStaff(staffRole, 'work.do')) throw forbidden(connectingMessages.over)
      return { ...pass, sessionId: staffSessionId, userId: staffId }
    }
    if (pass.customerId === null) return pass
    const { id: customerId, familyId } = await authenticate(request)
    if (customerId !== pass.customerId) throw forbidden(connectingMessages.over)
    return { ...pass, sessionId: familyId }
  }

const isGoingOn = and(isNull(staffSessions.endedAt), gt(staffSessions.expiresAt, sql`now()`))
