import {
  type Blocklist,
  blocklistNames,
  type ListAnswer,
  readListAnswer,
} from '#features/health/rules/signals/blocklists.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Dns } from '#vendors/ports/names.ts'

/** Lists of domains that receivers refuse mail by, asked through DNS. */
export interface Blocklists {
  /** Those with a zone to ask in; the others are not watched. */
  watched: readonly Blocklist[]
  /** What a list says of a registrable domain. Every refusal is "unavailable", whatever it looks like. */
  ask(list: Blocklist, name: string, ctx?: CallContext): Promise<ListAnswer>
  /**
   * Whether a list names what it always names and does not name what it never does: a resolver that is refused may get
   * "no such name" for everything, which looks like clean.
   */
  answers(list: Blocklist, ctx?: CallContext): Promise<boolean>
}

/** What every list has named for ever, by the lists' own words, and what none names. */
const alwaysListed: Record<Blocklist, string> = {
  dbl: 'dbltest.com',
  surbl: 'surbl-org-permanent-test-point.com',
  uribl: 'test.uribl.com',
}
const neverListed = 'example.com'

/**
 * @param zones by list, where it is asked
 * @param dns a resolver: the lists answer through any that they do not refuse
 */
export function createBlocklists(zones: Partial<Record<Blocklist, string>>, dns: Dns): Blocklists {
  async function ask(list: Blocklist, name: string, ctx?: CallContext): Promise<ListAnswer> {
    const zone = zones[list]
    if (zone === undefined) return 'unavailable'
    const answer = await dns.addresses(`${name}.${zone}`, ctx)
    if (answer.state === 'unknown') return 'unavailable'
    return readListAnswer(list, answer.state === 'found' ? answer.values : [])
  }

  return {
    watched: blocklistNames.filter((list) => zones[list] !== undefined),
    ask,
    async answers(list, ctx) {
      const [named, clean] = await Promise.all([
        ask(list, alwaysListed[list], ctx),
        ask(list, neverListed, ctx),
      ])
      return named === 'critical' && clean === 'clean'
    },
  }
}
