import { watchList } from '../list-end.ts'

interface Page<T> {
  data: T[]
  has_more: boolean
}

/**
 * All entries of a list of Stripe's, which continues behind the last of a page.
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
  }
}
