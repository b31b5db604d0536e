import type { StoredRecord } from '#vendors/dnsimple/simulator/stored.ts'
import { registrableName } from '#vendors/sandbox/names/registered-names.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { publishedRecords, redirectorAddress } from './published-records.ts'

/**
 * Where DNSimple's redirector sends a visitor: the URL record's target, with the visitor's path and query behind
 * it. Undefined when the host does not lead to the redirector.
 */
export function redirectOf(world: World, visited: URL): string | undefined {
  const host = visited.hostname.toLowerCase()
  const apex = registrableName(host)
  const left = host === apex ? '' : host.slice(0, -apex.length - 1)
  const leadsHere = publishedRecords(world, host).some((record) => record.content === redirectorAddress)
  const url = world.store
    .collection<StoredRecord>('dnsimple.records')
    .list({ parent: apex })
    .find((record) => record.type === 'URL' && record.name === left)
  if (!leadsHere || !url) return undefined
  if (visited.pathname === '/' && visited.search === '') return url.content
  return url.content.replace(/\/$/, '') + visited.pathname + visited.search
}
