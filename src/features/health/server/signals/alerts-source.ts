import { alertsSource } from '../../rules/health-signals.ts'
import { isAgainst } from '../../rules/picture.ts'
import { judgeAccountAlerts } from '../../rules/signals/account-alerts.ts'
import type { KnownAlerts } from '../alerts/read-alerts.ts'
import { type HealthUnit, type Observation, signalOf } from './signal-source.ts'

/**
 * What the alerts of a domain's account say of it. What is against it counts by any answer; that there is nothing, only by
 * one that was whole, and no longer than since then. That the account is to be suspended is so until an answer says that it
 * is over, however long none comes. An account that may not be asked is else "not watched".
 */
export function alertsSeen(
  { name }: Pick<HealthUnit, 'name'>,
  known: KnownAlerts | undefined,
  now: number,
): Observation['seen'] {
  if (!known) return []
  const { alerts, isForbidden, saidAt, heardAt } = known
  const finding = judgeAccountAlerts(alerts, name, now)
  if (finding.unit === 'tenant') return [signalOf('ban', alertsSource, now, finding)]
  if (isForbidden)
    return [
      signalOf('ban', alertsSource, now, {
        verdict: 'unwatched',
        points: 0,
        evidence: 'Nobody has allowed us to read the alerts of its Google account.',
      }),
    ]
  const signal = signalOf('ban', alertsSource, now, finding)
  const at = isAgainst(signal) ? saidAt : heardAt
  return at === null ? [] : [{ ...signal, observedAt: Math.min(now, at) }]
}
