import type { FoundDomain } from '#shared/api/domains.ts'
import { registrationCents } from '#shared/catalog.ts'
import { tldOf } from '#shared/domain-name.ts'
import type { Dependencies } from '../../dependencies.ts'
import { suggestNames } from '../../providers/name-suggestions.ts'
import { verifyNames } from './verify-availability.ts'

/** The searched name is settled within this time or shown as "checking"; so are its suggestions. */
const answerWithinMs = 250

/**
 * The searched name and others like it, at once: what registries say within a blink is settled, the rest is
 * "checking" and asked about again by the page. Looking up goes on meanwhile, so that answer is quick.
 */
export async function searchDomains(deps: Dependencies, name: string): Promise<FoundDomain[]> {
  const names = [name, ...suggestNames(name, { tlds: deps.config.purchasableTlds })]
  const settled = new Map<string, 'available' | 'taken'>()
  for (const result of await verifyNames(deps, names, 'purchase', answerWithinMs)) {
    if (result.available) settled.set(result.domain, 'available')
    else if (!result.checking) settled.set(result.domain, 'taken')
  }
  return names.map((domain) => ({
    domain,
    state: settled.get(domain) ?? 'checking',
    priceCents: registrationCents(tldOf(domain)),
  }))
}
