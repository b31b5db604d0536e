import { errorCode } from '#base/error-code.ts'
import type { DnsAnswer } from '#vendors/ports/names.ts'

/** No such name, and no such record at that name: the only two that say a record is not there. */
const missingCodes = ['ENOTFOUND', 'ENODATA']

const reasons: Record<string, string> = {
  ETIMEOUT: 'no answer in time',
  ESERVFAIL: 'the name servers did not answer properly',
  EREFUSED: 'the name servers refused to answer',
  ECONNREFUSED: 'no DNS server could be reached',
}

/** Tells a record that is not there from an answer that did not come. */
export async function readAnswer<T>(looking: Promise<T[]>): Promise<DnsAnswer<T>> {
  try {
    const values = await looking
    return values.length > 0 ? { state: 'found', values } : { state: 'missing' }
  } catch (error) {
    const code = errorCode(error) ?? ''
    if (missingCodes.includes(code)) return { state: 'missing' }
    return { state: 'unknown', reason: reasons[code] ?? `DNS failed${code && ` (${code})`}` }
  }
}

/** Of name servers that answer differently the change is still on its way: nothing is known yet. */
export function agreed<T>([first, ...others]: readonly DnsAnswer<T>[]): DnsAnswer<T> {
  const isAgreed = others.every((other) => fingerprint(other) === fingerprint(first))
  return first && isAgreed ? first : { state: 'unknown', reason: 'the name servers do not agree yet' }
}

const fingerprint = (answer: DnsAnswer<unknown> | undefined): string =>
  answer?.state === 'found'
    ? JSON.stringify(answer.values.map((value) => JSON.stringify(value)).sort())
    : (answer?.state ?? '')
