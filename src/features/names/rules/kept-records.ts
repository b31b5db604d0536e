import * as z from 'zod/mini'
import { fillMessage } from '#base/text/message.ts'
import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { domainLabelMaxLength, domainMaxLength } from '#features/plans/rules/catalog.ts'
import type { StandingName } from './standing-records.ts'

/** Records of an own domain that its customer wants in our DNS beside what its mailboxes and its forwarding need. */
export interface KeptRecord {
  /** Left part, "" for the domain itself. */
  name: string
  type: (typeof keptTypes)[number]
  content: string
  priority?: number
}
/** The same of any type, as a zone may hold it. */
export type ZoneRecord = Omit<KeptRecord, 'type'> & { type: string }
const keptTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT'] as const

const keptRecordsMax = 20
/** In characters, of one record's value and of all lines. */
const contentMax = 1_024
export const keptTextMax = 16_000

const keptRecordMessages = {
  line: 'Line {n}: {problem}',
  format: 'Enter a name, a type and a value, like shop CNAME shops.example.net',
  type: '{type} records can’t be kept. Use A, AAAA, CNAME, MX or TXT.',
  name: '{name} isn’t a name under {d}',
  value: '{value} isn’t a valid value for {type} records',
  ours: 'Your inboxes or forwarding use {type} records of {name}, so this one can’t be kept',
  clash: '{name} has a CNAME record, and a name with one can’t have others',
  tooMany: `You can keep at most ${keptRecordsMax} records per domain`,
} as const

/** As it is entered: "shop CNAME shops.example.net", with "@" for the domain itself. */
export const lineOfKept = ({ name, type, content, priority }: ZoneRecord): string =>
  [name || '@', type, ...(priority === undefined ? [] : [priority]), content].join(' ')

/**
 * Reads one record a line: name, type, value, as DNS hosts export them. A time to live and the class IN are passed over,
 * empty lines and repeated ones too. The first line that cannot be kept refuses all.
 */
export function readKeptRecords(domain: string, text: string): Outcome<KeptRecord[]> {
  const kept = new Map<string, KeptRecord>()
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') continue
    const read = readLine(domain, line.trim(), [...kept.values()])
    if (!read.ok) {
      const { code, message } = read.problem
      return refuse(code, fillMessage(keptRecordMessages.line, { n: index + 1, problem: message }))
    }
    kept.set(lineOfKept(read.value), read.value)
    if (kept.size > keptRecordsMax) return refuse('too_many', keptRecordMessages.tooMany)
  }
  return accept([...kept.values()])
}

/** RFC 1034, 3.6.2: a name with an alias has nothing else. */
const isAlias = (...records: KeptRecord[]) => records.some(({ type }) => type === 'CNAME')

/** What of the records that a domain has now can be kept, as lines. */
export const linesToKeep = ({ domain, records }: Pick<StandingName, 'domain' | 'records'>): string[] =>
  records.flatMap(({ name, type, value }) => {
    const read = readKeptRecords(domain, `${name} ${type} ${value}`)
    return read.ok ? read.value.map(lineOfKept) : []
  })

function readLine(domain: string, line: string, before: readonly KeptRecord[]): Outcome<KeptRecord> {
  const [given = '', ...rest] = line.split(/\s+/, 4)
  const at = rest.findIndex((word, index) => !(index < 2 && /^(\d+|in)$/i.test(word)))
  const type = rest[at]?.toUpperCase() ?? ''
  // What stands between words of a text is part of it.
  const value = at < 0 ? '' : afterWords(line, at + 2)
  if (!type || !value) return refuse('format', keptRecordMessages.format)
  const isKeptType = (text: string): text is KeptRecord['type'] => keptTypes.some((each) => each === text)
  if (!isKeptType(type)) return refuse('type', fillMessage(keptRecordMessages.type, { type: short(type) }))
  const name = relativeName(domain, given)
  if (name === undefined)
    return refuse('name', fillMessage(keptRecordMessages.name, { name: short(given), d: domain }))
  const content = readContent(type, value)
  if (!content) return refuse('value', fillMessage(keptRecordMessages.value, { value: short(value), type }))
  const record = { name, type, ...content }
  const full = name ? `${name}.${domain}` : domain
  if (isOurs(record)) return refuse('ours', fillMessage(keptRecordMessages.ours, { name: full, type }))
  const clashes = before.some(
    (other) => other.name === name && lineOfKept(other) !== lineOfKept(record) && isAlias(other, record),
  )
  return clashes ? refuse('clash', fillMessage(keptRecordMessages.clash, { name: full })) : accept(record)
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

function afterWords(line: string, count: number): string {
  let rest = line
  for (let word = 0; word < count; word++) rest = rest.replace(/^\S+/, '').trimStart()
  return rest
}

/** https://datatracker.ietf.org/doc/html/rfc2181#section-11, with the letters that DNS hosts take. */
const label = /^[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?$/
const areLabels = (name: string) =>
  name.split('.').every((each) => each.length <= domainLabelMaxLength && label.test(each))

function relativeName(domain: string, given: string): string | undefined {
  const name = given.toLowerCase()
  const full = name.endsWith('.') ? name.slice(0, -1) : name
  if (name === '@' || full === domain) return ''
  const isUnder = full.endsWith(`.${domain}`)
  // With the dot at its end it is a whole name.
  if (name !== full && !isUnder) return undefined
  const left = isUnder ? full.slice(0, -domain.length - 1) : full
  return left.length + domain.length < domainMaxLength && areLabels(left) ? left : undefined
}

function hostName(text: string): string | undefined {
  const name = text.toLowerCase().replace(/\.$/, '')
  // What ends in a number is an address (RFC 3696, 2).
  const [, ...above] = name.split('.')
  const isHost = /[a-z]/.test(above.at(-1) ?? '') && areLabels(name)
  return isHost && name.length <= domainMaxLength ? name : undefined
}

function readContent(
  type: KeptRecord['type'],
  value: string,
): Pick<KeptRecord, 'content' | 'priority'> | undefined {
  if (type === 'A') return z.ipv4().safeParse(value).success ? { content: value } : undefined
  if (type === 'AAAA') return z.ipv6().safeParse(value).success ? { content: value.toLowerCase() } : undefined
  if (type === 'TXT') return readText(value)
  if (type === 'CNAME') {
    const host = hostName(value)
    return host ? { content: host } : undefined
  }
  const [, priority = '', exchange = ''] = /^(\d{1,5})\s+(\S+)$/.exec(value) ?? []
  const host = hostName(exchange)
  return host && Number(priority) < 65_536 ? { content: host, priority: Number(priority) } : undefined
}

/** Quoted parts make one text, as zone files have it (RFC 1035, 5.1). */
function readText(value: string): { content: string } | undefined {
  const parts = /^"[^"]*"(?:\s+"[^"]*")*$/.test(value)
    ? value.split('"').filter((_, at) => at % 2 === 1)
    : [value]
  const content = parts.join('').trim()
  return content.length > 0 && content.length <= contentMax && /^[ !#-[\]-~]+$/.test(content)
    ? { content }
    : undefined
}

/** At these names stands what mail needs: at the hosts' own names for keys and for finding the mailbox. */
const ourNames = [
  '_dmarc',
  'autodiscover',
  'google._domainkey',
  'selector1._domainkey',
  'selector2._domainkey',
  // A policy for the former host makes senders refuse the present one (RFC 8461).
  '_mta-sts',
  'mta-sts',
]

/** Whether it would stand in the way of what mailboxes and forwarding need. */
function isOurs({ name, type, content }: KeptRecord): boolean {
  if (name === '') return type !== 'TXT' || /^v=spf1(\s|$)/i.test(content)
  if (name === 'www') return type === 'A' || type === 'AAAA' || type === 'CNAME'
  return ourNames.includes(name)
}
