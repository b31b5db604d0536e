import { withoutUnseen } from '#base/text/unseen.ts'
import type { StandingRecord } from '#features/names/rules/standing-records.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Dns, DnsAnswer } from '#vendors/ports/names.ts'
import { createLookUps, type LookUpOptions } from './look-ups.ts'

interface SeenStanding {
  name: string
  /** Where it points now; undefined when that could not be looked up. */
  nameServers: string[] | undefined
  /** Everything that was asked for was answered. */
  isKnown: boolean
  records: StandingRecord[]
}

export interface StandingLookUp {
  /** Each name once; what is late is not known. */
  lookUp(names: readonly string[], options?: LookUpOptions): AsyncIterable<SeenStanding>
  /** Whether looking at a name costs nothing just now. */
  isKnown(name: string): boolean
}

/** What someone's DNS answers is passed on, so it is bounded: records of one kind, of one name, and the length of each. */
const ofKindMax = 8
const recordsMax = 30
const valueMax = 1_024

/**
 * What a name that a customer brings along has in DNS now: mail, the apex, www, SPF and what else the apex says in TXT,
 * DMARC, and the DS records in its parent. Others cannot be found: DNS does not list names.
 */
export function createStandingLookUp({ dns }: { dns: Dns }): StandingLookUp {
  async function see(name: string, ctx: CallContext): Promise<SeenStanding> {
    const www = `www.${name}`
    const dmarc = `_dmarc.${name}`
    const [delegation, alias, ...asked] = await Promise.all([
      dns.nameServers(name, ctx),
      kind(www, 'CNAME', dns.cname(www, ctx)),
      // First, since what is left out of many is the last.
      kind(name, 'DS', dns.delegationSigners(name, ctx)),
      kind(name, 'MX', byPriority(dns.mx(name, ctx))),
      kind(name, 'A', dns.addresses(name, ctx)),
      kind(name, 'AAAA', dns.ipv6Addresses(name, ctx)),
      kind(name, 'TXT', spfFirst(dns.txt(name, ctx))),
      kind(dmarc, 'TXT', dns.txt(dmarc, ctx)),
    ])
    // What stands behind an alias is not the name's own.
    const ofWww =
      alias?.length === 0
        ? await Promise.all([
            kind(www, 'A', dns.addresses(www, ctx)),
            kind(www, 'AAAA', dns.ipv6Addresses(www, ctx)),
          ])
        : [alias]
    const found = [...asked, ...ofWww]
    return {
      name,
      nameServers:
        delegation.state === 'found' ? delegation.values : delegation.state === 'missing' ? [] : undefined,
      isKnown: found.every((part) => part !== undefined),
      records: found.flatMap((part) => part ?? []).slice(0, recordsMax),
    }
  }

  return createLookUps<SeenStanding>({
    see,
    notSeen: (name) => ({ name, nameServers: undefined, isKnown: false, records: [] }),
    isFinal: ({ isKnown, nameServers }) => isKnown && nameServers !== undefined,
  })
}

/** "10 mail.acme.com", what is tried first before the others. A host "." takes no mail (RFC 7505). */
async function byPriority(asked: ReturnType<Dns['mx']>): Promise<DnsAnswer<string>> {
  const answer = await asked
  if (answer.state !== 'found') return answer
  const sorted = answer.values.toSorted((a, b) => a.priority - b.priority)
  return { state: 'found', values: sorted.map(({ exchange, priority }) => `${priority} ${exchange || '.'}`) }
}

async function spfFirst(asked: ReturnType<Dns['txt']>): Promise<DnsAnswer<string>> {
  const answer = await asked
  if (answer.state !== 'found') return answer
  const isOther = (value: string) => Number(!/^v=spf1\b/i.test(value))
  return { state: 'found', values: answer.values.toSorted((a, b) => isOther(a) - isOther(b)) }
}

/** The records of one kind; undefined where that could not be looked up. */
async function kind(
  name: string,
  type: StandingRecord['type'],
  asked: Promise<DnsAnswer<string>>,
): Promise<StandingRecord[] | undefined> {
  const answer = await asked
  if (answer.state === 'unknown') return undefined
  const values = answer.state === 'found' ? answer.values : []
  return values.slice(0, ofKindMax).map((value) => ({ name, type, value: shown(value) }))
}

const shown = (value: string): string =>
  value.length <= valueMax ? withoutUnseen(value) : `${withoutUnseen(value.slice(0, valueMax))}…`
