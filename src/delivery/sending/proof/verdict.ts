import type { CheckedMethod } from './authentication-results.ts'
import { readAuthenticationResults } from './authentication-results.ts'

/** What a mail has to pass, in the order in which it is told of. */
const proofChecks = ['spf', 'dkim', 'dmarc'] as const
export type ProofCheck = (typeof proofChecks)[number]

/** A check that a mail did not pass for the domain it came from. */
export interface FailedCheck {
  check: ProofCheck
  /** The host's word; `none` where it says nothing of it. */
  result: string
  /** The domain that it passed for instead. */
  passedFor?: string
}

/**
 * - `pass`: SPF and DKIM pass for the domain itself, and so does DMARC
 * - `fail`: the host looked, and one of them does not
 * - `unknown`: it did not say what it found
 */
export type Verdict = { state: 'pass' } | { state: 'unknown' } | { state: 'fail'; failed: FailedCheck[] }

/** What a receiving host found out about a mail from a domain, by the header that it wrote itself. */
export function verdictOf(header: string | undefined, domain: string): Verdict {
  const methods = header === undefined ? undefined : readAuthenticationResults(header)
  if (!methods?.some(({ method }) => proofChecks.some((check) => check === method)))
    return { state: 'unknown' }
  const failed = proofChecks.flatMap((check) => failureOf(check, methods, domain) ?? [])
  return failed.length === 0 ? { state: 'pass' } : { state: 'fail', failed }
}

/** Whom a result is about: hosts write it into different properties. */
const subjects: Record<ProofCheck, readonly string[]> = {
  spf: ['smtp.mailfrom'],
  dkim: ['header.d', 'header.i'],
  dmarc: ['header.from'],
}

function failureOf(
  check: ProofCheck,
  methods: readonly CheckedMethod[],
  domain: string,
): FailedCheck | undefined {
  const found = methods.filter(({ method }) => method === check)
  // "bestguesspass" is what Microsoft calls a pass without a DMARC record.
  const passed = found.filter(({ result }) => result === 'pass')
  const passedFor = passed.map(({ properties }) => subjectOf(check, properties))
  if (passedFor.some((subject) => subject !== undefined && isAligned(subject, domain))) return undefined
  const other = passedFor.find((subject) => subject !== undefined)
  return {
    check,
    result: passed.length > 0 ? 'pass' : (found[0]?.result ?? 'none'),
    ...(other !== undefined && { passedFor: other }),
  }
}

function subjectOf(check: ProofCheck, properties: CheckedMethod['properties']): string | undefined {
  const value = subjects[check].map((name) => properties[name]).find((text) => text !== undefined)
  return value?.slice(value.lastIndexOf('@') + 1).toLowerCase()
}

/** Our mail comes from registered names themselves, so what is aligned is the name or something below it. */
const isAligned = (subject: string, domain: string): boolean =>
  subject === domain.toLowerCase() || subject.endsWith(`.${domain.toLowerCase()}`)
