import { Refusal } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { heldAmong } from '#delivery/domains/held.ts'
import { nestedProblems } from '#delivery/domains/nested-names.ts'
import { orderCountMax, planIds, requiredDomains } from '#features/plans/rules/catalog.ts'
import { soldTlds } from '#features/plans/rules/price-list.ts'
import { suggestNames } from '#vendors/availability/adapter/name-suggestions.ts'
import { type AvailabilityResult, domainAvailabilityMessages } from '../../rules/domain-availability.ts'

/** Alternatives offered beside a name that is not available. */
const suggestionsShown = 5

/**
 * Names that the registrar is asked about for one customer, one at a time, as each is chosen: those of the largest order
 * three times in a row.
 */
const checksAtOnce =
  3 *
  Math.max(
    ...planIds.map((plan) => {
      const { azure, google } = requiredDomains(plan, orderCountMax)
      return azure + google
    }),
  )
const checkRate = { perSecond: checksAtOnce / 3_600, burst: checksAtOnce }

/**
 * Whether names that someone is about to take can be bought: held by an order here, and what the registrar says. A name
 * that could not be found out in time is not called free. Throws a `Refusal` (429) when the customer has had too many
 * checked.
 */
export async function verifyNames(
  { db, vendors, prices, limits }: Pick<Dependencies, 'db' | 'vendors' | 'prices' | 'limits'>,
  customerId: string,
  names: readonly string[],
): Promise<AvailabilityResult[]> {
  const exists = await heldAmong(db, names)
  const nested = await nestedProblems(db, names)
  const results = new Map<string, AvailabilityResult>()
  const refuse = (domain: string, message: string): AvailabilityResult => ({
    domain,
    available: false,
    exists_in_airtable: exists.has(domain),
    message,
    suggestions: suggestNames(domain, { tlds: soldTlds(prices.now), max: suggestionsShown }),
  })
  const ask: string[] = []
  for (const name of new Set(names)) {
    const problem = exists.has(name) ? domainAvailabilityMessages.exists : nested.get(name)
    if (problem) results.set(name, refuse(name, problem))
    else ask.push(name)
  }
  const cost = ask.filter((name) => !vendors.nameCheck.isKnown(name)).length
  if (cost > 0) {
    const place = await limits.allow({ key: `name-check:${customerId}`, rate: checkRate, cost })
    if (!place.ok) throw tooMany(place.retryAfterMs)
  }
  for await (const found of vendors.nameCheck.check(ask)) {
    results.set(
      found.name,
      found.state === 'available'
        ? { domain: found.name, available: true, exists_in_airtable: false, message: '', suggestions: [] }
        : {
            ...refuse(found.name, found.reason ?? domainAvailabilityMessages.taken),
            ...(found.state === 'unknown' && { checking: true, registrarAway: found.registrarAway }),
          },
    )
  }
  return [...new Set(names)].flatMap((name) => results.get(name) ?? [])
}

const tooMany = (retryAfterMs: number) =>
  new Refusal(
    429,
    'rate_limited',
    `You’ve checked a lot of domains. You can check more in ${countOf(Math.ceil(retryAfterMs / 60_000), 'minute')}.`,
    { retryAfterMs, details: { againAt: new Date(Date.now() + retryAfterMs).toISOString() } },
  )
