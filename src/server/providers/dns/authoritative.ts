import { Resolver } from 'node:dns/promises'
import type { DnsAnswer } from '../ports/names.ts'
import { readAnswer } from './read-answer.ts'

/** So many of a zone's name servers are compared. */
const compared = 2

export interface AuthoritativeOptions {
  timeoutMs: number
  tries: number
  /** Where a name server is asked, of its address; tests give it another port. */
  serverAt?: (address: string) => string
}

/** Resolvers that ask the name servers of the zone a host is in, one each; not found when nobody has the name. */
export async function authoritativeResolvers(
  recursive: Resolver,
  host: string,
  { timeoutMs, tries, serverAt = (address) => address }: AuthoritativeOptions,
): Promise<DnsAnswer<Resolver>> {
  const delegation = await delegationOf(recursive, host)
  if (delegation.state !== 'found') return delegation
  const addresses = await Promise.all(
    delegation.values.map((server) => readAnswer(recursive.resolve4(server))),
  )
  const reachable = addresses.flatMap((each) => (each.state === 'found' ? each.values.slice(0, 1) : []))
  if (reachable.length === 0)
    return { state: 'unknown', reason: 'the addresses of the name servers could not be found' }
  const values = reachable.slice(0, compared).map((address) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    resolver.setServers([serverAt(address)])
    return resolver
  })
  return { state: 'found', values }
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
