import { Resolver } from 'node:dns/promises'
import type { DnsAnswer } from '#vendors/ports/names.ts'

/** For one try at a server; the second one takes twice as long. */
const timeoutMs = 2_000
const tries = 2

/** A resolver that asks these servers (`address` or `address:port`), or the ones of this machine. */
export type OpenResolver = (servers?: readonly string[]) => Resolver

const calledOff: DnsAnswer<never> = { state: 'unknown', reason: 'the query was called off' }

/**
 * What `ask` finds, unless the signal comes first: then nothing is known, and every query that is under way is called
 * off, so that none waits in our network for a server whose owner lets it wait.
 */
export async function untilCalledOff<T>(
  signal: AbortSignal,
  ask: (open: OpenResolver) => Promise<DnsAnswer<T>>,
): Promise<DnsAnswer<T>> {
  if (signal.aborted) return calledOff
  // Some for each question, since a resolver can only be told to stop as a whole.
  const opened: Resolver[] = []
  const open: OpenResolver = (servers) => {
    signal.throwIfAborted()
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers) resolver.setServers(servers)
    opened.push(resolver)
    return resolver
  }
  const { promise, resolve } = Promise.withResolvers<DnsAnswer<T>>()
  const stop = () => {
    resolve(calledOff)
    for (const resolver of opened) resolver.cancel()
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, ask(open)])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
