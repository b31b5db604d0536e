import { countOf } from '#base/text/count-of.ts'

/** So many are named; more say nothing more. */
const namedMax = 4

/** Where a domain points now, of its name servers: "points to ns1.other.net, ns2.other.net". */
export function pointsToText(nameServers: readonly string[] | undefined, ours: readonly string[]): string {
  if (!nameServers) return 'where it points could not be looked up'
  if (nameServers.length === 0) return 'points to no name servers now'
  if (nameServers.every((host) => ours.includes(host))) return 'points here already'
  const more = nameServers.length - namedMax
  const named = nameServers.slice(0, namedMax).join(', ')
  return `points to ${named}${more > 0 ? ` and ${countOf(more, 'other')}` : ''}`
}
