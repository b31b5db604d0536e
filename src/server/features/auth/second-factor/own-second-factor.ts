import { eq, sql } from 'drizzle-orm'
import { secondFactorTexts } from '#shared/accounts/own-second-factor.ts'
import { audit } from '../../../audit/audit.ts'
import type { Db } from '../../../db/client.ts'
import { newId } from '../../../db/ids.ts'
import { recoveryCodes, refreshFamilies, secondFactors, users } from '../../../db/schema/index.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { conflict, ruleBroken } from '../../../http/refusal.ts'
import type { SignedIn } from '../../../http/session-lookup.ts'
import { isOwnPassword } from '../own-password.ts'
import { countCode } from './count-code.ts'
import {
  beginSecondFactor,
  confirmFirstCode,
  hasSecondFactor,
  makeRecoveryCodes,
  recoveryCodesLeft,
  takeCode,
} from './second-factor.ts'

type Deps = Pick<Dependencies, 'db' | 'limits' | 'secrets' | 'outbox' | 'config'>

/** Whether the caller has a second factor, and what is left of the recovery codes. */
export const readSecondFactor = async (db: Db, { userId }: SignedIn) => ({
  isOn: await hasSecondFactor(db, userId),
  recoveryCodesLeft: await recoveryCodesLeft(db, userId),
})

/** A secret for a new authenticator of the caller, who shows the password. Throws a `Refusal`. */
export async function beginOwnFactor(
  deps: Deps,
  caller: SignedIn,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const wrong = 'This is not your current password.'
  if (!(await isOwnPassword(deps.db, caller, password))) throw ruleBroken(wrong, { password: wrong })
  return beginSecondFactor(deps, { id: caller.userId, email: caller.email }, deps.config.productName)
}

/** The first code of the new authenticator: asked for from then on. Returns recovery codes, shown once. */
export async function confirmOwnFactor(
  deps: Deps,
  caller: SignedIn,
  code: string,
  address: string,
): Promise<string[]> {
  await countCode(deps, { userId: caller.userId, address, isKnown: true })
  return deps.db.transaction(async (tx) => {
    await confirmFirstCode({ ...deps, db: tx }, caller.userId, code)
    const codes = await makeRecoveryCodes(tx, caller.userId)
    await noteConfirmed(tx, caller)
    await audit(tx, { customerId: caller.id, actor: 'customer', action: 'second_factor.added' })
    await tell(deps, tx, caller, secondFactorTexts.added)
    return codes
  })
}

const noteConfirmed = (db: Db, { familyId }: SignedIn) =>
  db.update(refreshFamilies).set({ confirmedAt: sql`now()` }).where(eq(refreshFamilies.id, familyId))

/** Shows the second factor once more, which opens what does harm for a while. Throws a `Refusal`. */
export async function confirmCaller(
  deps: Deps,
  caller: SignedIn,
  code: string,
  address: string,
): Promise<void> {
  const tried = { userId: caller.userId, address, isKnown: true }
  const refused = {
    customerId: caller.id,
    actor: 'customer',
    action: 'session.refused',
    data: { code: true },
  } as const
  await takeCode(deps, tried, code, () => audit(deps.db, refused))
  await noteConfirmed(deps.db, caller)
}

/** New recovery codes in the place of those before. Throws a `Refusal` without an authenticator. */
export const renewOwnCodes = (deps: Deps, caller: SignedIn): Promise<string[]> =>
  deps.db.transaction(async (tx) => {
    // One at a time: of two presses the codes of the later one alone are worth something.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.userId)).for('update')
    if (!(await hasSecondFactor(tx, caller.userId))) throw conflict(secondFactorTexts.none)
    await audit(tx, { customerId: caller.id, actor: 'customer', action: 'second_factor.codes_made' })
    await tell(deps, tx, caller, secondFactorTexts.newCodes)
    return makeRecoveryCodes(tx, caller.userId)
  })

/** The password alone signs the caller in from then on. Throws a `Refusal` where it does already. */
export const removeOwnFactor = (deps: Deps, caller: SignedIn): Promise<void> =>
  deps.db.transaction(async (tx) => {
    if (!(await forgetFactor(tx, caller.userId))) throw conflict(secondFactorTexts.none)
    await audit(tx, { customerId: caller.id, actor: 'customer', action: 'second_factor.removed' })
    await tell(deps, tx, caller, secondFactorTexts.removed)
  })

/**
 * The password alone signs in one who has lost authenticator and recovery codes; everywhere they are signed in stays.
 * Whoever asks for it was seen to be them. Throws a `Refusal` where it does already.
 */
export const removeFactorOf = (
  deps: Deps,
  { customerId, ...user }: { customerId: string; userId: string; email: string; name: string },
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    if (!(await forgetFactor(tx, user.userId))) throw conflict(secondFactorTexts.theyHaveNone)
    await audit(tx, {
      customerId,
      actor: 'operator',
      action: 'second_factor.removed',
      data: { of: user.userId },
    })
    await tell(deps, tx, user, secondFactorTexts.removedForThem)
  })

/** Takes authenticator and recovery codes from someone. Returns whether there were any. */
async function forgetFactor(tx: Db, userId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return Boolean(rowCount)
}

const tell = (
  { outbox, config }: Deps,
  tx: Db,
  { email, name }: Pick<SignedIn, 'email' | 'name'>,
  what: string,
): Promise<void> =>
  outbox.put(tx, {
    key: `second-factor:${newId('mail')}`,
    to: email,
    subject: 'Your second factor was changed',
    text: [
      `Hello ${name},`,
      '',
      `${what} Account: ${config.productName}.`,
      '',
      `If that was not you, change your password at once, at ${config.publicUrl}/forgot-password, and write to ${config.supportEmail}.`,
    ].join('\n'),
  })
