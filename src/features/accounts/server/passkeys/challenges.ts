import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { passkeyChallenges } from '#base/db/schema/index.ts'
import { ruleBroken } from '#base/http/refusal.ts'
import { tokenHash } from '#base/http/session-lookup.ts'
import { passkeyMinutes, passkeyTexts } from '../../rules/passkeys.ts'

/** For what, and to whom in which session or step of signing in, a challenge is given. */
export interface AskedOf {
  userId: string
  /** The session, or `stepBinding` of the step. */
  boundTo: string
  purpose: (typeof passkeyChallenges.$inferSelect)['purpose']
}

/** A step's token opens what comes next, so that only its hash is stored. */
export const stepBinding = (step: string | undefined): string => tokenHash(step ?? '').toString('hex')

/** Keeps what a device is asked to sign, in the place of what the same page was told before. */
export async function keepChallenge(db: Db, asked: AskedOf, challenge: string): Promise<void> {
  const row = {
    ...asked,
    challenge,
    expiresAt: sql`now() + make_interval(mins => ${passkeyMinutes})`,
  }
  await db
    .insert(passkeyChallenges)
    .values(row)
    .onConflictDoUpdate({ target: [passkeyChallenges.boundTo, passkeyChallenges.purpose], set: row })
}

/** The challenge that an answer says it has signed; none where it cannot be read. */
function challengeIn(clientDataJSON: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as Record<
      string,
      unknown
    >
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

/**
 * Takes the challenge that is answered, whatever the answer is worth: none is good twice. An answer to an earlier one, as
 * of another page, leaves it to whom it was given. Throws a `Refusal` where it is over.
 */
export async function takeChallenge(
  db: Db,
  { userId, boundTo, purpose }: AskedOf,
  { response }: { response: { clientDataJSON: string } },
): Promise<string> {
  const [taken] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.boundTo, boundTo),
        eq(passkeyChallenges.purpose, purpose),
        eq(passkeyChallenges.userId, userId),
        eq(passkeyChallenges.challenge, challengeIn(response.clientDataJSON)),
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge })
  if (!taken) throw ruleBroken(passkeyTexts.over)
  return taken.challenge
}
