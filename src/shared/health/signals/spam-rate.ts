import type { Finding } from '../health-signals.ts'

/** Google's own lines: at 0.1 % it warns, at 0.3 % it stops taking mail. */
const lines = { watch: 0.001, stop: 0.003 } as const

/**
 * What Gmail's users marked as spam, a rate from 0 to 1 for each of the last seven days that has data. Google tells
 * nothing of a day with fewer than about 50 of its users; a domain without any such day is not watched this way.
 */
export function judgeSpamRate({ days, sends }: { days: readonly number[]; sends: boolean }): Finding {
  if (days.length === 0)
    return {
      verdict: sends ? 'unwatched' : 'unknown',
      points: 0,
      evidence: 'Google has no figure: it needs about 50 of its users a day.',
    }
  const worst = Math.max(...days)
  const stopped = days.filter((rate) => rate >= lines.stop).length
  const evidence = `At most ${(worst * 100).toFixed(2)} % of a day's mail, in ${days.length} of 7 days with data.`
  if (stopped >= 2) return { verdict: 'bad', points: 30, gate: 'rest', unit: 'domain', evidence }
  if (worst >= lines.watch) return { verdict: 'warn', points: 10, unit: 'domain', evidence }
  return { verdict: 'ok', points: 0, evidence }
}
