import { traceSource } from '../../rules/health-signals.ts'
import { isAgainst } from '../../rules/picture.ts'
import { judgeFailedMail } from '../../rules/signals/refusals.ts'
import type { KnownFailed } from '../trace/read-failed.ts'
import { type Observation, signalOf } from './signal-source.ts'

/**
 * Why single receivers refused a domain's mail. What speaks against it counts by whatever was read, for its day; that
 * nothing does, only by a whole list, and no longer than since then. A tenant whose trace nobody has allowed us to read is
 * "not watched" and never well.
 */
export function traceSeen(known: KnownFailed | undefined, now: number): Observation['seen'] {
  if (!known) return []
  const signal = signalOf('ban', traceSource, now, judgeFailedMail(known))
  const { isForbidden, heardAt, refusedAt } = known
  if (isAgainst(signal)) return [{ ...signal, observedAt: Math.min(now, refusedAt ?? now) }]
  if (isForbidden)
    return [
      signalOf('ban', traceSource, now, {
        verdict: 'unwatched',
        points: 0,
        evidence:
          'What single receivers refuse is not known, because nobody has allowed us to read the message trace of its Microsoft tenant.',
      }),
    ]
  return heardAt === null ? [] : [{ ...signal, observedAt: Math.min(now, heardAt) }]
}
