import type { Collection } from '#vendors/sandbox/store.ts'
import type { StripeAccount } from './account.ts'
import type { List } from './objects.ts'
import { missingReference } from './problem.ts'

export interface PageRequest {
  limit?: number
  starting_after?: string
  ending_before?: string
}

const chunkSize = 200

/** A customer that a list is asked of; what a deleted one had is still listed. */
export function listedCustomer(
  account: Pick<StripeAccount, 'customers' | 'deletedCustomers'>,
  id: string | undefined,
): string | undefined {
  if (id !== undefined && !account.customers.get(id) && !account.deletedCustomers.get(id))
    throw missingReference('customer', id, 'customer')
  return id
}

/**
 * A page, newest first as everywhere at Stripe. `until` ends the search at the first object it holds for, which
 * spares reading all there is.
 */
export function page<T extends { id: string }>(
  collection: Collection<T>,
  url: string,
  request: PageRequest,
  options: { parent?: string; where?: (object: T) => boolean; until?: (object: T) => boolean } = {},
): List<T> {
  const { limit = 10, starting_after: after, ending_before: before } = request
  const cursor = after ?? before
  if (cursor && !collection.get(cursor))
    throw missingReference('object', cursor, after ? 'starting_after' : 'ending_before')

  let collecting = after === undefined
  const found: T[] = []
  for (const object of newestFirst(collection, options.parent)) {
    if (object.id === before || options.until?.(object)) break
    if (collecting && (options.where?.(object) ?? true)) {
      found.push(object)
      if (before === undefined && found.length > limit) break
    }
    if (object.id === after) collecting = true
  }
  const data = before === undefined ? found.slice(0, limit) : found.slice(-limit)
  return { object: 'list', url, has_more: found.length > limit, data }
}

/** Wraps what is there already, for lists inside of objects. */
export const wholeList = <T>(url: string, data: T[]): List<T> => ({
  object: 'list',
  url,
  has_more: false,
  data,
})

/** A page of what an object itself holds, in its own order. */
export function pageOfKnown<T extends { id: string }>(
  url: string,
  entries: readonly T[],
  { limit = 10, starting_after: after }: PageRequest,
): List<T> {
  const from = after === undefined ? 0 : entries.findIndex(({ id }) => id === after) + 1
  return {
    object: 'list',
    url,
    has_more: from + limit < entries.length,
    data: entries.slice(from, from + limit),
  }
}

function* newestFirst<T>(collection: Collection<T>, parent: string | undefined): Generator<T> {
  for (let offset = 0; ; offset += chunkSize) {
    const chunk = collection.list({ parent, newestFirst: true, limit: chunkSize, offset })
    yield* chunk
    if (chunk.length < chunkSize) return
  }
}

export type TimeRange = { gt?: number; gte?: number; lt?: number; lte?: number }
export const isWithin = (at: number, range: TimeRange = {}) =>
  (range.gt === undefined || at > range.gt) &&
  (range.gte === undefined || at >= range.gte) &&
  (range.lt === undefined || at < range.lt) &&
  (range.lte === undefined || at <= range.lte)
