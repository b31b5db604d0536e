import { lowerBound } from '../bounds.ts'
import type { Finding } from '../health-signals.ts'

const probeProviders = ['Microsoft', 'Google'] as const
export type ProbeProvider = (typeof probeProviders)[number]

/**
 * Where a probe was found: under `tab` it is in the inbox and not on its first page, `missing` it was taken by its host
 * and came nowhere. `unknown`: it was not sent for certain, or nobody could look.
 */
export const probeOutcomes = ['inbox', 'tab', 'junk', 'missing', 'unknown'] as const
export type ProbeOutcome = (typeof probeOutcomes)[number]

/** Probes of the last seven days at one provider: those that arrived, and those of them that lay in junk. */
export interface Placement {
  arrived: number
  junk: number
  /** Of those that arrived. */
  tab?: number
  /** Of those that did not. */
  missing?: number
}

const evidenceNeeded = 5
const lines = { warn: 0.3, bad: 0.5 } as const

/** What counts as one provider's word: enough probes, and numbers that can be. */
const isWord = ({ arrived, junk }: Placement): boolean =>
  arrived >= evidenceNeeded && junk >= 0 && junk <= arrived

/** "5 of 6 in junk at Google (1 under a tab, 2 missing)" */
function countsText(provider: ProbeProvider, { arrived, junk, tab = 0, missing = 0 }: Placement): string {
  const others = [tab > 0 ? `${tab} under a tab` : '', missing > 0 ? `${missing} missing` : '']
  const beside = others.filter((text) => text !== '').join(', ')
  return `${junk} of ${arrived} in junk at ${provider}${beside === '' ? '' : ` (${beside})`}`
}

/**
 * Where the domain's own probes arrived, at the providers that probes are sent to. One provider's word is enough to be bad,
 * since the other's filter is another one. A probe that is missing is no probe in junk: sending it failed, which other
 * signals tell. Without a provider nobody watches it.
 */
export function judgePlacement(of: Partial<Record<ProbeProvider, Placement>>): Finding {
  const watched = probeProviders.flatMap((provider) => {
    const counted = of[provider]
    return counted ? [{ provider, counted }] : []
  })
  if (watched.length === 0)
    return {
      verdict: 'unwatched',
      points: 0,
      evidence: 'No probes are sent, so nobody sees where mail arrives.',
    }
  const at = watched.map(({ provider }) => provider).join(' and ')
  if (watched.every(({ counted: { arrived, missing = 0 } }) => arrived + missing === 0))
    return {
      verdict: 'unknown',
      points: 0,
      evidence: `Our probes at ${at} have shown nothing yet: ${evidenceNeeded} at one provider are needed.`,
    }
  const counts = watched.map(({ provider, counted }) => countsText(provider, counted)).join(', ')
  const seen = `Seen by our probes at ${at} in 7 days: ${counts}`
  const words = watched.filter(({ counted }) => isWord(counted))
  if (words.length === 0)
    return {
      verdict: 'unknown',
      points: 0,
      evidence: `${seen}; too few to judge, ${evidenceNeeded} at one provider are needed.`,
    }
  const worst = Math.max(...words.map(({ counted: { junk, arrived } }) => lowerBound(junk, arrived)))
  const evidence = `${seen}.`
  if (worst > lines.bad) return { verdict: 'bad', points: 30, unit: 'domain', evidence }
  if (worst > lines.warn) return { verdict: 'warn', points: 15, unit: 'domain', evidence }
  return { verdict: 'ok', points: 0, evidence }
}
