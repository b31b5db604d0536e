import type { Collection } from '#vendors/sandbox/store.ts'
import { demoDnsimple } from './demo.ts'
import type { Owned } from './stored.ts'

/**
 * What one account sees of a collection: an account's token reaches the domains, zones and contacts of that account only
 * (https://support.dnsimple.com/articles/api-access-token/), and what is another's is not found.
 */
export function ownedBy<T extends Owned>(all: Collection<T>, owner: number | undefined): Collection<T> {
  if (owner === undefined) return all
  const isOwn = (value: T | undefined) => (value?.accountId ?? demoDnsimple.accountId) === owner
  const entries: Collection<T>['entries'] = ({ limit, offset = 0, ...options } = {}) => {
    const own = all.entries(options).filter(({ value }) => isOwn(value))
    return own.slice(offset, limit === undefined ? undefined : offset + limit)
  }
  return {
    get(id) {
      const found = all.get(id)
      return isOwn(found) ? found : undefined
    },
    put: (id, value, parent) => all.put(id, { ...value, accountId: owner }, parent),
    putText: (id, json, parent) => all.put(id, { ...JSON.parse(json), accountId: owner }, parent),
    delete: (id) => isOwn(all.get(id)) && all.delete(id),
    entries,
    list: (options) => entries(options).map(({ value }) => value),
    count: (parent) => entries(parent === undefined ? {} : { parent }).length,
  }
}
