import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { passkeys, recoveryCodes, secondFactors, users } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { secondFactorTexts } from '../../rules/own-second-factor.ts'
import { type OwnFactors, passkeyTexts } from '../../rules/passkeys.ts'
import { countCode } from './count-code.ts'
import { customerSide, type FactorCaller, noteAct } from './factor-owner.ts'
import { confirmFirstCode, hasSecondFactor, makeRecoveryCodes, recoveryCodesLeft } from './second-factor.ts'
import { type Shown, takeFactor } from './take-factor.ts'
import { tellChange } from './tell-change.ts'

type Deps = Pick<Dependencies, 'db' | 'limits' | 'secrets' | 'outbox' | 'config' | 'brand'>

const isInUse = (userId: string) =>
  and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))

/** Somebody's second factors, and what is left of the recovery codes. */
export async function readFactors(db: Db, userId: string): Promise<OwnFactors> {
  const hasAuthenticator = (await db.$count(secondFactors, isInUse(userId))) > 0
  const own = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  return {
    isOn: hasAuthenticator || own.length > 0,
    hasAuthenticator,
    passkeys: own.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft: await recoveryCodesLeft(db, userId),
  }
}

/**
 * Changes somebody's second factors one change at a time: of two removals at the same moment the later one sees what the
 * earlier has left.
 */
export const changeFactors = <Result>(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  change: (tx: Db) => Promise<Result>,
): Promise<Result> =>
  db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
    return change(tx)
  })

/** Recovery codes, shown once, where a first second factor was added; none where there are some already. */
export async function codesOfFirst(tx: Db, caller: FactorCaller, hadOne: boolean): Promise<string[]> {
  if (hadOne) return []
  await caller.noteShown(tx)
  return makeRecoveryCodes(tx, caller.userId)
}

/** The first code of a new authenticator: asked for from then on. Returns recovery codes where it is the first factor. */
export async function addAuthenticator(
  deps: Deps,
  caller: FactorCaller,
  code: string,
  address: string,
): Promise<string[]> {
  await countCode(deps, { userId: caller.userId, address, isKnown: true })
  return changeFactors(deps, caller.userId, async (tx) => {
    const hadOne = await hasSecondFactor(tx, caller.userId)
    await confirmFirstCode({ ...deps, db: tx }, caller.userId, code)
    await noteAct(tx, caller, 'authenticator added')
    await tellChange(deps, tx, caller, secondFactorTexts.added)
    return codesOfFirst(tx, caller, hadOne)
  })
}

/** The authenticator app is not asked for any more. Throws a `Refusal` where there is none, or it has to stay. */
export const removeAuthenticator = (deps: Deps, caller: FactorCaller): Promise<void> =>
  changeFactors(deps, caller.userId, async (tx) => {
    const { rowCount } = await tx.delete(secondFactors).where(isInUse(caller.userId))
    if (!rowCount) throw conflict(passkeyTexts.noAuthenticator)
    const isLast = await endLast(tx, caller)
    await noteAct(tx, caller, 'authenticator removed')
    await tellChange(deps, tx, caller, isLast ? secondFactorTexts.removed : secondFactorTexts.appRemoved)
  })

/** At the end of a removal: whether nothing is left, and recovery codes go as well. Throws a `Refusal` where one must stay. */
export async function endLast(tx: Db, { userId, keepsOne }: FactorCaller): Promise<boolean> {
  if (await hasSecondFactor(tx, userId)) return false
  if (keepsOne !== undefined) throw conflict(keepsOne)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return true
}

/** Shows the second factor once more, which opens what does harm for a while. Throws a `Refusal`. */
export async function confirmCaller(
  deps: Deps,
  caller: FactorCaller,
  shown: Shown,
  address: string,
): Promise<void> {
  const asked = { boundTo: caller.sessionId, purpose: 'confirm' } as const
  await takeFactor(deps, caller, asked, { address, isKnown: true }, shown)
  await caller.noteShown(deps.db)
  await noteAct(deps.db, caller, 'confirmed')
}

/** New recovery codes in the place of those before. Throws a `Refusal` without a second factor. */
export const renewCodes = (deps: Deps, caller: FactorCaller): Promise<string[]> =>
  changeFactors(deps, caller.userId, async (tx) => {
    // Of two presses the codes of the later one alone are worth something.
    if (!(await hasSecondFactor(tx, caller.userId))) throw conflict(secondFactorTexts.none)
    await noteAct(tx, caller, 'codes made')
    await tellChange(deps, tx, caller, secondFactorTexts.newCodes)
    return makeRecoveryCodes(tx, caller.userId)
  })

/**
 * The password alone signs in one who has lost every second factor and the recovery codes; everywhere they are signed in
 * stays. Whoever asks for it was seen to be them. Throws a `Refusal` where it does already.
 */
export const removeFactorsOf = (
  deps: Deps,
  { customerId, ...user }: { customerId: string; userId: string; email: string; name: string },
): Promise<void> =>
  changeFactors(deps, user.userId, async (tx) => {
    if (!(await hasSecondFactor(tx, user.userId))) throw conflict(secondFactorTexts.theyHaveNone)
    await forgetFactors(tx, user.userId)
    await audit(tx, {
      customerId,
      actor: 'operator',
      action: 'second_factor.removed',
      data: { of: user.userId },
    })
    await tellChange(deps, tx, { side: customerSide, ...user }, secondFactorTexts.removedForThem)
  })

/** Takes authenticator, passkeys and recovery codes from someone. */
export async function forgetFactors(tx: Db, userId: string): Promise<void> {
  for (const table of [secondFactors, passkeys, recoveryCodes])
    await tx.delete(table).where(eq(table.userId, userId))
}
