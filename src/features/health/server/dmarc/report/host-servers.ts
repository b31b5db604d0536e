import { BlockList, isIP } from 'node:net'
import type { Platform } from '#features/plans/rules/catalog.ts'
import type { Dns } from '#vendors/ports/names.ts'

/**
 * Where the hosts themselves say which servers send for them: what every customer's SPF record includes
 * (learn.microsoft.com/defender-office-365/email-authentication-spf-configure, support.google.com/a/answer/10684623).
 */
const saidBy: Record<Platform, string> = { azure: 'spf.protection.outlook.com', google: '_spf.google.com' }
const keptFor = 24 * 3_600_000
/** RFC 7208 (4.6.4) allows ten. */
const lookupsMost = 10

/** The mechanism by which a customer's SPF record lets the servers of a host send. */
export const spfOfHost = (platform: Platform): string => `include:${saidBy[platform]}`

/** The servers of a host; undefined where nobody could be asked. */
export type HostServers = (platform: Platform) => Promise<BlockList | undefined>

/** Asks a host's SPF record for its servers, once a day. */
export function hostServers(dns: Pick<Dns, 'txt'>, clock = Date.now): HostServers {
  const known = new Map<Platform, { at: number; servers: BlockList }>()
  return async (platform) => {
    const before = known.get(platform)
    if (before && clock() - before.at < keptFor) return before.servers
    const servers = await readServers(dns, saidBy[platform])
    if (servers) known.set(platform, { at: clock(), servers })
    return servers ?? before?.servers
  }
}

async function readServers(dns: Pick<Dns, 'txt'>, first: string): Promise<BlockList | undefined> {
  const servers = new BlockList()
  const hosts = [first]
  let found = 0
  for (let at = 0; at < hosts.length && at < lookupsMost; at++) {
    const answer = await dns.txt(hosts[at] as string)
    if (answer.state !== 'found') return undefined
    const record = answer.values.find((each) => each.startsWith('v=spf1'))
    for (const term of record?.split(' ') ?? []) {
      const [kind = '', value = ''] = [term.slice(0, term.indexOf(':')), term.slice(term.indexOf(':') + 1)]
      if (kind === 'include') hosts.push(value)
      else if (kind === 'ip4' || kind === 'ip6') found += Number(addSubnet(servers, value))
    }
  }
  return found > 0 ? servers : undefined
}

function addSubnet(servers: BlockList, value: string): boolean {
  const [address = '', bits] = value.split('/')
  const family = isIP(address)
  if (family === 0) return false
  const prefix = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits)
  if (!Number.isInteger(prefix) || prefix < 1 || prefix > (family === 4 ? 32 : 128)) return false
  servers.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6')
  return true
}

export const isAmong = (servers: BlockList, ip: string): boolean => {
  const family = isIP(ip)
  return family !== 0 && servers.check(ip, family === 4 ? 'ipv4' : 'ipv6')
}
