import { isIPv4, isIPv6 } from 'node:net'
import type { StoredRecord } from './stored.ts'
import { quoteTxt } from './txt-content.ts'

const types = new Set(
  'A AAAA ALIAS CAA CNAME DNSKEY DS HINFO MX NAPTR NS POOL PTR SOA SPF SRV SSHFP TXT URL'.split(' '),
)
/**
 * What answers with addresses, and a redirect does too: https://support.dnsimple.com/articles/url-record/. That both are
 * refused on one name is not documented; it is refused beside an alias: github.com/dnsimple/terraform-provider-dnsimple, issue 35
 */
const addressLike = ['A', 'AAAA', 'ALIAS', 'URL']

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
  zone: string,
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
  return conflictOf(type, name === '' ? zone : `${name}.${zone}`, sameName)
}

/**
 * An alias stands alone: https://support.dnsimple.com/articles/manage-cname-record/. The sentences are those of its answers, as
 * github.com/dnsimple/terraform-provider-dnsimple, issue 70, has them.
 */
function conflictOf(type: string, host: string, sameName: readonly StoredRecord[]) {
  const has = (...of: string[]) => sameName.some((other) => of.includes(other.type))
  if (type === 'CNAME' && sameName.length > 0)
    return { base: [`Another record already exists for ${host}, cannot add a CNAME`] }
  if (type !== 'CNAME' && has('CNAME'))
    return { base: [`A CNAME record exists for ${host}, cannot add another record`] }
  if (type === 'URL' ? has('A', 'AAAA', 'ALIAS') : addressLike.includes(type) && has('URL'))
    return { base: [`Another record already exists for ${host}, cannot add this one`] }
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
