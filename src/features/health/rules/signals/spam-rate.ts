import type { Finding } from '../health-signals.ts'

/** The source that tells it. */
export const postmasterSource = 'postmaster'

/** Google's own lines: at 0.1 % it warns, at 0.3 % it stops taking mail. */
const lines = { watch: 0.001, stop: 0.003 } as const

/** Rates from 0 to 1, one for each of the last seven days that has data. */
export interface SpamRates {
  days: readonly number[]
  /** Whether the domain still sends, and whether Google has had figures for it before. */
  sends: boolean
  hadData: boolean
}

/**
 * What Gmail's users marked as spam. Google tells nothing of a day with fewer than about 50 of its users; a domain without
 * any such day is not watched this way, and neither is one without a single mark: 0 is also said of mail that lies in junk,
 * where nobody can mark it. Figures that stop while it sends on are a warning: mail in junk cannot be marked.
 */
export function judgeSpamRate({ days, sends, hadData }: SpamRates): Finding {
  const rates = days.filter((rate) => rate >= 0 && rate <= 1)
  if (rates.length === 0) {
    if (sends && hadData)
      return {
        verdict: 'warn',
        points: 5,
        unit: 'domain',
        evidence: 'Google has no figures any more, while it sends on.',
      }
    return {
      verdict: 'unwatched',
      points: 0,
      evidence: 'Google has no figure: it needs about 50 of its users a day.',
    }
  }
  const worst = Math.max(...rates)
  if (worst === 0)
    return {
      verdict: 'unwatched',
      points: 0,
      evidence: `Nobody marked any of it, in ${rates.length} of 7 days with data: Google says so of mail in junk as well.`,
    }
  const stopped = rates.filter((rate) => rate >= lines.stop).length
  const evidence = `At most ${(worst * 100).toFixed(2)} % of a day's mail, in ${rates.length} of 7 days with data.`
  if (stopped >= 2) return { verdict: 'bad', points: 30, gate: 'rest', unit: 'domain', evidence }
  if (worst >= lines.watch) return { verdict: 'warn', points: 10, unit: 'domain', evidence }
  return { verdict: 'ok', points: 0, evidence }
}
