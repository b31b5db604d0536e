import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#base/db/client.ts'
import { hasFactor } from '#base/db/has-factor.ts'
import { newId } from '#base/db/ids.ts'
import { recoveryCodes, secondFactors, users } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { conflict, ruleBroken } from '#base/http/refusal.ts'
import { tokenHash } from '#base/http/session-lookup.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { recoveryCodeCount, staffMessages } from '#features/staff/rules/staff.ts'
import { newRecoveryCode, readCode } from '../tokens.ts'
import { type CodeTry, countCode } from './count-code.ts'

type Deps = Pick<Dependencies, 'db' | 'limits' | 'secrets'>

const stepSeconds = 30
/** A clock may be half a minute off, either way. */
const window = 1

const totpOf = (secret: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), digits: 6, period: stepSeconds })

/** An app has a next code soon, a list of recovery codes has others. */
function wrongCode(typed: string) {
  const said = /[a-z]/i.test(typed) ? staffMessages.recoveryCodeWrong : staffMessages.codeWrong
  return ruleBroken(said, { code: said })
}

/** Whether someone has a second factor that is in use, of whichever kind. */
export const hasSecondFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, userId), hasFactor))) > 0

/**
 * A new secret, which opens nothing until its first code was right. Returns it in base 32, and as a QR code says it. Throws
 * a `Refusal` where one is in use.
 */
export async function beginSecondFactor(
  { db, secrets }: Deps,
  { id, email }: { id: string; email: string },
  issuer: string,
): Promise<{ secret: string; uri: string }> {
  const factorId = newId('secondFactor')
  const secret = new Secret({ size: 20 }).base32
  const row = { id: factorId, userId: id, secret: secrets.seal(secret, placeOf.secondFactor(factorId)) }
  const { rowCount } = await db
    .insert(secondFactors)
    .values(row)
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { ...row, lastStep: null },
      setWhere: isNull(secondFactors.confirmedAt),
    })
  if (!rowCount) throw conflict(staffMessages.hasAuthenticator)
  return { secret, uri: totpOf(secret, { issuer, label: email }).toString() }
}

/** The half minute that a code is of, while it is near; undefined for any other code. */
function stepOf(secret: string, code: string): number | undefined {
  const timestamp = Date.now()
  const delta = totpOf(secret).validate({ token: code, timestamp, window })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / stepSeconds) + delta
}

/** Takes a code of someone's authenticator: each half minute's once. Returns whether it was one. */
async function takeTotp({ db, secrets }: Deps, userId: string, code: string): Promise<boolean> {
  const inUse = and(eq(secondFactors.userId, userId), isNotNull(secondFactors.confirmedAt))
  const [factor] = await db.select().from(secondFactors).where(inUse)
  const step = factor && stepOf(secrets.open(factor.secret, placeOf.secondFactor(factor.id)), code)
  if (!factor || step === undefined) return false
  const isUnused = or(isNull(secondFactors.lastStep), lt(secondFactors.lastStep, step))
  const { rowCount } = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(inUse, eq(secondFactors.id, factor.id), isUnused))
  return Boolean(rowCount)
}

/**
 * Takes the first code of a new authenticator, which is in use from then on: as part of a transaction, with its row locked,
 * so that it is the one whose secret was verified. Throws a `Refusal` when the code is not right.
 */
export async function confirmFirstCode({ db, secrets }: Deps, userId: string, typed: string): Promise<void> {
  const [factor] = await db
    .select()
    .from(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)))
    .for('update')
  const read = readCode(typed)
  const step =
    factor && read?.kind === 'totp'
      ? stepOf(secrets.open(factor.secret, placeOf.secondFactor(factor.id)), read.code)
      : undefined
  if (!factor || step === undefined)
    throw ruleBroken(staffMessages.firstCodeWrong, { code: staffMessages.firstCodeWrong })
  await db
    .update(secondFactors)
    .set({ lastStep: step, confirmedAt: sql`now()` })
    .where(eq(secondFactors.id, factor.id))
}

/**
 * Takes a code of an authenticator, or a recovery code, which is used up. Throws a `Refusal` when it is neither, once
 * that is noted.
 */
export async function takeCode(
  deps: Deps,
  tried: CodeTry,
  typed: string,
  noteRefused: () => Promise<void>,
): Promise<void> {
  await countCode(deps, tried)
  const read = readCode(typed)
  const isRight =
    read?.kind === 'totp'
      ? await takeTotp(deps, tried.userId, read.code)
      : read && (await takeRecoveryCode(deps.db, tried.userId, read.code))
  if (isRight) return
  await noteRefused()
  throw wrongCode(typed)
}

async function takeRecoveryCode(db: Db, userId: string, code: string): Promise<boolean> {
  const { rowCount } = await db
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, tokenHash(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
  return Boolean(rowCount)
}

/** New recovery codes in the place of those before. They can be read here and never again. */
export async function makeRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: tokenHash(code.replaceAll('-', '')) })))
  return codes
}

export const recoveryCodesLeft = (db: Db, userId: string): Promise<number> =>
  db.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
