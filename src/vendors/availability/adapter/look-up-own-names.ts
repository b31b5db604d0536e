import { tldOf } from '#features/names/rules/domain-name.ts'
import { registrableOf } from '#features/names/rules/public-suffix.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { createLookUps, type LookUpOptions, type LookUpSources } from './look-ups.ts'

/** What anybody can see of a name that a customer says is theirs. */
export interface SeenOwnName {
  name: string
  /** `unknown`: neither its registry nor DNS says; someone may have it. */
  state: 'registered' | 'unregistered' | 'no_such_ending' | 'unknown'
  /** Where it points now, none where nowhere; undefined when it could not be looked up. */
  nameServers?: string[] | undefined
}

export interface OwnNameLookUp {
  /** Each name once; what is late is `unknown`. */
  lookUp(names: readonly string[], options?: LookUpOptions): AsyncIterable<SeenOwnName>
  /** Whether looking at a name costs nothing just now. */
  isKnown(name: string): boolean
}

/** No zone has more; what someone's DNS answers is passed on, so it is bounded. */
const nameServersMax = 13

/**
 * Whether names that customers bring along can be someone's, and where they point. A name counts as nobody's only when
 * its registry says so and DNS has no delegation of it either: registries' look-ups lag, and may be wrong.
 */
export function createOwnNameLookUp({ hint, dns, now }: LookUpSources): OwnNameLookUp {
  async function hasNoSuchEnding(name: string, ctx: CallContext): Promise<boolean> {
    return (await dns.nameServers(tldOf(name), ctx)).state === 'missing'
  }

  async function stateOf(name: string, isDelegated: boolean | undefined, ctx: CallContext) {
    const registered = registrableOf(name)
    const seen = await hint.lookUp(registered, ctx).catch(() => 'unknown' as const)
    if (seen === 'taken' || isDelegated) return 'registered'
    // The name below which this one lies may be delegated without it.
    const above = registered === name ? { state: 'missing' } : await dns.nameServers(registered, ctx)
    if (above.state === 'found') return 'registered'
    if (isDelegated === undefined || above.state === 'unknown') return 'unknown'
    if (seen === 'probably_free') return 'unregistered'
    return (await hasNoSuchEnding(name, ctx)) ? 'no_such_ending' : 'unknown'
  }

  async function see(name: string, ctx: CallContext): Promise<SeenOwnName> {
    const delegation = await dns.nameServers(name, ctx)
    const isDelegated = delegation.state === 'unknown' ? undefined : delegation.state === 'found'
    const state = await stateOf(name, isDelegated, ctx)
    if (delegation.state === 'unknown') return { name, state }
    const hosts = delegation.state === 'found' ? delegation.values.toSorted() : []
    return { name, state, nameServers: hosts.slice(0, nameServersMax) }
  }

  return createLookUps<SeenOwnName>({
    see,
    notSeen: (name) => ({ name, state: 'unknown' }),
    isFinal: ({ state, nameServers }) => state !== 'unknown' && nameServers !== undefined,
    now,
  })
}
