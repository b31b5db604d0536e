import type { Resolver } from 'node:dns/promises'
import { isPublicAddress } from '#vendors/client/outside/public-address.ts'
import type { DnsAnswer } from '#vendors/ports/names.ts'
import { readAnswer } from './read-answer.ts'
import type { OpenResolver } from './until-called-off.ts'

/** So many of a zone's name servers are compared. */
const compared = 2
/** The addresses of so many are looked up: a zone may list hundreds. */
const lookedUpMax = 6

export interface AuthoritativeOptions {
  /** The resolver that knows the delegations. */
  recursive: Resolver
  open: OpenResolver
  /** Where a name server is asked, of its address; tests give it another port. */
  serverAt?: (address: string) => string
}

/**
 * Resolvers that ask the name servers of the zone a host is in, one each; not found when nobody has the name. Its owner
 * names them, and gives their names any address: one with an address outside the public internet is not asked, so that
 * nobody has us send queries into the operator's network.
 */
export async function authoritativeResolvers(
  host: string,
  { recursive, open, serverAt = (address) => address }: AuthoritativeOptions,
): Promise<DnsAnswer<Resolver>> {
  const delegation = await delegationOf(recursive, host)
  if (delegation.state !== 'found') return delegation
  const addresses = await Promise.all(
    delegation.values.slice(0, lookedUpMax).map((server) => readAnswer(recursive.resolve4(server))),
  )
  const found = addresses.flatMap((each) => (each.state === 'found' ? [each.values] : []))
  if (found.length === 0)
    return { state: 'unknown', reason: 'the addresses of the name servers could not be found' }
  const reachable = found.filter((each) => each.every(isPublicAddress)).flatMap((each) => each.slice(0, 1))
  if (reachable.length === 0)
    return { state: 'unknown', reason: 'the name servers do not belong to the public internet' }
  return {
    state: 'found',
    values: reachable.slice(0, compared).map((address) => open([serverAt(address)])),
  }
}

/** The name servers of the nearest zone above a host: `acme.com`'s for `_dmarc.acme.com`. */
async function delegationOf(recursive: Resolver, host: string): Promise<DnsAnswer<string>> {
  const labels = host.split('.')
  let last: DnsAnswer<string> = { state: 'missing' }
  for (let from = 0; from <= labels.length - 2; from++) {
    last = await readAnswer(recursive.resolveNs(labels.slice(from).join('.')))
    if (last.state !== 'missing') return last
  }
  return last
}
