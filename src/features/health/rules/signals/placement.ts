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

/** A domain's probes of seven days at one provider: those that arrived, and those of them that lay in junk. */
export interface Placement {
  arrived: number
  junk: number
  /** Of those that arrived. */
  tab?: number
  /** Taken by the host that sends, and come nowhere. */
  missing?: number
  /** The host that sends has not taken them, or may not have. */
  refused?: number
  /** They say nothing: nobody could look, or the canary's of their hour lay in junk too. */
  void?: number
}

const evidenceNeeded = 5
const lines = { warn: 0.3, bad: 0.5 } as const

type Word = 'ok' | 'warn' | 'bad'
const points: Record<Word, number> = { ok: 0, warn: 15, bad: 30 }

/** What one provider says; undefined where it has shown too little, or numbers that cannot be. */
function wordOf({ arrived, junk, missing = 0 }: Placement): Word | undefined {
  // That all of it is lost somewhere is no junk, and not well either.
  if (arrived === 0 && missing >= evidenceNeeded) return 'warn'
  if (arrived < evidenceNeeded || junk < 0 || junk > arrived) return undefined
  const share = lowerBound(junk, arrived)
  if (share > lines.bad) return 'bad'
  return share > lines.warn ? 'warn' : 'ok'
}

/** "5 of 6 in junk at Google (1 under a tab, 2 missing)" */
function countsText(provider: ProbeProvider, { arrived, junk, tab = 0, missing = 0 }: Placement): string {
  const others = [tab > 0 ? `${tab} under a tab` : '', missing > 0 ? `${missing} missing` : '']
  const beside = others.filter((text) => text !== '').join(', ')
  return `${junk} of ${arrived} in junk at ${provider}${beside === '' ? '' : ` (${beside})`}`
}

const unwatched = (evidence: string): Finding => ({ verdict: 'unwatched', points: 0, evidence })

/**
 * Where the domain's own probes arrived, at the providers that probes are sent to. One provider's word is enough to be warned
 * by, since the other's filter is another one; to be well, each of them has to have spoken. Without a provider nobody
 * watches it, nor where probes show nothing and never did: that they have begun makes no domain unknown.
 * @param hadWord whether it was ok, warn or bad before, which stays where too little is seen now
 */
export function judgePlacement(of: Partial<Record<ProbeProvider, Placement>>, hadWord: boolean): Finding {
  const watched = probeProviders.flatMap((provider) => {
    const counted = of[provider]
    return counted ? [{ provider, counted }] : []
  })
  if (watched.length === 0) return unwatched('No probes are sent, so nobody sees where mail arrives.')
  const all = (count: (each: Placement) => number) =>
    watched.reduce((sum, { counted }) => sum + count(counted), 0)
  const shown = all(({ arrived, missing = 0 }) => arrived + missing)
  const refused = all((each) => each.refused ?? 0)
  const isAnyVoid = all((each) => each.void ?? 0) > 0
  const at = watched.map(({ provider }) => provider).join(' and ')
  if (shown === 0 && refused > 0 && !(hadWord && isAnyVoid))
    return unwatched(
      `Its host has taken none of its probes in 7 days (${refused} refused or lost), so nobody sees where its mail arrives.`,
    )
  const begun = `Probes to ${at} have begun, and the first word on it takes ${evidenceNeeded} days`
  if (shown === 0 && !(hadWord && isAnyVoid)) return unwatched(`${begun}.`)
  const counts = watched.map(({ provider, counted }) => countsText(provider, counted)).join(', ')
  const seen = `Seen by our probes at ${at} in 7 days: ${counts}`
  const words = watched.map(({ counted }) => wordOf(counted))
  for (const verdict of ['bad', 'warn'] as const)
    if (words.includes(verdict))
      return { verdict, points: points[verdict], unit: 'domain', evidence: `${seen}.` }
  if (words.every((word) => word === 'ok')) return { verdict: 'ok', points: points.ok, evidence: `${seen}.` }
  if (!hadWord) return unwatched(`${begun}. ${seen}.`)
  const evidence = `${seen}; too few to judge, ${evidenceNeeded} at each provider are needed.`
  return { verdict: 'unknown', points: 0, evidence }
}
