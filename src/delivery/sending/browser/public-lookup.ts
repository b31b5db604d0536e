import type { LookupFunction } from 'node:net'
import { isPublicAddress } from '#vendors/client/outside/public-address.ts'
import { createHostResolver } from '#vendors/client/outside/resolve-host.ts'

const lookupMs = 10_000

/**
 * A name leads to the public internet, with all of its addresses, or nowhere. The callback's host is named by a tool
 * that may be a customer's own, so that it is looked up as customers' hosts are: by DNS queries that can be called off.
 */
export function publicLookup(dnsServers: readonly string[] | undefined): LookupFunction {
  const resolve = createHostResolver(dnsServers)
  return (hostname, { all }, callback) => {
    resolve(hostname, AbortSignal.timeout(lookupMs)).then(
      (found) => {
        const [first] = found
        if (!first || !found.every(({ address }) => isPublicAddress(address)))
          return callback(new Error('Not an address of the public internet'), [])
        return all ? callback(null, found) : callback(null, first.address, first.family)
      },
      (error) => callback(error, []),
    )
  }
}
