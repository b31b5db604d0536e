import { hasGate, stopsAtOnce } from './acts.ts'
import type { HealthSignal, SignalCode } from './health-signals.ts'
import type { HealthState } from './health-states.ts'
import { type AccountMatter, isOfAccount } from './health-words.ts'
import type { HealthMemory } from './memory.ts'
import { restsForAccountAlone } from './next-health.ts'

interface Decided {
  state: HealthState
  memory: HealthMemory | null
  signals: readonly HealthSignal[]
}

/**
 * It should rest for what its account was accused of and for nothing else, and that is over, or the account has said
 * something else since: then it is looked at again at once. What is decided lasts as long as a rest does; for one that has
 * not begun, since the day's cap was full or nobody has answered, there is no reason any more.
 * @param isOutdated the account has said something else since
 */
export const isTakenBack = ({ isOutdated, ...decided }: Decided & { isOutdated: boolean }): boolean =>
  isForAccount(decided) && (isOutdated || !hasGate(decided.signals))

/**
 * Whether a domain is to send no cold mail from this moment, as far as is known: what an account was accused of that has
 * said something else since stops nothing, for what is stopped on its way out never sends again.
 */
export const isStoppedNow = (known: Decided & { isOutdated: boolean }): boolean =>
  stopsAtOnce(known) && !isTakenBack(known)

const isForAccount = ({ state, memory }: Pick<Decided, 'state' | 'memory'>): boolean =>
  state === 'rest' && memory !== null && restsForAccountAlone(memory)

/** Whether what a domain's account is accused of is the matter with it, or was. A rest of its own is its own matter. */
export function accountMatter(decided: Decided & { cause: SignalCode | null }): AccountMatter {
  const { state, memory, cause, signals } = decided
  if (isForAccount(decided)) return hasGate(signals) ? 'stands' : 'over'
  if (state === 'rest' && memory?.state === 'rest') return 'none'
  return isOfAccount(signals, cause) ? 'stands' : 'none'
}
