import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { NoReport } from '../bounds.ts'

/** A key below this can be broken, and is not one of the reporters'. */
const minBitLength = 1_024

/**
 * Hashes a mail and checks its one signature, which has to cover the whole body.
 * @param key the texts that DNS has where that signature's key stands
 * @throws NoReport where it is not signed for that name
 */
export async function verifySignature(
  mail: Buffer,
  { signedFor, key }: { signedFor: string; key: readonly string[] },
): Promise<void> {
  const resolver = async () => key.map((value) => [value])
  const { results } = await dkimVerify(mail, { resolver, minBitLength, strict: true })
  const isSigned = results.some(
    ({ signingDomain, status, canonBodyLengthLimited, signatureTimeValid }) =>
      status.result === 'pass' &&
      signingDomain?.toLowerCase() === signedFor &&
      canonBodyLengthLimited !== true &&
      signatureTimeValid !== false,
  )
  if (!isSigned) throw new NoReport('Its sender has not signed it.')
}
