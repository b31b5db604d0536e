import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { passkeys } from '#base/db/schema/index.ts'
import { brokenConstraint } from '#base/db/sql-state.ts'
import { conflict, ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import {
  type MadePasskey,
  type PasskeyToMake,
  passkeyMinutes,
  passkeysMax,
  passkeyTexts,
  passkeyTransports,
} from '../../rules/passkeys.ts'
import { type AskedOf, keepChallenge, takeChallenge } from './challenges.ts'
import { knownPasskeys } from './known-passkeys.ts'
import { relyingParty } from './relying-party.ts'

type Deps = Pick<Dependencies, 'db' | 'config' | 'brand'>
export type AskedToAdd = Omit<AskedOf, 'purpose'>

/** Ed25519, ECDSA on P-256 and RSA: every device has one of them, and none is an experiment of Node’s. */
const algorithms = [-8, -7, -257]

/** What a device is asked for to make another passkey. Throws a `Refusal` where there are enough. */
export async function passkeyToAdd(
  { db, config, brand }: Deps,
  asked: AskedToAdd,
  { email, name }: { email: string; name: string },
): Promise<PasskeyToMake> {
  const party = { ...relyingParty({ config }), name: brand.now.productName }
  const known = await knownPasskeys(db, asked.userId)
  if (known.length >= passkeysMax) throw conflict(passkeyTexts.tooMany)
  const { challenge, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: email,
    supportedAlgorithmIDs: algorithms,
  })
  await keepChallenge(db, { ...asked, purpose: 'add' }, challenge)
  return {
    challenge,
    rp: { id: party.id, name: party.name },
    // Opaque, as it has to be: it is kept by the device, and names nobody.
    user: { id: Buffer.from(asked.userId).toString('base64url'), name: email, displayName: name },
    pubKeyCredParams,
    timeout: passkeyMinutes * 60_000,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  }
}

/** What a device has made, as it was found to be. */
export type VerifiedPasskey = Pick<
  typeof passkeys.$inferInsert,
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>

/** Whether a device has made what it was asked for. Uses the challenge up. Throws a `Refusal`. */
export async function verifyMade(
  { db, config }: Deps,
  asked: AskedToAdd,
  made: MadePasskey,
): Promise<VerifiedPasskey> {
  const party = relyingParty({ config })
  const expectedChallenge = await takeChallenge(db, { ...asked, purpose: 'add' }, made)
  const verified = await verifyRegistrationResponse({
    response: { ...made, clientExtensionResults: {} },
    expectedChallenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    // The password was shown as well: that somebody touched the device is enough.
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!verified?.registrationInfo) throw ruleBroken(passkeyTexts.wrong)
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: passkeyTransports.filter((known) => made.response.transports?.includes(known)),
  }
}

/** Stores it, as part of a transaction that has locked the user. Throws a `Refusal` where it, or enough, is there. */
export async function storePasskey(
  tx: Db,
  { userId, name }: { userId: string; name: string },
  verified: VerifiedPasskey,
): Promise<void> {
  if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= passkeysMax)
    throw conflict(passkeyTexts.tooMany)
  await tx
    .insert(passkeys)
    .values({ id: newId('passkey'), userId, name, ...verified })
    .catch((error: unknown) => {
      if (brokenConstraint(error) === 'passkeys_credential') throw conflict(passkeyTexts.taken)
      throw error
    })
}
