import { inArray } from 'drizzle-orm'
import type { MovedDomains } from '#shared/api/console/domains.ts'
import { countOf } from '#shared/text/count-of.ts'
import { domains } from '../../../db/schema/index.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { Refusal } from '../../../http/refusal.ts'
import { moveDomain } from './move-domain.ts'

/**
 * Places domains at another account, each in a transaction of its own: what stays says why, and keeps no other from being
 * moved. No third party is asked meanwhile. Given again, it moves what is left.
 */
export async function moveDomains(
  deps: Pick<Dependencies, 'db' | 'queue'>,
  ids: readonly string[],
  accountId: string,
): Promise<MovedDomains> {
  const rows = await deps.db
    .select({ id: domains.id, name: domains.name })
    .from(domains)
    .where(inArray(domains.id, [...ids]))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const stay: MovedDomains['stay'] = []
  let label = ''
  for (const id of ids) {
    try {
      label = await moveDomain(deps, id, accountId)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      stay.push({ id, name: names.get(id) ?? id, why: error.message })
    }
  }
  const moved = ids.length - stay.length
  const message =
    moved === 0
      ? 'No domain was moved.'
      : `${countOf(moved, 'domain')} placed at ${label}${stay.length > 0 ? `, ${countOf(stay.length, 'domain')} left where they are` : ''}.`
  return { moved, stay, message }
}
