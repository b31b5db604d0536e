import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import { invitationHours, signInStepMinutes, staffMessages } from '#shared/accounts/staff.ts'
import type { Db } from '../../db/client.ts'
import { staffSteps, users } from '../../db/schema/index.ts'
import { unauthenticated } from '../../http/refusal.ts'
import { tokenHash } from '../../http/session-lookup.ts'
import { newToken } from './tokens.ts'

type StepKind = (typeof staffSteps.$inferSelect)['kind']
const secondsOf: Record<StepKind, number> = {
  invitation: invitationHours * 3600,
  password: signInStepMinutes * 60,
}

/** Users who may come in: staff whose access has not ended. */
export const isStaff = and(isNotNull(users.staffRole), isNull(users.staffDisabledAt))

/** Notes what someone has shown. Returns the token that stands for it. */
export async function beginStep(tx: Db, userId: string, kind: StepKind): Promise<string> {
  const token = newToken()
  await tx.insert(staffSteps).values({
    tokenHash: tokenHash(token),
    userId,
    kind,
    expiresAt: sql`now() + make_interval(secs => ${secondsOf[kind]})`,
  })
  return token
}

/** Whose step it is, while it lasts. */
export async function findStep(db: Db, token: string | undefined, kind: StepKind) {
  const [user] = token
    ? await db
        .select({ id: users.id, email: users.email, name: users.name })
        .from(staffSteps)
        .innerJoin(users, eq(users.id, staffSteps.userId))
        .where(
          and(
            eq(staffSteps.tokenHash, tokenHash(token)),
            eq(staffSteps.kind, kind),
            gt(staffSteps.expiresAt, sql`now()`),
            isStaff,
          ),
        )
    : []
  if (user) return user
  throw unauthenticated(kind === 'invitation' ? staffMessages.invitationOver : staffMessages.stepOver)
}

/** Uses a step up. Throws a `Refusal` where another request was quicker. */
export async function endStep(tx: Db, token: string, kind: StepKind): Promise<void> {
  const { rowCount } = await tx
    .delete(staffSteps)
    .where(and(eq(staffSteps.tokenHash, tokenHash(token)), eq(staffSteps.kind, kind)))
  if (!rowCount)
    throw unauthenticated(kind === 'invitation' ? staffMessages.invitationOver : staffMessages.stepOver)
}
