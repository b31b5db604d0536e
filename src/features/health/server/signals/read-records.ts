import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Dns, DnsAnswer, DnsRecord } from '#vendors/ports/names.ts'
import type { RecordFacts } from '../../rules/signals/records.ts'
import type { HealthUnit } from './signal-source.ts'

type Seen = Pick<RecordFacts, 'nameServers' | 'broken'>

const host = (name: string) => name.toLowerCase().replace(/\.$/, '')
const bare = (text: string) => text.replace(/^"|"$/g, '')

/** What people call a record. */
function partOf({ name, type }: DnsRecord): 'MX' | 'SPF' | 'DKIM' | 'DMARC' {
  if (type === 'MX') return 'MX'
  if (name.includes('_domainkey')) return 'DKIM'
  return name.startsWith('_dmarc') ? 'DMARC' : 'SPF'
}

/** Whether a record's place shows what it should; undefined where nobody answered. */
async function isThere(
  dns: Dns,
  name: string,
  record: DnsRecord,
  call: CallContext,
): Promise<boolean | undefined> {
  const at = record.name === '' ? name : `${record.name}.${name}`
  const values = await valuesAt(dns, record.type, at, call)
  if (values.state === 'unknown') return undefined
  const found = values.state === 'found' ? values.values : []
  const part = partOf(record)
  // Of two policies receivers take none (RFC 9989), and of two SPF records neither (RFC 7208).
  if (part === 'DMARC') return found.filter((each) => /^v=dmarc1\b/i.test(each)).length === 1
  if (part === 'SPF' && found.filter((each) => /^v=spf1\b/i.test(each)).length > 1) return false
  const wanted = record.type === 'TXT' ? bare(record.content) : host(record.content)
  return found.includes(wanted)
}

async function valuesAt(dns: Dns, type: string, at: string, call: CallContext): Promise<DnsAnswer<string>> {
  if (type === 'TXT') return dns.txt(at, call)
  if (type === 'CNAME') return dns.cname(at, call)
  const answer = await dns.mx(at, call)
  return answer.state === 'found'
    ? { state: 'found', values: answer.values.map(({ exchange }) => host(exchange)) }
    : answer
}

/** What DNS shows of a domain's delegation and of what its mail needs. One question without an answer leaves all open. */
export async function readRecords(
  dns: Dns,
  { name, records }: Pick<HealthUnit, 'name' | 'records'>,
  acceptedNameServers: readonly string[],
  call: CallContext,
): Promise<Seen> {
  const [delegation, there] = await Promise.all([
    dns.nameServers(name, call),
    Promise.all(records.map((record) => isThere(dns, name, record, call))),
  ])
  if (delegation.state === 'unknown') return { nameServers: 'unknown', broken: [] }
  const servers = delegation.state === 'found' ? delegation.values.map(host) : []
  const isOurs = servers.length > 0 && servers.every((each) => acceptedNameServers.includes(each))
  if (!isOurs) return { nameServers: 'lost', broken: [] }
  if (there.includes(undefined)) return { nameServers: 'unknown', broken: [] }
  const broken = new Set(records.filter((_, at) => there[at] === false).map(partOf))
  return { nameServers: 'ours', broken: [...broken] }
}
