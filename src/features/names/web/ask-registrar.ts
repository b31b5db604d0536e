import type { DomainOption } from '#features/plans/rules/catalog.ts'
import { call } from '#ui/api.ts'
import { verifyAvailability } from '../api/find-domains.ts'
import type { AvailabilityResult } from '../rules/domain-availability.ts'

const askAgainAfterMs = 2_400
const rounds = 10

/**
 * What is known of names that are about to be taken, the registrar's word for those to be bought. Names that nobody
 * could say anything about yet are asked about again, for a while; not where the registrar does not answer at all.
 * Undefined when the call says that it has failed.
 */
export async function askRegistrar(
  names: readonly string[],
  option: DomainOption,
  signal?: AbortSignal,
): Promise<AvailabilityResult[] | undefined> {
  for (let round = 1; ; round++) {
    const { success, results } = await call(verifyAvailability, {
      body: { domains: [...names], is_user_own: option === 'own' ? 'yes' : 'no' },
      signal,
    })
    if (!success) return undefined
    const isOpen = results.some(({ checking, registrarAway }) => checking && !registrarAway)
    if (!isOpen || round === rounds) return results
    await new Promise((resolve) => setTimeout(resolve, askAgainAfterMs))
    signal?.throwIfAborted()
  }
}
