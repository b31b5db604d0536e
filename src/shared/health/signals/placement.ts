import { lowerBound } from '../bounds.ts'
import type { Finding } from '../health-signals.ts'

const probeProviders = ['Microsoft', 'Google'] as const
export type ProbeProvider = (typeof probeProviders)[number]

/** Probes of the last seven days at one provider: those that arrived, and those of them that lay in junk. */
export interface Placement {
  arrived: number
  junk: number
}

const evidenceNeeded = 5
const lines = { warn: 0.3, bad: 0.5 } as const

/**
 * Where the domain's own probes arrived. One provider's word is enough to be bad, since the other's filter is another
 * one. A probe that is missing is no probe in junk: sending it failed, which other signals tell.
 */
export function judgePlacement(of: Record<ProbeProvider, Placement>): Finding {
  const seen = probeProviders.filter(
    (provider) =>
      of[provider].arrived >= evidenceNeeded &&
      of[provider].junk >= 0 &&
      of[provider].junk <= of[provider].arrived,
  )
  const counts = probeProviders
    .map((each) => `${of[each].junk} of ${of[each].arrived} in junk at ${each}`)
    .join(', ')
  if (seen.length === 0)
    return {
      verdict: 'unknown',
      points: 0,
      evidence: `${counts}: too few to judge, 5 at one provider are needed.`,
    }
  const worst = Math.max(...seen.map((provider) => lowerBound(of[provider].junk, of[provider].arrived)))
  const evidence = `${counts}, of our probes in 7 days.`
  if (worst > lines.bad) return { verdict: 'bad', points: 30, unit: 'domain', evidence }
  if (worst > lines.warn) return { verdict: 'warn', points: 15, unit: 'domain', evidence }
  return { verdict: 'ok', points: 0, evidence }
}
