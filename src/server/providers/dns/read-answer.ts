import { errorCode } from '../../error-code.ts'
import type { DnsAnswer } from '../ports/names.ts'

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
