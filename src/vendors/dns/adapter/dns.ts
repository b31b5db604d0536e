import type { Resolver } from 'node:dns/promises'
import type { Logger } from 'pino'
import { noteVendorCall } from '#vendors/client/note-vendor-call.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Dns, DnsAnswer } from '#vendors/ports/names.ts'
import { authoritativeResolvers } from './authoritative.ts'
import { delegationSigners } from './delegation-signers.ts'
import { agreed, readAnswer } from './read-answer.ts'
import { type OpenResolver, untilCalledOff } from './until-called-off.ts'

export interface DnsOptions {
  /** `address:port` of the resolvers to ask, exactly these; undefined: see `createDns`. */
  servers: readonly string[] | undefined
  /**
   * Whom records are asked of where no servers are given: `zone` is two of the zone's own name servers, `resolver` this
   * machine's, which costs one query and may be as old as the record's time to live.
   */
  asks?: 'zone' | 'resolver'
}

/** For a whole question, however many servers have to be asked, and however slowly they answer. */
const questionMs = 15_000

type Ask<T> = (resolver: Resolver) => Promise<T[]>

/**
 * Plain DNS queries. Without `servers`, delegations are asked of this machine's resolvers, and records of two of
 * the zone's own name servers, since a resolver's cache would show what was there an hour ago.
 */
export function createDns({ servers, asks = 'zone' }: DnsOptions, { log }: { log: Logger }): Dns {
  async function logged<T>(
    operation: string,
    query: (open: OpenResolver, signal: AbortSignal) => Promise<DnsAnswer<T>>,
    ctx: CallContext = {},
  ): Promise<DnsAnswer<T>> {
    await ctx.beforeCall?.()
    const started = performance.now()
    const within = AbortSignal.timeout(questionMs)
    const signal = ctx.signal ? AbortSignal.any([ctx.signal, within]) : within
    const answer = await untilCalledOff(signal, (open) => query(open, signal))
    noteVendorCall(log, { vendor: 'dns', operation, outcome: answer.state, startedAt: started })
    return answer
  }

  const one = <T>(resolver: Resolver, ask: Ask<T>) => readAnswer(ask(resolver))

  async function records<T>(open: OpenResolver, name: string, ask: Ask<T>): Promise<DnsAnswer<T>> {
    const recursive = open(servers)
    if (servers || asks === 'resolver') return one(recursive, ask)
    const authoritative = await authoritativeResolvers(name, { recursive, open })
    if (authoritative.state !== 'found') return authoritative
    return agreed(await Promise.all(authoritative.values.map((each) => one(each, ask))))
  }

  return {
    nameServers: (name, ctx) =>
      logged(
        'nameServers',
        (open) => one(open(servers), async (each) => (await each.resolveNs(name)).map(host)),
        ctx,
      ),
    txt: (name, ctx) =>
      logged(
        'txt',
        (open) =>
          records(open, name, async (each) => (await each.resolveTxt(name)).map((chunks) => chunks.join(''))),
        ctx,
      ),
    mx: (name, ctx) =>
      logged(
        'mx',
        (open) =>
          records(open, name, async (each) =>
            (await each.resolveMx(name)).map(({ exchange, priority }) => ({
              exchange: host(exchange),
              priority,
            })),
          ),
        ctx,
      ),
    cname: (name, ctx) =>
      logged(
        'cname',
        (open) => records(open, name, async (each) => (await each.resolveCname(name)).map(host)),
        ctx,
      ),
    delegationSigners: (name, ctx) =>
      logged('delegationSigners', (_open, signal) => delegationSigners(servers, name, signal), ctx),
    addresses: (name, ctx) =>
      logged('addresses', (open) => records(open, name, (each) => each.resolve4(name)), ctx),
    ipv6Addresses: (name, ctx) =>
      logged('ipv6Addresses', (open) => records(open, name, (each) => each.resolve6(name)), ctx),
  }
}

const host = (name: string): string => name.toLowerCase().replace(/\.$/, '')
