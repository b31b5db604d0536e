import { and, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm'
import type { ReplaceDomainsBody } from '#shared/domains/replacement/replace-request.ts'
import type { Db } from '../../../db/client.ts'
import { bundles, domains } from '../../../db/schema/index.ts'
import { isRunning } from '../../../domains/running.ts'
import { conflict, notFound } from '../../../http/refusal.ts'

/** A domain, and the name that takes its place. */
export interface Pair {
  original: typeof domains.$inferSelect
  newName: string
  /** The original goes on for some weeks after the new one is delivered. */
  withOverlap: boolean
}

/** In the order of the pairs. */
export const originalIdsOf = (pairs: readonly Pair[]): string[] => pairs.map(({ original }) => original.id)

export const orderedAlready = (name: string) =>
  conflict(`A replacement for ${name} has been ordered already.`)

/**
 * The domains that a request is about: each runs, or was taken by its owner, in a live order of this customer, and no
 * replacement has started. Throws a `Refusal` when one of them is not so.
 */
export async function findOriginals(
  db: Db,
  customerId: string,
  request: ReplaceDomainsBody,
): Promise<Pair[]> {
  const rows = await db
    .select({ domain: domains })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(
      and(
        eq(domains.customerId, customerId),
        inArray(
          domains.name,
          request.map((each) => each.originalDomain),
        ),
        or(isRunning, and(isNotNull(domains.takenAt), isNull(domains.replacedAt))),
        eq(bundles.status, 'live'),
      ),
    )
  return request.map(({ originalDomain, newDomain, overlap }) => {
    const original = rows.find(({ domain }) => domain.name === originalDomain)?.domain
    if (!original) throw notFound(`${originalDomain} is not among your active domains.`)
    if (original.replacedAt) throw orderedAlready(originalDomain)
    // One that serves nobody yet has nothing to go on with: what was chosen for the one before it stays.
    const withOverlap = original.deliveredAt ? overlap === true : original.withOverlap
    return { original, newName: newDomain, withOverlap }
  })
}
