import type { Logger } from 'pino'

const everyMs = 60_000

/**
 * For what strangers can bring about as often as they like: a line at once, and then one a minute at most that says how
 * often it was. `what` is one of a few.
 */
export function countWarnings(log: Pick<Logger, 'warn'>) {
  const since = new Map<string, { count: number; latest: object }>()

  function tell(what: string, count: number, latest: object): void {
    log.warn({ ...latest, count }, what)
    since.set(what, { count: 0, latest })
    setTimeout(() => {
      const { count, latest } = since.get(what) ?? { count: 0, latest: {} }
      if (count > 0) tell(what, count, latest)
      else since.delete(what)
    }, everyMs).unref()
  }

  return (what: string, latest: object): void => {
    const present = since.get(what)
    if (present) since.set(what, { count: present.count + 1, latest })
    else tell(what, 1, latest)
  }
}
