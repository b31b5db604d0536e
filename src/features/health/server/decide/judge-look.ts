import { badSince, keyOfBad, withoutDoubted } from '../../rules/doubted.ts'
import { alertsSource, type HealthSignal } from '../../rules/health-signals.ts'
import type { Incident } from '../../rules/incidents.ts'
import { type HealthMemory, newHealth } from '../../rules/memory.ts'
import { type HealthInputs, type HealthVerdict, nextHealth } from '../../rules/next-health.ts'
import { isAgainst } from '../../rules/picture.ts'
import { warmupOf } from '../../rules/warmup.ts'
import type { Looked } from '../looks/looked.ts'

/** What is known of a domain after a look, before anything is decided. */
export interface Known {
  looked: Looked
  signals: readonly HealthSignal[]
  bad: Record<string, number>
}

export interface Judged extends Known {
  before: HealthMemory
  inputs: HealthInputs
  verdict: HealthVerdict
}

/**
 * The last word of every source: one that gave no answer leaves what it said before, which grows old. An alert that is not
 * understood is an answer: what spoke against the domain before is not among the alerts any more.
 */
export function knownAfter(looked: Looked, now: number): Known {
  const last = new Map(looked.domain.signals.map((signal) => [keyOfBad(signal), signal]))
  for (const signal of looked.seen) {
    const before = last.get(keyOfBad(signal))
    const isOver = before !== undefined && signal.source === alertsSource && isAgainst(before)
    const isSilent =
      signal.verdict === 'unknown' && before !== undefined && before.verdict !== 'unwatched' && !isOver
    if (!isSilent) last.set(keyOfBad(signal), signal)
  }
  const signals = [...last.values()]
  return { looked, signals, bad: badSince(looked.domain.bad, signals, now) }
}

/** Decides how a domain is, without what doubted sources say against it. */
export function judge(known: Known, incidents: readonly Incident[], now: number): Judged {
  const before = known.looked.domain.memory ?? newHealth(now)
  const inputs = {
    signals: withoutDoubted(known.signals, known.bad, incidents, now),
    warmup: warmupOf(known.looked.notes.warmup, now),
  }
  return { ...known, before, inputs, verdict: nextHealth(before, inputs, now) }
}
