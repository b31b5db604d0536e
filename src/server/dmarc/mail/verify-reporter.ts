import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { isKeyOfReporter, type Reporter, reporterOf } from '#shared/health/reporters.ts'
import type { Dns } from '../../providers/ports/names.ts'
import { bounds, NoReport } from '../bounds.ts'

const gone = (name: string) => Object.assign(new Error(`There is no key at ${name}.`), { code: 'ENOTFOUND' })

/** A key below this can be broken, and is not one of the reporters'. */
const minBitLength = 1_024

/**
 * Who has signed a mail, whatever it says of itself; undefined where a key could not be asked for. The signature has to
 * cover the whole body.
 * @throws NoReport where it is nobody who is believed
 */
export async function verifyReporter(mail: Buffer, dns: Pick<Dns, 'txt'>): Promise<Reporter | undefined> {
  refuseManySignatures(mail)
  let isUnknown = false
  const resolver = async (name: string) => {
    if (!isKeyOfReporter(name)) throw gone(name)
    const answer = await dns.txt(name)
    if (answer.state === 'unknown') isUnknown = true
    if (answer.state !== 'found') throw gone(name)
    return answer.values.map((value) => [value])
  }
  const { headerFrom, fromFields, results } = await dkimVerify(mail, { resolver, minBitLength, strict: true })
  const [from, ...others] = headerFrom
  const claimed = fromFields === 1 && others.length === 0 && from ? reporterOf(from) : undefined
  if (!claimed) throw new NoReport('Reports are taken from their known senders alone.')
  const isSigned = results.some(
    ({ signingDomain, status, canonBodyLengthLimited, signatureTimeValid }) =>
      status.result === 'pass' &&
      signingDomain?.toLowerCase() === claimed.signedFor &&
      canonBodyLengthLimited !== true &&
      signatureTimeValid !== false,
  )
  if (isSigned) return claimed.reporter
  if (isUnknown) return undefined
  throw new NoReport('Its sender has not signed it.')
}

/** Each signature costs a pass over the body, so they are counted before any is looked at. */
function refuseManySignatures(mail: Buffer): void {
  const head = mail.subarray(0, bounds.head).toString('latin1')
  const end = /\r?\n\r?\n/.exec(head)
  if (!end) throw new NoReport('Its headers are too long.')
  const signatures = head.slice(0, end.index).match(/^(?:dkim-signature|arc-[a-z-]{1,40}):/gim)?.length ?? 0
  if (signatures > bounds.signatures) throw new NoReport('It has too many signatures.')
}
