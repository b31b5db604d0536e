import { Parser } from 'htmlparser2'
import { bounds, NoReport } from '../bounds.ts'
import type { Report, ReportRow } from './report.ts'

/** Paths whose text is read, without what stands before a colon in the names of elements. */
const at = {
  organisation: 'feedback/report_metadata/org_name',
  id: 'feedback/report_metadata/report_id',
  begin: 'feedback/report_metadata/date_range/begin',
  end: 'feedback/report_metadata/date_range/end',
  domain: 'feedback/policy_published/domain',
  record: 'feedback/record',
  ip: 'feedback/record/row/source_ip',
  count: 'feedback/record/row/count',
  dkim: 'feedback/record/row/policy_evaluated/dkim',
  spf: 'feedback/record/row/policy_evaluated/spf',
  reason: 'feedback/record/row/policy_evaluated/reason/type',
  headerFrom: 'feedback/record/identifiers/header_from',
  envelopeFrom: 'feedback/record/identifiers/envelope_from',
  spfDomain: 'feedback/record/auth_results/spf/domain',
} as const
const read: ReadonlySet<string> = new Set(Object.values(at))
const reasonsMost = 5
/** Text is given to the parser in pieces of so many letters: what stands behind the report is not parsed. */
const piece = 64 * 1024

/** A name without its namespace. Some reports stand inside an `xs:schema`, which is passed over. */
const localOf = (name: string) => name.slice(name.indexOf(':') + 1, name.indexOf(':') + 41)
const isWrapper = (name: string) => localOf(name) === 'schema'

const host = (text: string) => text.trim().toLowerCase().replace(/\.$/, '')
const passes = (text: string | undefined) => text?.trim().toLowerCase() === 'pass'

/** Seconds since 1970 as reports write them, as ms; NaN for anything else. */
const momentOf = (text: string | undefined) =>
  /^\d{1,11}$/.test(text?.trim() ?? '') ? Number(text) * 1_000 : Number.NaN

/**
 * Reads a report out of its bytes, old (RFC 7489) or new (RFC 9990): the names of elements decide, whatever their
 * namespace. Nothing is kept but counts and short values, no document is built, and a DTD ends it: with it entities go.
 * @throws NoReport where it is none, or is larger than a report may be
 */
export async function parseReport(text: AsyncIterable<Uint8Array>): Promise<Report> {
  const decoder = new TextDecoder()
  const reader = createReader()
  const parser = new Parser(reader.handler, { xmlMode: true, decodeEntities: true })
  const feed = (letters: string) => {
    for (let from = 0; from < letters.length && !reader.isDone(); from += piece)
      parser.write(letters.slice(from, from + piece))
  }
  for await (const bytes of text) {
    feed(decoder.decode(bytes, { stream: true }))
    if (reader.isDone()) break
  }
  if (!reader.isDone()) feed(decoder.decode())
  return reader.report()
}

function createReader() {
  const path: string[] = []
  let place = ''
  let value = ''
  let elements = 0
  let wrappers = 0
  let isDone = false
  const head: Partial<Record<keyof typeof at, string>> = {}
  let row: Partial<Record<keyof typeof at, string>> = {}
  let reasons: string[] = []
  const rows: ReportRow[] = []

  const keep = (name: keyof typeof at, of: typeof row) => {
    if (place === at[name] && of[name] === undefined) of[name] = value.trim()
  }

  function close() {
    if (place === at.record) {
      if (!isEmpty(row)) rows.push(rowOf(row, reasons))
      if (rows.length > bounds.records) throw new NoReport('It has too many records.')
      row = {}
      reasons = []
    } else if (place === at.reason) {
      if (reasons.length < reasonsMost) reasons.push(value.trim().toLowerCase())
    } else if (place.startsWith(`${at.record}/`)) {
      for (const name of rowNames) keep(name, row)
    } else for (const name of headNames) keep(name, head)
    if (place === 'feedback') isDone = true
  }

  return {
    isDone: () => isDone,
    handler: {
      onopentagname(name: string) {
        if (isDone) return
        if (++elements > bounds.elements) throw new NoReport('It has too many elements.')
        if (path.length + wrappers >= bounds.depth) throw new NoReport('Its elements lie too deep.')
        if (isWrapper(name)) {
          wrappers++
          return
        }
        path.push(localOf(name))
        place = path.join('/')
        value = ''
      },
      ontext(text: string) {
        if (isDone || !read.has(place)) return
        value += text
        if (value.length > 4 * bounds.value) throw new NoReport('One of its values is too long.')
      },
      onclosetag(name: string) {
        if (isDone) return
        if (isWrapper(name)) {
          wrappers--
          return
        }
        close()
        path.pop()
        place = path.join('/')
        value = ''
      },
      onprocessinginstruction(name: string) {
        if (name.startsWith('!')) throw new NoReport('It has a document type of its own.')
      },
    },
    report(): Report {
      if (!isDone) throw new NoReport('It is no DMARC report, or breaks off.')
      return reportOf(head, rows)
    },
  }
}

const headNames = ['organisation', 'id', 'begin', 'end', 'domain'] as const
const rowNames = ['ip', 'count', 'dkim', 'spf', 'headerFrom', 'envelopeFrom', 'spfDomain'] as const

const short = (text: string | undefined, what: string): string => {
  if (!text || text.length > bounds.value) throw new NoReport(`Its ${what} is missing or too long.`)
  return text
}

/** Receivers have been seen to write rows of no mails, some with nothing in them. */
const isEmpty = ({ ip, count }: Partial<Record<keyof typeof at, string>>) =>
  count ? /^0+$/.test(count) : !ip

function rowOf(row: Partial<Record<keyof typeof at, string>>, reasons: readonly string[]): ReportRow {
  const count = /^\d{1,8}$/.test(row.count ?? '') ? Number(row.count) : Number.NaN
  if (!(count >= 1 && count <= bounds.count)) throw new NoReport('One of its counts is no number of mails.')
  return {
    ip: short(row.ip, 'source'),
    count,
    dkim: passes(row.dkim),
    spf: passes(row.spf),
    reasons,
    headerFrom: host(short(row.headerFrom, 'author')),
    // Google leaves the envelope out; there SPF's own result has the same domain.
    envelopeFrom: host(row.envelopeFrom || row.spfDomain || ''),
  }
}

function reportOf(head: Partial<Record<keyof typeof at, string>>, rows: readonly ReportRow[]): Report {
  const report = {
    organisation: short(head.organisation, 'sender'),
    id: short(head.id, 'number'),
    domain: host(short(head.domain, 'domain')),
    begin: momentOf(head.begin),
    end: momentOf(head.end),
    rows,
  }
  if (!(report.begin < report.end)) throw new NoReport('Its days are none.')
  return report
}
