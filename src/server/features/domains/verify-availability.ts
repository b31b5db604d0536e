import { and, inArray, isNull } from 'drizzle-orm'
import { type AvailabilityResult, domainAvailabilityMessages } from '#shared/domain-availability.ts'
import { domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { suggestNames } from '../../providers/name-suggestions.ts'

/** Alternatives offered beside a name that cannot be had. */
const suggestionsShown = 5

/**
 * Whether names can be bought, or brought along: held by an order here, and for names to be bought what registry
 * and registrar say. A name that could not be settled in time is not called free.
 */
export async function verifyNames(
  { db, vendors, config }: Pick<Dependencies, 'db' | 'vendors' | 'config'>,
  names: readonly string[],
  option: 'purchase' | 'own',
  deadlineMs = 10_000,
): Promise<AvailabilityResult[]> {
  const held = await db
    .select({ name: domains.name })
    .from(domains)
    .where(and(inArray(domains.name, [...names]), isNull(domains.releasedAt)))
  const exists = new Set(held.map(({ name }) => name))
  const results = new Map<string, AvailabilityResult>()
  const refuse = (domain: string, message: string): AvailabilityResult => ({
    domain,
    available: false,
    exists_in_airtable: exists.has(domain),
    message,
    suggestions: suggestNames(domain, { tlds: config.purchasableTlds, max: suggestionsShown }),
  })
  const ask: string[] = []
  for (const name of new Set(names)) {
    if (exists.has(name)) results.set(name, refuse(name, domainAvailabilityMessages.exists))
    // A name somebody owns is of course registered: that it is theirs shows when they point it here.
    else if (option === 'own')
      results.set(name, {
        domain: name,
        available: true,
        exists_in_airtable: false,
        message: '',
        suggestions: [],
      })
    else ask.push(name)
  }
  for await (const found of vendors.availability.lookUp(ask, { deadlineMs })) {
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
