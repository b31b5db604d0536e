import { BlockList } from 'node:net'
import type { World } from '../world.ts'
import { txtRecords } from './txt-records.ts'

export type SpfResult = 'pass' | 'fail' | 'softfail' | 'neutral' | 'none' | 'permerror'

const resultOf: Record<string, SpfResult> = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' }
/** RFC 7208, 4.6.4: more look-ups than that are an error. */
const lookupsMax = 10

/** Whether a domain's SPF record allows an address to send for it (RFC 7208, as far as mail hosts' records use it). */
export function checkSpf(world: World, domain: string, ip: string, count = { lookups: 0 }): SpfResult {
  const records = txtRecords(world, domain).filter((text) => /^v=spf1( |$)/i.test(text))
  if (records.length > 1) return 'permerror'
  const [record] = records
  if (record === undefined) return 'none'
  for (const term of record.split(' ').slice(1)) {
    if (term === '') continue
    const qualifier = resultOf[term.charAt(0)]
    const mechanism = qualifier ? term.slice(1) : term
    const matched = matches(world, mechanism.toLowerCase(), ip, count)
    if (matched === 'permerror') return 'permerror'
    if (matched) return qualifier ?? 'pass'
  }
  return 'neutral'
}

function matches(
  world: World,
  mechanism: string,
  ip: string,
  count: { lookups: number },
): boolean | 'permerror' {
  if (mechanism === 'all') return true
  const colon = mechanism.indexOf(':')
  const [kind, value] = [mechanism.slice(0, colon), mechanism.slice(colon + 1)]
  if (kind === 'ip4') return holds(value, ip)
  if (kind !== 'include') return 'permerror'
  if (++count.lookups > lookupsMax) return 'permerror'
  const included = checkSpf(world, value, ip, count)
  return included === 'none' || included === 'permerror' ? 'permerror' : included === 'pass'
}

function holds(network: string, ip: string): boolean {
  const [address = '', prefix = '32'] = network.split('/')
  const list = new BlockList()
  list.addSubnet(address, Number(prefix))
  return list.check(ip)
}
