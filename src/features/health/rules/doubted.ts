import type { HealthSignal, SignalCode } from './health-signals.ts'
import { type Incident, isHeldBack, type SaysBad } from './incidents.ts'
import { isAgainst } from './picture.ts'

/** How what one source says of a domain is called where it is remembered: "blocklist dbl". */
export const keyOfBad = ({ code, source }: Pick<HealthSignal, 'code' | 'source'>): string =>
  `${code} ${source}`

/**
 * Whether a source calls the domain itself bad. Of a list the first answer counts: a list that errs names many at once.
 * What a host says of an account is one word of one account, however many domains are in it.
 */
const callsBad = ({ code, verdict, points, unit }: HealthSignal): boolean =>
  unit !== 'tenant' && (verdict === 'bad' || (code === 'blocklist' && points > 0))

/** Since when each source calls the domain bad, of what was known before and what is said now. */
export function badSince(
  before: Readonly<Record<string, number>>,
  signals: readonly HealthSignal[],
  now: number,
): Record<string, number> {
  const since: Record<string, number> = {}
  for (const signal of signals)
    if (callsBad(signal)) since[keyOfBad(signal)] = before[keyOfBad(signal)] ?? now
  return since
}

/** The same as lines of the sources, for whoever compares many domains. */
export const saysOf = (domainId: string, bad: Readonly<Record<string, number>>): SaysBad[] =>
  Object.entries(bad).map(([key, turnedAt]) => {
    const at = key.indexOf(' ')
    return {
      domainId,
      code: key.slice(0, at) as SaysBad['code'],
      source: key.slice(at + 1),
      turnedAt,
      campaigns: [],
    }
  })

/** The signals without what doubted sources say against the domain: that counts as nothing said. */
export const withoutDoubted = (
  signals: readonly HealthSignal[],
  bad: Readonly<Record<string, number>>,
  incidents: readonly Incident[],
  now: number,
): HealthSignal[] =>
  signals.map((signal) => {
    const turnedAt = bad[keyOfBad(signal)] ?? now
    if (!isAgainst(signal) || !isHeldBack(incidents, { source: signal.source, turnedAt })) return signal
    const { gate: _, ...rest } = signal
    return { ...rest, verdict: 'ok', points: 0 }
  })

interface Decided {
  cause: SignalCode | null
  signals: readonly HealthSignal[]
  bad: Readonly<Record<string, number>>
}

/** Whether a domain is as it is decided to be by nobody's word but that of sources that are doubted at present. */
export function isCauseDoubted({ cause, signals, bad }: Decided, incidents: readonly Incident[]): boolean {
  const against = signals.filter((signal) => signal.code === cause && isAgainst(signal))
  const isDoubted = (signal: HealthSignal) =>
    isHeldBack(incidents, { source: signal.source, turnedAt: bad[keyOfBad(signal)] ?? signal.observedAt })
  return against.length > 0 && against.every(isDoubted)
}
