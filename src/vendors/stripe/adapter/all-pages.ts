import { watchList } from '#vendors/client/list-end.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'

export interface Page<T> {
  data: T[]
  has_more: boolean
}

/** More than anything of ours has; what would be concluded from a part of it would be wrong. */
export const entriesMost = 10_000

/**
 * All entries of a list of Stripe's, which continues behind the last of a page. One that has too many is refused, so that
 * the operator is told and no sum is made of a part.
 * @param first what is known of it already, where it came with something else
 */
export async function allPages<T extends { id: string }>(
  operation: string,
  read: (after: string | undefined) => Promise<Page<T>>,
  first?: Page<T>,
): Promise<T[]> {
  const expectMore = watchList('stripe', operation)
  const all: T[] = []
  for (let page = first ?? (await read(undefined)); ; page = await read(all.at(-1)?.id)) {
    all.push(...page.data)
    if (!page.has_more) return all
    expectMore(page.data)
    if (all.length >= entriesMost)
      throw new VendorError({
        vendor: 'stripe',
        operation,
        kind: 'rejected',
        reason: `a list has more than ${entriesMost} entries, and is not decided by in part`,
      })
  }
}
