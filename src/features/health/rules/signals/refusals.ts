import { keysOf } from '#base/records/keys-of.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Finding, Gate, SignalUnit } from '../health-signals.ts'

/** Who speaks in a refusal: Microsoft, for the sender's own tenant too, Gmail for all domains that it hosts, or any other server. */
export type RefusalVoice = 'microsoft' | 'gmail' | 'other'

/** Whom a refusal of outgoing mail hits, and what it asks for; `null`: it says nothing of the sender's reputation. */
export interface RefusalMeaning {
  unit: SignalUnit
  gate?: Gate
  what: string
}

interface KnownCode {
  code: string
  means: RefusalMeaning | null
  /** Whose code it is: any server can write these digits, and of another's they mean nothing. Absent: anybody's. */
  voice?: RefusalVoice
}

/**
 * Codes by which Microsoft refuses everything that a tenant sends. Where it has only reached as many outside recipients
 * as it may in a day (`null`), no domain has done anything wrong: mail goes out again as the day moves on.
 */
const tenantRefusals = {
  '5.7.232': null,
  '5.7.233': null,
  '5.7.705': 'the host stopped the whole tenant',
  '5.7.708': 'the host takes no mail of this tenant',
} as const

export const tenantCodes = keysOf(tenantRefusals)
export type TenantCode = (typeof tenantCodes)[number]

/** Whether a code is about the whole tenant: then what came back is the host's doing, and not the domain's. */
export const isTenantCode = (code: string | null): code is TenantCode =>
  tenantCodes.some((each) => each === code)

/** https://learn.microsoft.com/exchange/mail-flow-best-practices/non-delivery-reports-in-exchange-online/non-delivery-reports-in-exchange-online */
const microsofts: readonly KnownCode[] = [
  { code: '5.1.8', means: { unit: 'mailbox', what: 'the host stopped the mailbox from sending' } },
  { code: '5.7.501', means: { unit: 'mailbox', what: 'the host banned the account for spam' } },
  { code: '5.7.502', means: { unit: 'mailbox', what: 'the host banned the account for spam' } },
  { code: '5.7.503', means: { unit: 'mailbox', what: 'the host banned the account for spam' } },
  // A tenant may be let send again, so its domains rest and are not given up; whoever cannot wait replaces them.
  ...tenantCodes.map((code) => {
    const what = tenantRefusals[code]
    return { code, means: what === null ? null : { unit: 'tenant' as const, gate: 'rest' as const, what } }
  }),
  { code: '5.7.800', means: { unit: 'domain', gate: 'replace', what: 'Microsoft banned the domain' } },
  {
    code: '5.7.750',
    means: { unit: 'domain', gate: 'repair', what: 'the domain is not registered in its tenant' },
  },
  { code: '5.7.509', means: { unit: 'domain', gate: 'repair', what: 'a receiver misses authentication' } },
  { code: '5.7.515', means: { unit: 'domain', gate: 'repair', what: 'a receiver misses authentication' } },
]

/** https://support.google.com/a/answer/3726730 */
const gmails: readonly KnownCode[] = [
  { code: '5.7.26', means: { unit: 'domain', gate: 'repair', what: 'Gmail misses authentication' } },
  { code: '5.7.27', means: { unit: 'domain', gate: 'repair', what: 'Gmail misses authentication' } },
  { code: '5.7.30', means: { unit: 'domain', gate: 'repair', what: 'Gmail misses authentication' } },
  { code: '4.7.31', means: { unit: 'domain', gate: 'repair', what: 'Gmail misses authentication' } },
  { code: '4.7.32', means: { unit: 'domain', gate: 'repair', what: 'Gmail misses authentication' } },
  { code: '4.7.28', means: { unit: 'domain', what: 'Gmail sees an unusual rate of unsolicited mail' } },
  { code: '5.7.1', means: { unit: 'domain', what: 'a receiver calls the mail unsolicited' } },
]

const meanings: readonly KnownCode[] = [
  ...microsofts.map((each) => ({ ...each, voice: 'microsoft' as const })),
  ...gmails.map((each) => ({ ...each, voice: 'gmail' as const })),
  { code: 'Suspended', means: { unit: 'mailbox', what: 'Google stopped the mailbox' } },
  // Shared addresses of the hosts, and wrong recipients: no fault of the domain's reputation.
  ...['5.7.511', '5.1.1', '5.1.10', '5.4.1', '5.7.504'].map((code) => ({ code, means: null })),
]
const byCode = new Map(meanings.map((each) => [each.code, each]))

/** What an enhanced status code means; `undefined` for one nobody has described, which proves nothing. */
export const meaningOf = (code: string): RefusalMeaning | null | undefined => byCode.get(code)?.means

/** The code, where the table has it and it is this speaker's to say; null for everything else, which is "not described". */
export function describedCode(code: string, voice: RefusalVoice): string | null {
  const known = byCode.get(code)
  return known && (known.voice === undefined || known.voice === voice) ? code : null
}

/** Refusals of one code in the last 24 hours. */
export interface RefusalCount {
  code: string
  /** Different domains of recipients that refused; one company's own rule is one. */
  recipients: number
  /** Whether the host's own list or alert says so, which needs no second refusal. */
  confirmed: boolean
  /** Those domains with their refusals, where they are known by name: most first. */
  by?: readonly { receiver: string; refusals: number }[]
}

const strengthOf: Record<Gate | 'none', number> = { none: 0, repair: 1, rest: 2, replace: 3 }

/** Recipients' domains that make a refusal sure where the host itself has not said so. */
const sureFrom = (code: string): number => (code === '4.7.28' || code === '5.7.1' ? 3 : 2)

/**
 * What a refusal demands of the domain: nothing while it is only a hint. A mailbox that is banned is one of many: how
 * many are cut off is a signal of its own.
 */
function gateOf(means: RefusalMeaning, { code, recipients, confirmed }: RefusalCount): Gate | undefined {
  if (means.unit === 'mailbox') return undefined
  return confirmed || recipients >= sureFrom(code) ? (means.gate ?? 'rest') : undefined
}

/** What the hosts and receivers refuse, worst first. One refusal is a hint; a ban is the host's word or a second one. */
export function judgeRefusals(counts: readonly RefusalCount[]): Finding {
  const found = counts.flatMap((count) => {
    const means = meaningOf(count.code)
    if (!means || (count.recipients <= 0 && !count.confirmed)) return []
    return [{ ...count, means, gate: gateOf(means, count) }]
  })
  const strength = ({ gate }: { gate: Gate | undefined }) => strengthOf[gate ?? 'none']
  const worst = found.sort(
    (a, b) => strength(b) - strength(a) || b.recipients - a.recipients || a.code.localeCompare(b.code),
  )[0]
  if (!worst)
    return { verdict: 'ok', points: 0, evidence: 'No refusal that speaks of the sender in 24 hours.' }
  const { unit, what } = worst.means
  const evidence = `${worst.code}: ${what} (${worst.confirmed ? 'the host says so' : refusedBy(worst, unit)}).`
  if (worst.gate === undefined) return { verdict: 'warn', points: 10, unit, evidence }
  return { verdict: 'bad', points: worst.gate === 'repair' ? 10 : 60, gate: worst.gate, unit, evidence }
}

/** Receivers that a sentence names. */
const namedMost = 3

/** What is said of a whole tenant is one sentence for all of its domains, whatever was counted of each. */
function refusedBy({ recipients, by = [] }: RefusalCount, unit: SignalUnit): string {
  if (unit === 'tenant') return 'in the last 24 hours'
  if (by.length === 0) return `${recipients} in 24 hours`
  const named = by.slice(0, namedMost).map(({ receiver, refusals }) => `${receiver} ${refusals}`)
  const others = recipients - named.length
  return `${countOf(recipients, 'receiver', 'receivers')} in 24 hours: ${named.join(', ')}${others > 0 ? ` and ${countOf(others, 'other')}` : ''}`
}

/** What became of a domain's deliveries that failed in the last 24 hours. */
export interface FailedMail {
  /** By code of the table. */
  refusals: readonly RefusalCount[]
  failed: number
  /** Those of which nobody has read yet why. */
  unread: number
  /** Those that were read, in words that nobody has described. */
  notDescribed: number
}

/**
 * What single receivers refuse. What speaks against the sender counts by itself; that nothing does, only once each failed
 * delivery has been read.
 */
export function judgeFailedMail({ refusals, failed, unread, notDescribed }: FailedMail): Finding {
  const finding = judgeRefusals(refusals)
  if (finding.verdict !== 'ok') return finding
  const deliveries = `${countOf(failed, 'delivery', 'deliveries')} failed in 24 hours`
  if (unread > 0)
    return { ...finding, verdict: 'unknown', evidence: `${deliveries}; why is not read yet of ${unread}.` }
  if (failed === 0) return { ...finding, evidence: 'No delivery of its mail failed in 24 hours.' }
  const others = notDescribed > 0 ? `; ${notDescribed} of them in words that are not described` : ''
  return {
    ...finding,
    evidence: `${deliveries}, none for a reason that is known to lie with the sender${others}.`,
  }
}
