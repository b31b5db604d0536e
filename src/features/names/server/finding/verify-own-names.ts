import { fillMessage } from '#base/text/message.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { heldAmong } from '#delivery/domains/held.ts'
import { nestedProblems } from '#delivery/domains/nested-names.ts'
import { domainsPerCallMax } from '#features/plans/rules/catalog.ts'
import type { SeenOwnName } from '#vendors/availability/adapter/look-up-own-names.ts'
import { type AvailabilityResult, domainAvailabilityMessages } from '../../rules/domain-availability.ts'
import { checkOwnDomain, tldOf } from '../../rules/domain-name.ts'

/** New names that one customer has looked at; what is beyond that is taken without a look. */
const lookRate = { perSecond: 100 / 3_600, burst: domainsPerCallMax }

type OwnNameDependencies = Pick<Dependencies, 'db' | 'vendors' | 'limits'>

/**
 * Whether names can be brought along, and where they point: held by an order here, the rules, and what registries and
 * DNS say. Whose a name is shows only when it is pointed here; what nobody could say keeps nobody from going on.
 */
export async function verifyOwnNames(
  deps: OwnNameDependencies,
  customerId: string,
  names: readonly string[],
  options?: { deadlineMs?: number },
): Promise<AvailabilityResult[]> {
  const wanted = [...new Set(names)]
  const held = await heldAmong(deps.db, wanted)
  const nested = await nestedProblems(deps.db, wanted)
  const possible = wanted.filter((name) => checkOwnDomain(name).ok)
  const seen = await lookWithin(deps, customerId, possible, options)
  return wanted.map((domain) => {
    const exists = held.has(domain)
    const message = exists
      ? domainAvailabilityMessages.exists
      : whyNot(domain, nested.get(domain), seen.get(domain))
    const nameServers = seen.get(domain)?.nameServers
    return {
      domain,
      available: message === undefined,
      exists_in_airtable: exists,
      message: message ?? '',
      suggestions: [],
      ...(nameServers && { nameServers }),
    }
  })
}

async function lookWithin(
  { vendors, limits }: OwnNameDependencies,
  customerId: string,
  names: readonly string[],
  options?: { deadlineMs?: number },
): Promise<Map<string, SeenOwnName>> {
  const seen = new Map<string, SeenOwnName>()
  const cost = names.filter((name) => !vendors.ownNameLookUp.isKnown(name)).length
  const place = cost === 0 || (await limits.allow({ key: `own-name:${customerId}`, rate: lookRate, cost })).ok
  const looked = place ? names : names.filter(vendors.ownNameLookUp.isKnown)
  for await (const each of vendors.ownNameLookUp.lookUp(looked, options)) seen.set(each.name, each)
  return seen
}

/** Why a name that no order holds can never work here; undefined when it may. */
function whyNot(name: string, nested: string | undefined, seen: SeenOwnName | undefined): string | undefined {
  const rule = checkOwnDomain(name)
  if (!rule.ok) return rule.problem.message
  if (nested !== undefined) return nested
  if (seen?.state === 'unregistered') return domainAvailabilityMessages.unregistered
  return seen?.state === 'no_such_ending'
    ? fillMessage(domainAvailabilityMessages.noSuchEnding, { tld: tldOf(name) })
    : undefined
}
