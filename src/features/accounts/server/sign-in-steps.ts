import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { customers, memberships, signInSteps, users } from '#base/db/schema/index.ts'
import { Refusal, unauthenticated } from '#base/http/refusal.ts'
import { tokenHash } from '#base/http/session-lookup.ts'
import { invitationHours, signInStepMinutes, staffMessages } from '#features/staff/rules/staff.ts'
import { forgottenMessages, resetMinutes } from '../rules/forgotten-password.ts'
import { newToken } from './tokens.ts'

type StepKind = (typeof signInSteps.$inferSelect)['kind']
const secondsOf: Record<StepKind, number> = {
  invitation: invitationHours * 3600,
  password: signInStepMinutes * 60,
  reset: resetMinutes * 60,
  network: 3600,
}
const over: Record<StepKind, string> = {
  invitation: staffMessages.invitationOver,
  password: staffMessages.stepOver,
  reset: forgottenMessages.linkOver,
  network: forgottenMessages.linkOver,
}

/** Staff whose access has not ended. */
export const isStaff = and(isNotNull(users.staffRole), isNull(users.staffDisabledAt))
/** Members of a customer whose account is open: those of others do not sign in. */
export const isMember = sql`exists (select from ${memberships} join ${customers} on ${customers.id} = ${memberships.customerId}
  where ${memberships.userId} = ${users.id} and ${customers.disabledAt} is null and ${customers.suspendedAt} is null
    and ${customers.eraseDueAt} is null and ${customers.erasedAt} is null)`

/** Notes what someone has shown. Returns the token that stands for it. */
export async function beginStep(tx: Db, userId: string, kind: StepKind): Promise<string> {
  const token = newToken()
  await tx.insert(signInSteps).values({
    tokenHash: tokenHash(token),
    userId,
    kind,
    expiresAt: sql`now() + make_interval(secs => ${secondsOf[kind]})`,
  })
  return token
}

/**
 * The step after a right password, as part of a transaction; undefined where the password was replaced, or they may not
 * come in any more, since it was read.
 */
export async function beginPasswordStep(
  tx: Db,
  user: { id: string; passwordHash: string },
  mayComeIn: SQL | undefined = isMember,
): Promise<string | undefined> {
  const stands = and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash), mayComeIn)
  const [same] = await tx.select({ id: users.id }).from(users).where(stands).for('share')
  return same && beginStep(tx, user.id, 'password')
}

/** Whose step it is, while it lasts: staff's, or of those who `mayComeIn`. Throws a `Refusal`. */
export async function findStep(
  db: Db,
  token: string | undefined,
  kind: StepKind,
  mayComeIn: SQL | undefined = isStaff,
) {
  const [user] = token
    ? await db
        .select({ id: users.id, email: users.email, name: users.name })
        .from(signInSteps)
        .innerJoin(users, eq(users.id, signInSteps.userId))
        .where(
          and(
            eq(signInSteps.tokenHash, tokenHash(token)),
            eq(signInSteps.kind, kind),
            gt(signInSteps.expiresAt, sql`now()`),
            mayComeIn,
          ),
        )
    : []
  if (user) return user
  throw unauthenticated(over[kind])
}

/**
 * What stands for a network that somebody may sign in from as if they had before. It is theirs alone: another who comes from
 * there is a stranger.
 * @param networkHash of `secrets.proofs('network', …)`
 */
const networkStep = (networkHash: SQL, userId: SQL | typeof users.id) =>
  sql`sha256(${networkHash} || convert_to(${userId}, 'UTF8'))`

/**
 * For an hour somebody may sign in from a network as if they had before: they followed a link there that was mailed to them.
 * Strangers who use up the tries of an account keep nobody out who reads its mail.
 */
export async function letTryFrom(tx: Db, userId: string, networkHash: Buffer): Promise<void> {
  const expiresAt = sql`now() + make_interval(secs => ${secondsOf.network})`
  await tx
    .insert(signInSteps)
    .values({
      tokenHash: networkStep(sql`${networkHash}::bytea`, sql`${userId}::text`),
      userId,
      kind: 'network',
      expiresAt,
    })
    .onConflictDoUpdate({ target: signInSteps.tokenHash, set: { expiresAt } })
}

/** Whether the user of a query was let try from one of these networks. */
export const mayTryFrom = (networkHashes: SQL) => sql<boolean>`exists (select from ${signInSteps}
  where ${signInSteps.userId} = ${users.id} and ${signInSteps.kind} = 'network' and ${signInSteps.expiresAt} > now()
    and ${signInSteps.tokenHash} in (select ${networkStep(sql`hash`, users.id)} from unnest(${networkHashes}) as hash))`

/** Whose step it is, without using it; undefined where it is over. */
export const stepIfWorks = (...step: Parameters<typeof findStep>) =>
  findStep(...step).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })

/** Uses a step up. Throws a `Refusal` where another request was quicker. */
export async function endStep(tx: Db, token: string, kind: StepKind): Promise<void> {
  const { rowCount } = await tx
    .delete(signInSteps)
    .where(and(eq(signInSteps.tokenHash, tokenHash(token)), eq(signInSteps.kind, kind)))
  if (!rowCount) throw unauthenticated(over[kind])
}
