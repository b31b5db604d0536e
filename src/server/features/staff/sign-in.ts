import { and, eq, exists, getTableColumns, sql } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import { staffSessions, users } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { networkOf, siteOf } from '../../http/network-of.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Place } from '../auth/new-place.ts'
import { passwordMatches } from '../auth/passwords.ts'
import { type CodeTry, countCode, signedInFrom } from '../auth/second-factor/count-code.ts'
import {
  confirmFirstCode,
  hasSecondFactor,
  makeRecoveryCodes,
  takeCode,
} from '../auth/second-factor/second-factor.ts'
import { countTry, type SignInAttempt } from '../auth/sign-in.ts'
import { beginPasswordStep, endStep, findStep, isStaff } from '../auth/sign-in-steps.ts'
import { beginStaffSession } from './sessions.ts'

/** What comes after the password: a code, or first of all an authenticator to make codes with. */
export type NextStep = 'code' | 'enroll'

const nextStepOf = async (db: Dependencies['db'], userId: string): Promise<NextStep> =>
  (await hasSecondFactor(db, userId)) ? 'code' : 'enroll'

/**
 * Address and password, which sign no one in yet. Unknown address, wrong password and ended access are answered alike,
 * in like time. Throws a `Refusal`; returns the token of the step that comes next.
 */
export async function beginSignIn(
  { db, limits, secrets }: Pick<Dependencies, 'db' | 'limits' | 'secrets'>,
  { email, password, address }: SignInAttempt,
): Promise<{ token: string; next: NextStep }> {
  const network = networkOf(address)
  const networks = secrets.proofs('network', network)
  const [user] = await db
    .select({
      ...getTableColumns(users),
      isKnown: sql<boolean>`${exists(
        db
          .select({ one: sql`1` })
          .from(staffSessions)
          .where(
            and(
              eq(staffSessions.userId, users.id),
              sql`${staffSessions.networkHash} = any(${sql.param(networks)}::bytea[])`,
            ),
          ),
      )}`,
    })
    .from(users)
    .where(and(sql`lower(${users.email}) = ${email}`, isStaff))
  const isKnown = user?.isKnown ?? false
  const site = siteOf(address)
  await countTry(limits, { email, network, site, isKnown })
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
  return { token, next: await nextStepOf(db, user.id) }
}

const notRight = () => new Refusal(401, 'unauthenticated', 'The email or password is not right.')

type EndDeps = Pick<Dependencies, 'db' | 'limits' | 'secrets' | 'outbox' | 'config'>

const triedBy = async (deps: EndDeps, userId: string, { address }: Place): Promise<CodeTry> => ({
  userId,
  address,
  isKnown: await signedInFrom(deps, staffSessions, { userId, address }),
})

/** The second factor after the password: signs in. Throws a `Refusal`. */
export async function signInByCode(deps: EndDeps, step: string | undefined, code: string, place: Place) {
  const user = await findStep(deps.db, step, 'password')
  await takeCode(deps, await triedBy(deps, user.id, place), code, () =>
    audit(deps.db, {
      actor: 'operator',
      action: 'staff.session_refused',
      userId: user.id,
      data: { code: true },
    }),
  )
  return deps.db.transaction(async (tx) => {
    await endStep(tx, step ?? '', 'password')
    return beginStaffSession(deps, tx, { userId: user.id, ...place })
  })
}

/**
 * The first code of a new authenticator, after the password: from now on it is asked for. Signs in, and returns recovery
 * codes, which are shown once. Throws a `Refusal`, also when there is an authenticator already.
 */
export async function signInByFirstCode(deps: EndDeps, step: string | undefined, code: string, place: Place) {
  const user = await findStep(deps.db, step, 'password')
  await countCode(deps, await triedBy(deps, user.id, place))
  return deps.db.transaction(async (tx) => {
    await endStep(tx, step ?? '', 'password')
    const begun = await beginStaffSession(deps, tx, { userId: user.id, ...place })
    await confirmFirstCode({ ...deps, db: tx }, user.id, code)
    const codes = await makeRecoveryCodes(tx, user.id)
    await audit(tx, { actor: 'operator', action: 'staff.joined', userId: user.id })
    return { ...begun, recoveryCodes: codes }
  })
}
