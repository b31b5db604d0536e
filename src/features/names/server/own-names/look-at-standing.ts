import type { Dependencies } from '#delivery/dependencies.ts'
import { isPointedHere } from '#delivery/domains/points-here.ts'
import { domainsPerCallMax } from '#features/plans/rules/catalog.ts'
import type { StandingName } from '../../rules/standing-records.ts'
import { keptLinesOf } from './keep-records.ts'

/** New names that one customer has looked at: those of the largest order three times in a row. */
const looksAtOnce = 3 * domainsPerCallMax
const lookRate = { perSecond: looksAtOnce / 3_600, burst: looksAtOnce }

/**
 * What stops at names that a customer is about to point here. Of one that points here already nothing is left that could;
 * one that is late, or beyond what a customer may ask for, is not known.
 */
export async function lookAtStanding(
  deps: Pick<Dependencies, 'db' | 'vendors' | 'limits' | 'config'>,
  customerId: string,
  names: readonly string[],
): Promise<StandingName[]> {
  const {
    vendors: { standingLookUp },
    limits,
    config,
  } = deps
  const wanted = [...new Set(names)]
  const kept = await keptLinesOf(deps, customerId, wanted)
  const cost = wanted.filter((name) => !standingLookUp.isKnown(name)).length
  const place = cost === 0 || (await limits.allow({ key: `standing:${customerId}`, rate: lookRate, cost })).ok
  const looked = place ? wanted : wanted.filter(standingLookUp.isKnown)
  const seen = new Map<string, Omit<StandingName, 'kept'>>()
  for await (const { name, nameServers, ...found } of standingLookUp.lookUp(looked)) {
    const isHere = isPointedHere(nameServers ?? [], config.acceptedNameServers)
    seen.set(name, { domain: name, ...(isHere ? { isKnown: true, records: [] } : found) })
  }
  return wanted.map((domain) => ({
    ...(seen.get(domain) ?? { domain, isKnown: false, records: [] }),
    kept: kept.get(domain) ?? [],
  }))
}
