import { numberText } from '#base/text/number-text.ts'
import { domainLabelMaxLength, domainMaxLength } from '#features/plans/rules/catalog.ts'
import { readDkimKey } from './dkim-key.ts'
import { usualDkimSelector } from './work-item-answers.ts'

/** Characters and lines of a table that is read at all. */
export const dkimTableMaxLength = 500_000
export const dkimTableMaxLines = 1_000

export interface DkimLine {
  /** Of the text, counted from 1. */
  line: number
  domain: string
  selector: string
  /** As it is to be published. */
  txt: string
}
export interface DkimTableProblem {
  line: number
  reason: string
}

export const dkimTableMessages = {
  empty: 'There is no key in it.',
  tooLong: `A table has at most ${numberText(dkimTableMaxLength)} characters.`,
  tooManyLines: `A table has at most ${numberText(dkimTableMaxLines)} lines.`,
  noDomain: 'There is no domain.',
  noKey: 'There is no key.',
  twoDomains: 'There are two domains.',
  twoKeys: 'There are two keys.',
  twoSelectors: 'There are two prefixes.',
  openQuote: 'A quote is not closed.',
  tooManyCells: 'There are more cells than a line of keys has.',
} as const

/**
 * Reads a table of DKIM keys as it is copied from a sheet or a file: a line for each domain, its cells parted by tabs,
 * commas or blanks, in any order, with a prefix or without, with or without a line of headings. Whatever is wrong with
 * a line is said of it; a caller takes all lines or none.
 */
export function readDkimTable(text: string): { lines: DkimLine[]; problems: DkimTableProblem[] } {
  const whole = (line: number, reason: string) => ({ lines: [], problems: [{ line, reason }] })
  if (text.length > dkimTableMaxLength) return whole(1, dkimTableMessages.tooLong)
  const rows = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (rows.length > dkimTableMaxLines + 1) return whole(dkimTableMaxLines + 1, dkimTableMessages.tooManyLines)
  const lines: DkimLine[] = []
  const problems: DkimTableProblem[] = []
  const lineOf = new Map<string, number>()
  let isFirst = true
  for (const [index, row] of rows.entries()) {
    if (row.trim() === '') continue
    const line = index + 1
    const cells = cellsOf(row)
    const isHeading: boolean = isFirst && cells !== undefined && isHeadings(cells)
    isFirst = false
    if (isHeading) continue
    const read = cells ? readCells(cells) : dkimTableMessages.openQuote
    if (typeof read === 'string') {
      problems.push({ line, reason: read })
      continue
    }
    const before = lineOf.get(read.domain)
    if (before) problems.push({ line, reason: `${read.domain} stands on line ${before} as well.` })
    else lines.push({ line, ...read })
    lineOf.set(read.domain, before ?? line)
  }
  if (lines.length === 0 && problems.length === 0) return whole(1, dkimTableMessages.empty)
  return { lines, problems }
}

const keyStart = /^(?:v=dkim1|[kp]=)/i
const longLetters = /^[A-Za-z0-9+/]{60,}={0,2}$/
const isKey = (cell: string): boolean =>
  keyStart.test(cell.replace(/["\s]+/g, '').slice(0, 10)) || longLetters.test(cell)

/** More cells than any export has stand in no line of keys: the rest of it is not read. */
const cellsMax = 50

/** Undefined where a quote is not closed. */
function cellsOf(row: string): string[] | undefined {
  const parted = row.includes('\t') ? splitOutsideQuotes(row, '\t') : splitOutsideQuotes(row, ',')
  if (!parted || parted.length > 1) return parted
  // Blanks stand inside of a key as well: what follows its beginning belongs to it.
  const words = (parted[0] ?? '').split(/\s+/).filter((word) => word !== '')
  const start = words.findIndex(isKey)
  return start < 0 ? words : [...words.slice(0, start), words.slice(start).join(' ')]
}

/** Cells without their quotes; undefined where one is not closed. */
function splitOutsideQuotes(row: string, separator: string): string[] | undefined {
  const cells: string[] = []
  let isQuoted = false
  let from = 0
  for (let at = 0; at <= row.length; at++) {
    if (row[at] === '"') isQuoted = !isQuoted
    if (at < row.length && (isQuoted || row[at] !== separator)) continue
    if (cells.length > cellsMax) break
    cells.push(row.slice(from, at).replaceAll('"', '').trim())
    from = at + 1
  }
  return isQuoted ? undefined : cells
}

const headings =
  /^(?:#|no|domains?|hosts?|hostname|names?|dns|prefix|selectors?|types?|ttl|keys?|values?|txt|records?|dkim|content|data|(?:dns |txt |dkim )?(?:host ?name|domain ?name|host|record|value|key|selector))$/i
const isHeadings = (cells: readonly string[]): boolean =>
  cells.some((cell) => headings.test(cell)) && cells.every((cell) => !isKey(cell) && !domainOf(cell))

const recordWord = /^(?:txt|in|\d{1,7})$/i
const selectorForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const underDomainKey = '._domainkey'

/** What the cells of one line say, or what is wrong with them. */
function readCells(cells: readonly string[]): Omit<DkimLine, 'line'> | string {
  if (cells.length > cellsMax) return dkimTableMessages.tooManyCells
  let [domain, selector, key] = ['', '', '']
  for (const cell of cells) {
    if (cell === '' || recordWord.test(cell)) continue
    if (isKey(cell)) {
      // The second string of a long value may have a cell of its own.
      if (key && !longLetters.test(cell)) return dkimTableMessages.twoKeys
      key += cell
      continue
    }
    const host = hostOf(cell)
    if (!host) return `"${cell.slice(0, 80)}" is no domain, no prefix and no key.`
    if (host.domain && domain && host.domain !== domain) return dkimTableMessages.twoDomains
    if (host.selector && selector && host.selector !== selector) return dkimTableMessages.twoSelectors
    domain ||= host.domain
    selector ||= host.selector
  }
  if (!domain) return dkimTableMessages.noDomain
  if (!key) return dkimTableMessages.noKey
  const read = readDkimKey(key)
  return read.ok ? { domain, selector: selector || usualDkimSelector, txt: read.value } : read.problem.message
}

/** `acme.com`, `google`, `google._domainkey`, or `google._domainkey.acme.com`. */
function hostOf(cell: string): { domain: string; selector: string } | undefined {
  const text = cell.toLowerCase()
  const at = text.indexOf(underDomainKey)
  const [before, after] =
    at < 0 ? ['', text] : [text.slice(0, at), text.slice(at + underDomainKey.length).replace(/^\./, '')]
  if (at < 0 && selectorForm.test(text)) return { domain: '', selector: text }
  const domain = after === '' ? '' : domainOf(after)
  if (domain === undefined || (at >= 0 && !selectorForm.test(before))) return undefined
  return { domain, selector: before }
}

/** Undefined for what is none. */
function domainOf(text: string): string | undefined {
  const name = text.toLowerCase().replace(/\.$/, '')
  const labels = name.length <= domainMaxLength ? name.split('.') : []
  const isDomain =
    labels.length > 1 &&
    labels.every((label) => label.length <= domainLabelMaxLength && selectorForm.test(label))
  return isDomain ? name : undefined
}
