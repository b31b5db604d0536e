import type { SignalCode } from './health-signals.ts'
import { probesSource } from './probes.ts'

const hour = 3_600_000

/** What one source says against one domain at present. */
export interface SaysBad {
  domainId: string
  code: SignalCode
  source: string
  /** Since when it says so, in epoch ms. */
  turnedAt: number
  /** What the domain sends for, since a cause may be the campaign's. */
  campaigns: readonly string[]
}

/** A source that is doubted itself. Times are epoch ms. */
export interface Incident {
  source: string
  /** What it has turned from then on is not believed. */
  from: number
  /** When it was last seen to say too much. */
  lastAt: number
}

/**
 * So many domains, and so large a share of all, may turn bad by one source within an hour before it is doubted; by probes
 * within a day. It is believed again, with what it still says, once that has been less for some hours.
 */
export const incidentLines = { domains: 10, share: 0.05, within: hour, doubtedFor: 6 * hour } as const

/** A domain's turn to be probed comes once a day: a host or mailbox that errs turns a whole fleet over a day. */
const withinOf = (source: string): number => (source === probesSource ? 24 * hour : incidentLines.within)

/** Whether a source's word against a domain is held back, since the source itself is doubted. */
export const isHeldBack = (
  incidents: readonly Incident[],
  { source, turnedAt }: Pick<SaysBad, 'source' | 'turnedAt'>,
): boolean => incidents.some((each) => each.source === source && turnedAt >= each.from)

/**
 * The sources that are doubted now. One that turns at least ten domains and 5 % of all within an hour, or a day where
 * its turns are spread over one, is itself what is wrong.
 * @param domains how many there are in all
 */
export function incidentsAfter(
  before: readonly Incident[],
  says: readonly SaysBad[],
  domains: number,
  now: number,
): Incident[] {
  const isMany = (of: readonly SaysBad[]) => {
    const count = new Set(of.map(({ domainId }) => domainId)).size
    return count >= incidentLines.domains && count >= domains * incidentLines.share
  }
  const bySource = Map.groupBy(says, ({ source }) => source)
  const kept = before.flatMap((incident) => {
    const held = (bySource.get(incident.source) ?? []).filter((said) => isHeldBack([incident], said))
    if (isMany(held)) return [{ ...incident, lastAt: now }]
    return now - incident.lastAt < incidentLines.doubtedFor ? [incident] : []
  })
  const begun = [...bySource].filter(([source, of]) => {
    if (kept.some((each) => each.source === source)) return false
    return isMany(of.filter(({ turnedAt }) => now - turnedAt <= withinOf(source)))
  })
  return [...kept, ...begun.map(([source]) => ({ source, from: now - withinOf(source), lastAt: now }))]
}

/**
 * Campaigns whose domains share one fault: more than half of them have it, so it is the campaign's text or its list, and
 * is taken from no domain's score.
 * @param members the domains of each campaign
 */
export function campaignFaults(
  says: readonly SaysBad[],
  members: ReadonlyMap<string, readonly string[]>,
): { campaign: string; code: SignalCode }[] {
  const found: { campaign: string; code: SignalCode }[] = []
  const byCode = Map.groupBy(says, ({ code }) => code)
  for (const [campaign, of] of members) {
    if (of.length < 3) continue
    for (const [code, said] of byCode) {
      const has = new Set(
        said.filter(({ campaigns }) => campaigns.includes(campaign)).map((each) => each.domainId),
      )
      if (of.filter((id) => has.has(id)).length > of.length / 2) found.push({ campaign, code })
    }
  }
  return found
}
