import type { CallContext } from '#vendors/ports/call-context.ts'
import { couldBePremium } from './could-be-premium.ts'
import { createLookUps, type LookUpOptions, type LookUpSources } from './look-ups.ts'

/**
 * What anybody can see of a name. `check`: only the registrar can say, since its registry has no dependable public
 * look-up, does not answer, or may ask a premium price. `checking`: not known yet; asking again in a second helps.
 */
export interface SeenName {
  name: string
  state: 'available' | 'taken' | 'check' | 'checking'
}

export interface NameLookUp {
  /** Each name once, as it is seen; what is late is `checking`. */
  lookUp(names: readonly string[], options?: LookUpOptions): AsyncIterable<SeenName>
}

/**
 * What lists of names are answered from: the registries' public look-up, and DNS where that says nothing. The
 * registrar's own check is for the one name that someone takes, so nothing here ever asks it.
 */
export function createNameLookUp({ hint, dns, now }: LookUpSources): NameLookUp {
  async function see(name: string, ctx: CallContext): Promise<SeenName & { isFinal: boolean }> {
    let isFinal = true
    const seen = await hint.lookUp(name, ctx).catch(() => {
      isFinal = false
      return 'unknown' as const
    })
    if (seen === 'taken') return { name, state: 'taken', isFinal }
    if (seen === 'probably_free')
      return { name, state: couldBePremium(name) ? 'check' : 'available', isFinal }
    // A delegation shows that someone has the name; that there is none shows nothing.
    const delegation = await dns.nameServers(name, ctx)
    return { name, state: delegation.state === 'found' ? 'taken' : 'check', isFinal }
  }

  const lookUps = createLookUps<SeenName & { isFinal: boolean }>({
    see,
    notSeen: (name) => ({ name, state: 'checking', isFinal: false }),
    isFinal: ({ isFinal }) => isFinal,
    now,
  })
  return {
    async *lookUp(names, options) {
      for await (const { name, state } of lookUps.lookUp(names, options)) yield { name, state }
    },
  }
}
