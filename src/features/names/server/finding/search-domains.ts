import type { Dependencies } from '#delivery/dependencies.ts'
import { heldAmong } from '#delivery/domains/held.ts'
import { nestedProblems } from '#delivery/domains/nested-names.ts'
import { pricesOf, registrationCents, soldTlds } from '#features/plans/rules/price-list.ts'
import { suggestNames } from '#vendors/availability/adapter/name-suggestions.ts'
import type { FoundDomain } from '../../api/find-domains.ts'
import { tldOf } from '../../rules/domain-name.ts'

/** The searched name is known within this time or shown as "checking"; so are its suggestions. */
const answerWithinMs = 250

/**
 * The searched name and others like it, at once: what registries and DNS say within a blink is known, the rest is
 * "checking", and the page searches for the same again. Looking continues meanwhile, so that answer is quick. The
 * registrar is never asked: what only it can say is "check", and decided when the name is taken.
 */
export const searchDomains = (
  deps: Pick<Dependencies, 'db' | 'vendors' | 'prices'>,
  name: string,
): Promise<FoundDomain[]> =>
  previewNames(deps, [name, ...suggestNames(name, { tlds: soldTlds(deps.prices.now) })])

/** The same of names that someone has in mind, each once. */
export async function previewNames(
  { db, vendors, prices }: Pick<Dependencies, 'db' | 'vendors' | 'prices'>,
  wanted: readonly string[],
): Promise<FoundDomain[]> {
  const names = [...new Set(wanted)]
  const held = await heldAmong(db, names)
  const nested = await nestedProblems(db, names)
  const seen = new Map<string, FoundDomain['state']>(names.map((each) => [each, 'taken']))
  const open = names.filter((each) => !held.has(each) && !nested.has(each))
  for await (const { name, state } of vendors.nameLookUp.lookUp(open, { deadlineMs: answerWithinMs }))
    seen.set(name, state)
  const fees = pricesOf(prices.now)
  return names.map((domain) => ({
    domain,
    state: seen.get(domain) ?? 'checking',
    priceCents: registrationCents(fees, tldOf(domain)),
  }))
}
