import type { HealthSignal, SignalCode } from './health-signals.ts'
import type { HealthState } from './health-states.ts'
import { isAgainst } from './picture.ts'

/**
 * How much is wrong with a domain, for whoever is told of it: each is worse than the one before, and stored by its place
 * here. `repair`: it may not send before something is mended, and is not burnt.
 */
const troubles = ['none', 'watch', 'repair', 'rest', 'replace'] as const
export type Trouble = (typeof troubles)[number]

/** The number that a trouble is stored as. */
export const troubleNumber = (trouble: Trouble): number => troubles.indexOf(trouble)

interface Judged {
  state: HealthState
  cause: SignalCode | null
  signals: readonly HealthSignal[]
}

/** What is wrong with a domain by what was decided. One of which too little is known has not recovered, nor is it worse. */
export function troubleOf({ state, cause, signals }: Judged): Trouble {
  if (state === 'rest' || state === 'replace') return state
  if (state !== 'watch') return 'none'
  const demandsRepair = (signal: HealthSignal) =>
    signal.code === cause && signal.gate === 'repair' && isAgainst(signal)
  return signals.some(demandsRepair) ? 'repair' : 'watch'
}

/**
 * The worst that the last words of all sources say of a domain, however old they are: what nobody has seen to be well
 * since. A source that is silent has taken nothing back.
 */
export function troubleLastSaid(signals: readonly HealthSignal[]): Trouble {
  const said = signals.filter(isAgainst).map(({ gate }) => troubleNumber(gate ?? 'watch'))
  return troubles[Math.max(0, ...said)] ?? 'none'
}

/** Whether one signal alone demands it, whatever the score: that is told at once. */
export function isAtTheGate({ state, cause, signals }: Judged): boolean {
  const trouble = troubleOf({ state, cause, signals })
  if (trouble === 'none' || trouble === 'watch') return false
  if (trouble === 'repair' || cause === 'placement') return true
  return signals.some(({ gate, verdict }) => verdict === 'bad' && (gate === 'rest' || gate === 'replace'))
}
