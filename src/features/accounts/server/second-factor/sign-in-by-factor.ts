import { and, asc, eq, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { customers, memberships, refreshFamilies, users } from '#base/db/schema/index.ts'
import { networkOf } from '#base/http/network-of.ts'
import { unauthenticated } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { staffMessages } from '#features/staff/rules/staff.ts'
import { isNewPlace, type Place, tellNewPlace } from '../new-place.ts'
import { stepBinding } from '../passkeys/challenges.ts'
import { passkeyToSign } from '../passkeys/take-passkey.ts'
import { openSession } from '../sessions.ts'
import type { SignedInNow } from '../sign-in.ts'
import { endStep, findStep, isMember } from '../sign-in-steps.ts'
import { signedInFrom } from './count-code.ts'
import { customerSide } from './factor-owner.ts'
import { recoveryCodesLeft } from './second-factor.ts'
import { type Shown, takeFactor } from './take-factor.ts'

type Deps = Pick<Dependencies, 'db' | 'limits' | 'secrets' | 'outbox' | 'config' | 'brand'>

/** The second factor of a customer after the password: signs in. Throws a `Refusal`. */
export async function signInByFactor(
  deps: Deps,
  step: string | undefined,
  shown: Shown,
  place: Place,
): Promise<SignedInNow & { recoveryCodesLeft: number }> {
  const { db } = deps
  const { id: userId, ...person } = await findStep(db, step, 'password', isMember)
  const isKnown = await signedInFrom(deps, refreshFamilies, { userId, address: place.address })
  const asked = { boundTo: stepBinding(step), purpose: 'sign in' } as const
  const owner = { side: customerSide, userId, ...person }
  await takeFactor(deps, owner, asked, { address: place.address, isKnown }, shown)
  const signedIn = await db.transaction(async (tx) => {
    await endStep(tx, step ?? '', 'password')
    return beginSession(deps, tx, userId, place)
  })
  return { ...signedIn, recoveryCodesLeft: await recoveryCodesLeft(db, userId) }
}

/** What a passkey of a customer is to sign after the password. Throws a `Refusal`. */
export async function passkeyAfterPassword(deps: Deps, step: string | undefined, address: string) {
  const { id: userId } = await findStep(deps.db, step, 'password', isMember)
  return passkeyToSign(deps, { userId, boundTo: stepBinding(step), purpose: 'sign in' }, address)
}

async function beginSession(deps: Deps, tx: Deps['db'], userId: string, place: Place): Promise<SignedInNow> {
  const networks = deps.secrets.proofs('network', networkOf(place.address))
  // Locked against being stopped at this moment: that comes later and ends the session that begins here.
  const [user] = await tx
    .select({
      customerId: customers.id,
      name: users.name,
      email: users.email,
      mustChangePassword: users.mustChangePassword,
      isNew: isNewPlace(sql`${sql.param(networks)}::bytea[]`, sql`${place.device}::text`),
    })
    .from(users)
    .innerJoin(memberships, eq(memberships.userId, users.id))
    .innerJoin(customers, eq(customers.id, memberships.customerId))
    .where(and(eq(users.id, userId), isMember))
    .orderBy(asc(memberships.createdAt))
    .limit(1)
    .for('share')
  if (!user) throw unauthenticated(staffMessages.stepOver)
  const { customerId, isNew, ...person } = user
  const start = { userId, customerId, networkHash: networks[0], place, isConfirmed: true }
  const { familyId, tokens } = await openSession(tx, start)
  await audit(tx, { customerId, actor: 'customer', action: 'session.started', userId, sessionId: familyId })
  if (isNew) await tellNewPlace(deps, tx, user, place)
  return { customer: { id: customerId, ...person, mustSetUpFactor: false }, tokens }
}
