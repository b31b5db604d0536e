import type { HealthMode } from './health-mode.ts'
import type { HealthSignal } from './health-signals.ts'
import type { HealthState } from './health-states.ts'
import { restsADay } from './rest-cap.ts'

/**
 * How far a rest is. `suggested` and `dismissed`: nothing is changed. `resting`: no cold mail. `returning`: the limits are
 * set back in steps. `over`: they are as they were, or what was suggested is not asked for any more.
 */
export const actStates = ['suggested', 'dismissed', 'resting', 'returning', 'over'] as const
export type ActState = (typeof actStates)[number]
/** Who has a domain rested: its customer, or the product by itself. */
export const actBys = ['customer', 'system'] as const
export type ActBy = (typeof actBys)[number]
/** Those in which the limits in the sending tool are ours to say. */
export const actingStates = ['resting', 'returning'] as const satisfies readonly ActState[]

/** Whether a state asks for a domain to send no cold mail. */
export const asksForRest = (state: HealthState): boolean => state === 'rest' || state === 'replace'

/** Whether one signal alone demands a rest or a replacement. */
export const hasGate = (signals: readonly Pick<HealthSignal, 'gate' | 'verdict'>[]): boolean =>
  signals.some(({ gate, verdict }) => verdict === 'bad' && (gate === 'rest' || gate === 'replace'))

/** The same by what it did itself, and not by what its whole account is accused of. */
export const hasOwnGate = (signals: readonly Pick<HealthSignal, 'gate' | 'verdict' | 'unit'>[]): boolean =>
  hasGate(signals.filter(({ unit }) => unit !== 'tenant'))

/** Whether a domain is to send no cold mail from this moment, whatever was planned: it is decided so, and by a gate. */
export const stopsAtOnce = ({
  state,
  signals,
}: {
  state: HealthState
  signals: readonly Pick<HealthSignal, 'gate' | 'verdict'>[]
}): boolean => asksForRest(state) && hasGate(signals)

/** How a rest stands: the share is hundredths of the cold mail, null where nothing is said about it. */
export interface Standing {
  state: ActState
  share: number | null
}

/** The standing of a rest that is wanted now. */
export const restingNow: Standing = { state: 'resting', share: 0 }
/** The standing once the limits are as they were. */
export const overNow: Standing = { state: 'over', share: null }

/**
 * What becomes of a rest by what its domain is decided to be now.
 * @param health its state, and the share of its cold mail that it should send, in hundredths
 */
export function followed(standing: Standing, health: { state: HealthState; share: number }): Standing {
  const isAsked = asksForRest(health.state)
  switch (standing.state) {
    case 'suggested':
      return isAsked ? standing : overNow
    case 'resting':
    case 'returning':
      if (isAsked) return restingNow
      return health.share >= 100 ? overNow : { state: 'returning', share: health.share }
    default:
      return standing
  }
}

/** A domain that should rest and about which nothing is done. */
export interface Asking {
  domainId: string
  /** One signal alone demands it, whatever the score. */
  isGate: boolean
  /** One of the domain itself. */
  isOwnGate: boolean
  score: number
}

/**
 * What is done about the domains of one customer that should rest: nothing, a suggestion, or the rest itself as far as the
 * day's cap goes; gates first, those of the domain itself before those of its account, then the lowest score.
 * @param domains how many of the customer's domains are watched
 * @param restedToday how many were rested without asking in the last 24 hours
 */
export function chooseActs<Domain extends Asking>(
  mode: HealthMode,
  { domains, restedToday, asking }: { domains: number; restedToday: number; asking: readonly Domain[] },
): { rest: Domain[]; suggest: Domain[] } {
  if (mode === 'observe') return { rest: [], suggest: [] }
  if (mode === 'suggest') return { rest: [], suggest: [...asking] }
  const left = Math.max(0, restsADay(domains) - restedToday)
  const worstFirst = asking.toSorted(
    (a, b) =>
      Number(b.isOwnGate) - Number(a.isOwnGate) ||
      Number(b.isGate) - Number(a.isGate) ||
      a.score - b.score ||
      (a.domainId < b.domainId ? -1 : 1),
  )
  return { rest: worstFirst.slice(0, left), suggest: worstFirst.slice(left) }
}

/**
 * The daily limit of a mailbox that sends a share of its cold mail: whole mails, at least one where it sends at all.
 * @param whole what it sends a day when it sends in full
 * @param share hundredths
 * @param least what its tool takes for a limit at least: a whole below it counts only once it sends in full
 */
export function limitAt(whole: number, share: number, least: number): number {
  if (share >= 100) return whole
  const sends = share > 0 && whole > 0
  return Math.max(least, sends ? Math.min(whole, Math.max(1, Math.ceil((whole * share) / 100))) : 0)
}
