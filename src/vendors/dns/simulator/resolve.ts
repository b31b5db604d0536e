import type { Answer } from 'dns-packet'
import type { World } from '#vendors/sandbox/world.ts'
import { blocklistAnswer } from './blocklists.ts'
import { hostOf, signersOf, zoneView } from './published-records.ts'
import type { PublishedRecord } from './record.ts'
import type { Resolution } from './resolution.ts'

/** A chain of aliases longer than this is a loop. */
const maxAliases = 8
const negativeTtl = 300

/** Answers as a public resolver would that has nothing in its cache. */
export function resolve(world: World, host: string, type: string): Resolution {
  const fromList = blocklistAnswer(world, host, type)
  if (fromList) return fromList
  if (type === 'DS') {
    const signers = signersOf(world, host.toLowerCase()).map((record) => asAnswer(record, host))
    return { rcode: 'NOERROR', answers: signers, authorities: signers.length > 0 ? [] : [registrySoa(host)] }
  }
  const answers: Answer[] = []
  let asked = host
  for (let followed = 0; followed <= maxAliases; followed++) {
    const view = zoneView(world, asked.toLowerCase())
    if (view.state === 'lame') return { rcode: 'SERVFAIL', answers: [], authorities: [] }
    if (view.state === 'unregistered')
      return {
        rcode: answers.length > 0 ? 'NOERROR' : 'NXDOMAIN',
        answers,
        authorities: [registrySoa(view.apex)],
      }

    const here = recordsAt(view.records, view.apex, asked.toLowerCase())
    const alias = here?.find((record) => record.type === 'CNAME')
    if (alias && type !== 'CNAME') {
      answers.push(asAnswer(alias, asked))
      asked = alias.content
      continue
    }
    const found = here?.filter((record) => record.type === type) ?? []
    answers.push(...found.map((record) => asAnswer(record, asked)))
    if (found.length > 0) return { rcode: 'NOERROR', answers, authorities: [] }
    // A name that an alias leads to may be missing; the alias itself is there.
    const rcode = here || answers.length > 0 ? 'NOERROR' : 'NXDOMAIN'
    return { rcode, answers, authorities: [zoneSoa(view.apex, view.records)] }
  }
  return { rcode: 'SERVFAIL', answers: [], authorities: [] }
}

/**
 * Every record at a host, by its own name or a wildcard; empty for a name that only has others below it, and
 * undefined when there is no such name.
 */
function recordsAt(
  records: readonly PublishedRecord[],
  apex: string,
  host: string,
): PublishedRecord[] | undefined {
  const own = records.filter((record) => hostOf(record, apex) === host)
  if (own.length > 0 || host === apex) return own
  if (records.some((record) => hostOf(record, apex).endsWith(`.${host}`))) return []
  const wildcard = `*.${host.slice(host.indexOf('.') + 1)}`
  const matched = records.filter((record) => hostOf(record, apex) === wildcard)
  return matched.length > 0 ? matched : undefined
}

function asAnswer(record: PublishedRecord, name: string): Answer {
  const { content, ttl } = record
  switch (record.type) {
    case 'MX':
      return { type: 'MX', name, ttl, data: { preference: record.priority ?? 0, exchange: content } }
    case 'TXT':
      return { type: 'TXT', name, ttl, data: chunks(content) }
    case 'SOA':
      return { type: 'SOA', name, ttl, data: soaData(content) }
    case 'DS': {
      const [keyTag, algorithm, digestType, digest = ''] = content.split(' ')
      const data = {
        keyTag: Number(keyTag),
        algorithm: Number(algorithm),
        digestType: Number(digestType),
        digest: Buffer.from(digest, 'hex'),
      }
      return { type: 'DS', name, ttl, data }
    }
    default:
      return { type: record.type as 'A', name, ttl, data: content }
  }
}

/** A character-string of the wire format holds 255 bytes at most. */
function chunks(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 255) parts.push(bytes.subarray(at, at + 255))
  return parts
}

function soaData(content: string) {
  const [mname = '', rname = '', ...numbers] = content.split(' ')
  const [serial, refresh, retry, expire, minimum] = numbers.map(Number)
  return { mname, rname, serial, refresh, retry, expire, minimum }
}

function zoneSoa(apex: string, records: readonly PublishedRecord[]): Answer {
  const own = records.find((record) => record.type === 'SOA')
  const primary = records.find((record) => record.type === 'NS')?.content ?? `ns.${apex}`
  return {
    type: 'SOA',
    name: apex,
    ttl: negativeTtl,
    data: soaData(own?.content ?? `${primary} hostmaster.${apex} 1 86400 7200 604800 ${negativeTtl}`),
  }
}

function registrySoa(apex: string): Answer {
  const tld = apex.slice(apex.indexOf('.') + 1)
  const data = soaData(`a.registry.${tld} hostmaster.registry.${tld} 1 1800 900 604800 ${negativeTtl}`)
  return { type: 'SOA', name: tld, ttl: negativeTtl, data }
}
