import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { and, eq, lt, or, sql } from 'drizzle-orm'
import { passkeys } from '#base/db/schema/index.ts'
import { networkOf } from '#base/http/network-of.ts'
import { conflict, rateLimited, ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type PasskeyToShow, passkeyMinutes, passkeyTexts, type ShownPasskey } from '../../rules/passkeys.ts'
import { type CodeTry, countCode } from '../second-factor/count-code.ts'
import { type AskedOf, keepChallenge, takeChallenge } from './challenges.ts'
import { knownPasskeys } from './known-passkeys.ts'
import { relyingParty } from './relying-party.ts'

type Deps = Pick<Dependencies, 'db' | 'config' | 'limits'>

/** Challenges of one person in one network, then one every six seconds. */
const askRate = { perSecond: 1 / 6, burst: 20 }

/** What one of somebody's passkeys is to sign. Throws a `Refusal` where they have none. */
export async function passkeyToSign(
  { db, config, limits }: Deps,
  asked: AskedOf,
  address: string,
): Promise<PasskeyToShow> {
  const place = await limits.allow({
    key: `passkey:at:${networkOf(address)}:${asked.userId}`,
    rate: askRate,
  })
  if (!place.ok) throw rateLimited('Too many tries. Please wait a minute.', place.retryAfterMs)
  const { id: rpId } = relyingParty({ config })
  const allowCredentials = await knownPasskeys(db, asked.userId)
  if (allowCredentials.length === 0) throw conflict(passkeyTexts.none)
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId })
  await keepChallenge(db, asked, challenge)
  return {
    challenge,
    rpId,
    timeout: passkeyMinutes * 60_000,
    allowCredentials,
    userVerification: 'preferred',
  }
}

interface Notes {
  /** It was not theirs, or signed something else. */
  refused: () => Promise<void>
  /** Its count went back: there is a copy. Told to its owner. */
  copied: (passkey: { id: string; name: string }) => Promise<void>
}

/** Takes what a passkey has signed. Throws a `Refusal` when it is not right, once that is noted. */
export async function takePasskey(
  deps: Deps,
  asked: AskedOf,
  tried: CodeTry,
  shown: ShownPasskey,
  notes: Notes,
): Promise<void> {
  const { db } = deps
  await countCode(deps, tried)
  const expectedChallenge = await takeChallenge(db, asked, shown)
  const [passkey] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, asked.userId), eq(passkeys.credentialId, shown.id)))
  const counter = passkey && (await counterSigned(deps, passkey, shown, expectedChallenge))
  if (!passkey || counter === undefined) {
    await notes.refused()
    throw ruleBroken(passkeyTexts.wrong)
  }
  // Two answers with the same count are one too many, also when they come at the same moment.
  const isAhead = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`))
  const { rowCount } = await db
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, passkey.id), isAhead))
  if (rowCount) return
  await notes.copied(passkey)
  throw ruleBroken(passkeyTexts.copied)
}

/** What the device says that it has counted, where the signature is right. */
async function counterSigned(
  { config }: Deps,
  { credentialId, publicKey, transports }: typeof passkeys.$inferSelect,
  shown: ShownPasskey,
  expectedChallenge: string,
): Promise<number | undefined> {
  const party = relyingParty({ config })
  const signed = await verifyAuthenticationResponse({
    response: { ...shown, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    // The count is compared where it is stored, together with storing the new one.
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0, transports },
  }).catch(() => undefined)
  return signed?.verified ? signed.authenticationInfo.newCounter : undefined
}
