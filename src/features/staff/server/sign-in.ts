import { and, eq, exists, getTableColumns, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { hasAuthenticator, hasPasskey } from '#base/db/has-factor.ts'
import { staffSessions, users } from '#base/db/schema/index.ts'
import { networkOf, siteOf } from '#base/http/network-of.ts'
import { conflict, Refusal } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { FactorKind, MadePasskey } from '#features/accounts/rules/passkeys.ts'
import type { Place } from '#features/accounts/server/new-place.ts'
import { passkeyToAdd, storePasskey, verifyMade } from '#features/accounts/server/passkeys/add-passkey.ts'
import { stepBinding } from '#features/accounts/server/passkeys/challenges.ts'
import { passkeyToSign } from '#features/accounts/server/passkeys/take-passkey.ts'
import { passwordMatches } from '#features/accounts/server/passwords.ts'
import { countCode, signedInFrom } from '#features/accounts/server/second-factor/count-code.ts'
import { changeFactors } from '#features/accounts/server/second-factor/own-second-factor.ts'
import {
  confirmFirstCode,
  hasSecondFactor,
  makeRecoveryCodes,
} from '#features/accounts/server/second-factor/second-factor.ts'
import { type Shown, takeFactor } from '#features/accounts/server/second-factor/take-factor.ts'
import { countTry, factorsOf, type SignInAttempt } from '#features/accounts/server/sign-in.ts'
import {
  beginPasswordStep,
  endStep,
  findStep,
  isStaff,
  mayTryFrom,
} from '#features/accounts/server/sign-in-steps.ts'
import { staffMessages } from '../rules/staff.ts'
import { staffSide } from './factor-side.ts'
import { beginStaffSession } from './sessions.ts'

/** What comes after the password: a second factor that they have, or first of all one to be set up. */
export interface NextStep {
  token: string
  next: 'code' | 'enroll'
  factors: FactorKind[]
}

/**
 * Address and password, which sign no one in yet. Unknown address, wrong password and ended access are answered alike,
 * in like time. Throws a `Refusal`; returns the token of the step that comes next.
 */
export async function beginSignIn(
  deps: Pick<Dependencies, 'db' | 'limits' | 'secrets' | 'queue'>,
  { email, password, address }: SignInAttempt,
): Promise<NextStep> {
  const { db, secrets } = deps
  const network = networkOf(address)
  const networks = secrets.proofs('network', network)
  const [user] = await db
    .select({
      ...getTableColumns(users),
      hasAuthenticator,
      hasPasskey,
      isKnown: sql<boolean>`(${exists(
        db
          .select({ one: sql`1` })
          .from(staffSessions)
          .where(
            and(
              eq(staffSessions.userId, users.id),
              sql`${staffSessions.networkHash} = any(${sql.param(networks)}::bytea[])`,
            ),
          ),
      )} or ${mayTryFrom(sql`${sql.param(networks)}::bytea[]`)})`,
    })
    .from(users)
    .where(and(sql`lower(${users.email}) = ${email}`, isStaff))
  const isKnown = user?.isKnown ?? false
  const site = siteOf(address)
  await countTry(deps, 'staff', { email, network, site, isKnown })
  const matches = await passwordMatches(
    user?.passwordHash,
    password,
    user && isKnown ? { rank: 'known', of: user.id } : { rank: 'stranger', of: site },
  )
  if (!user || !matches) {
    if (user) await audit(db, { actor: 'operator', action: 'staff.session_refused', userId: user.id })
    throw notRight()
  }
  // Replaced, or their access ended, while the password was being verified: it is not right any more.
  const token = await db.transaction((tx) => beginPasswordStep(tx, user, isStaff))
  if (!token) throw notRight()
  const factors = factorsOf(user)
  return { token, next: factors.length > 0 ? 'code' : 'enroll', factors }
}

const notRight = () => new Refusal(401, 'unauthenticated', 'The email or password is not right.')

type EndDeps = Pick<Dependencies, 'db' | 'limits' | 'secrets' | 'outbox' | 'config' | 'brand'>

const triedBy = async (deps: EndDeps, userId: string, { address }: Place) => ({
  address,
  isKnown: await signedInFrom(deps, staffSessions, { userId, address }),
})

/** The second factor after the password: signs in. Throws a `Refusal`. */
export async function signInByFactor(deps: EndDeps, step: string | undefined, shown: Shown, place: Place) {
  const { id: userId, ...person } = await findStep(deps.db, step, 'password')
  const asked = { boundTo: stepBinding(step), purpose: 'sign in' } as const
  const owner = { side: staffSide, userId, ...person }
  await takeFactor(deps, owner, asked, await triedBy(deps, userId, place), shown)
  return deps.db.transaction(async (tx) => {
    await endStep(tx, step ?? '', 'password')
    return beginStaffSession(deps, tx, { userId, ...place })
  })
}

/** What a passkey is to sign after the password. Throws a `Refusal`. */
export async function passkeyAfterPassword(deps: EndDeps, step: string | undefined, address: string) {
  const { id: userId } = await findStep(deps.db, step, 'password')
  return passkeyToSign(deps, { userId, boundTo: stepBinding(step), purpose: 'sign in' }, address)
}

/** What a device is asked for, to be the first second factor. Throws a `Refusal`, also when there is one already. */
export async function firstPasskey(deps: EndDeps, step: string | undefined) {
  const user = await findStep(deps.db, step, 'password')
  await wantNone(deps.db, user.id)
  return passkeyToAdd(deps, { userId: user.id, boundTo: stepBinding(step) }, user)
}

/** Throws a `Refusal` where there is a second factor: the password alone sets up no other. */
export async function wantNone(db: EndDeps['db'], userId: string): Promise<void> {
  if (await hasSecondFactor(db, userId)) throw conflict(staffMessages.hasFactor)
}

/** A first second factor: the first code of an authenticator app, or a passkey. */
export type FirstFactor = { code: string } | { name: string; passkey: MadePasskey }

/**
 * The first second factor, after the password: from now on it is asked for. Signs in, and returns recovery codes, which are
 * shown once. Throws a `Refusal`, also when there is one already.
 */
export async function signInByFirstFactor(
  deps: EndDeps,
  step: string | undefined,
  first: FirstFactor,
  place: Place,
) {
  const { id: userId } = await findStep(deps.db, step, 'password')
  await countCode(deps, { userId, ...(await triedBy(deps, userId, place)) })
  const verified =
    'code' in first
      ? undefined
      : await verifyMade(deps, { userId, boundTo: stepBinding(step) }, first.passkey)
  return changeFactors(deps, userId, async (tx) => {
    await endStep(tx, step ?? '', 'password')
    await wantNone(tx, userId)
    const begun = await beginStaffSession(deps, tx, { userId, ...place })
    if ('code' in first) await confirmFirstCode({ ...deps, db: tx }, userId, first.code)
    else if (verified) await storePasskey(tx, { userId, name: first.name }, verified)
    const codes = await makeRecoveryCodes(tx, userId)
    await audit(tx, { actor: 'operator', action: 'staff.joined', userId })
    return { ...begun, recoveryCodes: codes }
  })
}
