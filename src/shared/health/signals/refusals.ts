import type { Finding, Gate, SignalUnit } from '../health-signals.ts'

/** Whom a refusal of outgoing mail hits, and what it asks for; `null`: it says nothing of the sender's reputation. */
export interface RefusalMeaning {
  unit: SignalUnit
  gate?: Gate
  what: string
}

const meanings: readonly { code: string; means: RefusalMeaning | null }[] = [
  { code: '5.1.8', means: { unit: 'mailbox', what: 'the host stopped the mailbox from sending' } },
  { code: 'Suspended', means: { unit: 'mailbox', what: 'Google stopped the mailbox' } },
  { code: '5.7.501', means: { unit: 'mailbox', what: 'the host banned the account for spam' } },
  { code: '5.7.502', means: { unit: 'mailbox', what: 'the host banned the account for spam' } },
  { code: '5.7.503', means: { unit: 'mailbox', what: 'the host banned the account for spam' } },
  { code: '5.7.705', means: { unit: 'tenant', gate: 'replace', what: 'the host stopped the whole tenant' } },
  {
    code: '5.7.708',
    means: { unit: 'tenant', gate: 'replace', what: 'the host takes no mail of this tenant' },
  },
  { code: '5.7.800', means: { unit: 'domain', gate: 'replace', what: 'Microsoft banned the domain' } },
  {
    code: '5.7.750',
    means: { unit: 'domain', gate: 'repair', what: 'the domain is not registered in its tenant' },
  },
  { code: '5.7.509', means: { unit: 'domain', gate: 'repair', what: 'a receiver misses authentication' } },
  { code: '5.7.515', means: { unit: 'domain', gate: 'repair', what: 'a receiver misses authentication' } },
  { code: '5.7.26', means: { unit: 'domain', gate: 'repair', what: 'Gmail misses authentication' } },
  { code: '5.7.27', means: { unit: 'domain', gate: 'repair', what: 'Gmail misses authentication' } },
  { code: '5.7.30', means: { unit: 'domain', gate: 'repair', what: 'Gmail misses authentication' } },
  { code: '4.7.31', means: { unit: 'domain', gate: 'repair', what: 'Gmail misses authentication' } },
  { code: '4.7.32', means: { unit: 'domain', gate: 'repair', what: 'Gmail misses authentication' } },
  { code: '4.7.28', means: { unit: 'domain', what: 'Gmail sees an unusual rate of unsolicited mail' } },
  { code: '5.7.1', means: { unit: 'domain', what: 'a receiver calls the mail unsolicited' } },
  // The tenant's own quota, shared addresses of the hosts, and wrong recipients: no fault of the domain's reputation.
  ...['5.7.233', '5.7.511', '5.1.1', '5.1.10', '5.4.1', '5.7.504'].map((code) => ({ code, means: null })),
]
const byCode = new Map(meanings.map(({ code, means }) => [code, means]))

/** What an enhanced status code means; `undefined` for one nobody has described, which proves nothing. */
export const meaningOf = (code: string): RefusalMeaning | null | undefined => byCode.get(code)

/** Refusals of one code in the last 24 hours. */
export interface RefusalCount {
  code: string
  /** Different domains of recipients that refused; one company's own rule is one. */
  recipients: number
  /** Whether the host's own list or alert says so, which needs no second refusal. */
  confirmed: boolean
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
  const evidence = `${worst.code}: ${what} (${worst.confirmed ? 'the host says so' : `${worst.recipients} in 24 hours`}).`
  if (worst.gate === undefined) return { verdict: 'warn', points: 10, unit, evidence }
  return { verdict: 'bad', points: worst.gate === 'repair' ? 10 : 60, gate: worst.gate, unit, evidence }
}
