import { lookup, Resolver } from 'node:dns/promises'

/** For one try at a name server; the second one takes twice as long. */
const timeoutMs = 3_000
const tries = 2

/** One address of a host. */
export interface HostAddress {
  address: string
  family: number
}

export type ResolveHost = (hostname: string, signal: AbortSignal) => Promise<HostAddress[]>

/**
 * All addresses of a host name, by DNS queries alone: the names in this machine's hosts file are not the public
 * internet's. The system's own look-up (`getaddrinfo`) must not see a customer's name: it cannot be told to stop, and
 * keeps one of the process's few threads, which every other vendor's look-up needs too, for as long as the name's
 * servers do not answer. `servers`: `address:port` of the resolvers to ask; undefined: the ones of this machine.
 */
export function createHostResolver(servers: readonly string[] | undefined): ResolveHost {
  return async (hostname, signal) => {
    signal.throwIfAborted()
    // One for each name, since it can only be told to stop as a whole.
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers) resolver.setServers(servers)
    const stop = () => resolver.cancel()
    signal.addEventListener('abort', stop, { once: true })
    try {
      const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const found = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ]
      if (found.length === 0 && four.status === 'rejected') throw four.reason
      return found
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

/**
 * All addresses of a host name as this machine knows it, its hosts file and search domains included: for names that
 * the operator has listed. A look-up that is called off continues, but nobody waits for it.
 */
export const lookUpOnThisMachine: ResolveHost = async (hostname, signal) => {
  signal.throwIfAborted()
  const calledOff = Promise.withResolvers<never>()
  const stop = () => calledOff.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([lookup(hostname, { all: true }), calledOff.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
