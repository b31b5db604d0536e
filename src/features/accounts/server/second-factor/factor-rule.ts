import { and, eq, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { hasFactor } from '#base/db/has-factor.ts'
import { customers, memberships, users } from '#base/db/schema/index.ts'
import { conflict, forbidden } from '#base/http/refusal.ts'
import type { SignedIn } from '#base/http/session-lookup.ts'
import { secondFactorTexts } from '../../rules/own-second-factor.ts'
import { hasSecondFactor } from './second-factor.ts'

/** Whether the caller's account asks everybody for a second factor, of how many, and how many of them have none. */
export async function readFactorRule(db: Db, { id, needsFactor }: SignedIn) {
  const [counts] = await db
    .select({
      people: sql<number>`count(*)::int`,
      without: sql<number>`(count(*) filter (where not ${hasFactor}))::int`,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.customerId, id))
  return { isOn: needsFactor, people: counts?.people ?? 0, without: counts?.without ?? 0 }
}

/**
 * Asks everybody who acts for the account for a second factor, or leaves it to each. Throws a `Refusal` for who does not own
 * it, and for one who has none: they would shut themselves out of all but setting one up.
 */
export const changeFactorRule = (db: Db, caller: SignedIn, isOn: boolean): Promise<void> =>
  db.transaction(async (tx) => {
    const owns = and(
      eq(memberships.customerId, caller.id),
      eq(memberships.userId, caller.userId),
      eq(memberships.role, 'owner'),
    )
    if ((await tx.$count(memberships, owns)) === 0) throw forbidden(secondFactorTexts.ownersOnly)
    // Against the caller's own removal of the last one at this moment.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.userId)).for('update')
    if (isOn && !(await hasSecondFactor(tx, caller.userId))) throw conflict(secondFactorTexts.ownFirst)
    const secondFactorRequiredAt = isOn ? sql`coalesce(${customers.secondFactorRequiredAt}, now())` : null
    await tx.update(customers).set({ secondFactorRequiredAt }).where(eq(customers.id, caller.id))
    const action = isOn ? 'second_factor.required' : 'second_factor.left_to_each'
    await audit(tx, { customerId: caller.id, actor: 'customer', action })
  })
