import { isIPv4, isIPv6 } from 'node:net'
import type { StoredRecord } from './stored.ts'
import { quoteTxt } from './txt-content.ts'

const types = new Set(
  'A AAAA ALIAS CAA CNAME DNSKEY DS HINFO MX NAPTR NS POOL PTR SOA SPF SRV SSHFP TXT URL'.split(' '),
)
/** Types that allow no other record of this group on the same name. */
const addressLike = ['A', 'AAAA', 'ALIAS', 'CNAME', 'URL']

export type RecordFields = Pick<StoredRecord, 'name' | 'type' | 'content' | 'ttl' | 'priority'>

/** What a request says of a record, completed by the defaults or, for a change, by what is there. */
export function readRecord(body: Record<string, unknown>, known?: StoredRecord): RecordFields {
  const priority = body.priority ?? known?.priority ?? null
  const type = known?.type ?? String(body.type ?? '').toUpperCase()
  const content = typeof body.content === 'string' ? body.content : (known?.content ?? '')
  return {
    name: typeof body.name === 'string' ? body.name.toLowerCase() : (known?.name ?? (body.name as string)),
    type,
    content: type === 'TXT' && content !== '' ? quoteTxt(content) : content,
    ttl: typeof body.ttl === 'number' ? body.ttl : (known?.ttl ?? 3600),
    priority: typeof priority === 'number' ? priority : null,
  }
}

/** Per field what is wrong with a record beside the others of its zone; undefined when nothing is. */
export function problemsOf(
  record: RecordFields,
  others: readonly StoredRecord[],
): Record<string, string[]> | undefined {
  const { name, type, content } = record
  if (typeof name !== 'string') return { name: ["can't be nil"] }
  if (!/^(\*|[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9])?)*$/.test(name))
    return { name: ['is invalid'] }
  if (type === '') return { type: ["can't be blank"] }
  if (!types.has(type)) return { type: ['unsupported'] }
  if (content.trim() === '') return { content: ["can't be blank"] }
  const wrong = contentProblem(type, content)
  if (wrong) return { content: [wrong] }
  if (record.ttl < 1) return { ttl: ['must be greater than 0'] }
  if (type === 'CNAME' && name === '') return { base: ['CNAME records are not allowed at the apex'] }
  const sameName = others.filter((other) => other.name === name)
  if (sameName.some((other) => other.type === type && other.content === content))
    return { content: ['must be unique among the records of this name and type'] }
  const cname = type === 'CNAME' ? sameName.length > 0 : sameName.some((other) => other.type === 'CNAME')
  const url =
    (type === 'URL' && sameName.some((other) => addressLike.includes(other.type))) ||
    (addressLike.includes(type) && sameName.some((other) => other.type === 'URL'))
  if (cname || url) return { base: ['conflicts with another record of this name'] }
  return undefined
}

function contentProblem(type: string, content: string): string | undefined {
  if (type === 'A' && !isIPv4(content)) return 'is not a valid IPv4 address'
  if (type === 'AAAA' && !isIPv6(content)) return 'is not a valid IPv6 address'
  if (type === 'URL' && !/^https?:\/\/[^\s]+$/i.test(content)) return 'is not a valid URL'
  if (['CNAME', 'MX', 'NS', 'ALIAS'].includes(type) && !/^[a-z0-9_.-]+$/i.test(content))
    return 'is not a valid host name'
  return undefined
}
