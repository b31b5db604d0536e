import { keysOf } from '#base/records/keys-of.ts'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import {
  type ImportColumn,
  type ImportProblem,
  type ImportRow,
  importColumns,
  importFileMaxLength,
  importRowsMax,
  problemColumn,
} from './import-row.ts'
import { type CsvRecord, parseCsv } from './parse-csv.ts'
import { readCell } from './read-cells.ts'
import { orderKey, rowsAgree } from './rows-agree.ts'

/** What could be read of a line; `subscription` is null where the line names none. */
interface ReadLine {
  said: Partial<ImportRow>
  messages: readonly string[]
}

/**
 * The lines that stay out with the wrong ones: orders come in whole, and so does all that one subscription pays for. Where
 * a wrong line doesn't say what it belongs to, it may be anything of its customer's, or of anybody's.
 */
function heldBack<L extends ReadLine>(lines: readonly L[]): ReadonlySet<L> {
  const out = new Set(lines.filter(({ messages }) => messages.length > 0))
  const keys = new Set([...out].flatMap(({ said }) => claimsOf(said)))
  for (let before = -1; before < keys.size; ) {
    before = keys.size
    for (const line of lines) {
      const its = claimsOf(line.said)
      if (!out.has(line) && ![...its, ...widerOf(line.said)].some((key) => keys.has(key))) continue
      out.add(line)
      for (const key of its) keys.add(key)
    }
  }
  return out
}

const anything = 'anything'
const ofCustomer = (email: string) => `customer ${email}`
const ofName = (order: string) => `name ${order}`

/** What a line takes with it. */
function claimsOf({ email, order, subscription }: Partial<ImportRow>): string[] {
  if (email !== undefined && order !== undefined && subscription !== undefined)
    return [orderKey({ email, order }), ...(subscription === null ? [] : [subscription])]
  if (email !== undefined) return [ofCustomer(email)]
  return order !== undefined && subscription !== undefined ? [ofName(order)] : [anything]
}

/** What else may take a line with it. */
const widerOf = ({ email, order }: Partial<ImportRow>): string[] => [
  anything,
  ...(email === undefined ? [] : [ofCustomer(email)]),
  ...(order === undefined ? [] : [ofName(order)]),
]

export type ImportRead =
  | { ok: true; rows: ImportRow[] }
  | {
      ok: false
      problems: ImportProblem[]
      /** What could come in without the wrong lines: whole orders. */
      valid: ImportRow[]
      /** The lines that stay out, as they were written, why before each, below the columns' names; empty without lines. */
      heldBack: string[][]
    }

const columns = keysOf(importColumns)
const refused = (line: number, message: string): ImportRead => ({
  ok: false,
  problems: [{ line, message }],
  valid: [],
  heldBack: [],
})

/**
 * The rows of an import's file, or everything that is wrong with it, by line, and what would come in without those lines.
 * `today` is the day (`2026-03-31`) after which nothing can have started.
 */
export function readImport(text: string, today: string): ImportRead {
  if (text.length > importFileMaxLength)
    return refused(
      1,
      `The file has more than ${numberText(importFileMaxLength)} characters. Please split it.`,
    )
  const unreadable = unreadableAt(text)
  if (unreadable >= 0)
    return refused(
      text.slice(0, unreadable).split(/\r\n|\n|\r/).length,
      'This is no text in UTF-8, so letters of it would be lost. Please save the file as CSV in UTF-8.',
    )
  const read = parseCsv(text)
  if (!read.ok) return refused(read.line, read.message)
  const [header, ...records] = read.records
  if (!header) return refused(1, 'The file is empty.')
  const places = placesOf(header)
  if (!places.ok) return refused(header.line, places.message)
  if (records.length === 0) return refused(header.line, 'The file has no line below its columns’ names.')
  if (records.length > importRowsMax)
    return refused(header.line, `The file has more than ${numberText(importRowsMax)} lines. Please split it.`)
  const lines = records.map((record) => readLine(record, places, today))
  const against = rowsAgree(lines.flatMap(({ row }) => row ?? []))
  for (const line of lines)
    line.messages.push(...against.flatMap((each) => (each.line === line.record.line ? each.message : [])))
  return sortOut(header, lines, places.ours)
}

/** Everything, or what can come in and what stays out. */
function sortOut(header: CsvRecord, lines: readonly Line[], ours: number): ImportRead {
  const problems = lines.flatMap(({ record: { line }, messages }) =>
    messages.map((message) => ({ line, message })),
  )
  const rowsOf = (of: readonly Line[]) => of.flatMap(({ row }) => row ?? [])
  if (problems.length === 0) return { ok: true, rows: rowsOf(lines) }
  const out = heldBack(lines)
  const written = ({ cells }: CsvRecord) => cells.filter((_, at) => at !== ours)
  const back = lines.flatMap((line) =>
    out.has(line) ? [[line.messages.join(' ') || belongsWithWrong, ...written(line.record)]] : [],
  )
  return {
    ok: false,
    problems,
    valid: rowsOf(lines.filter((line) => !out.has(line))),
    heldBack: [[problemColumn, ...written(header)], ...back],
  }
}

const belongsWithWrong = 'No error here, but a line that it belongs with has one.'

/** Where a file in another encoding begins to show; -1 in one that is what it should be. */
const unreadableAt = (text: string): number => text.search(/[\ufffd\0]/)

type Places = Partial<Record<ImportColumn, number>>

interface Placed {
  places: Places
  /** Up to the last column that has a name: Excel leaves empty ones behind. */
  width: number
  /** Of the column that we have added, or -1. */
  ours: number
}

function placesOf({ cells }: CsvRecord): ({ ok: true } & Placed) | { ok: false; message: string } {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const named = names.filter((name) => name !== '' && name !== problemColumn)
  const unknown = named.find((name) => !columns.some((column) => column === name))
  if (unknown !== undefined)
    return {
      ok: false,
      message: `There is no column “${unknown.slice(0, 40)}”. The columns are ${new Intl.ListFormat('en').format(columns)}.`,
    }
  const twice = named.find((name, at) => named.indexOf(name) !== at)
  if (twice !== undefined) return { ok: false, message: `The column ${twice} is there twice.` }
  const missing = columns.find((column) => importColumns[column].required && !names.includes(column))
  if (missing !== undefined) return { ok: false, message: `The column ${missing} is missing.` }
  const places = Object.fromEntries(named.map((name) => [name, names.indexOf(name)]))
  return {
    ok: true,
    places,
    width: Math.max(...Object.values(places)) + 1,
    ours: names.indexOf(problemColumn),
  }
}

interface Line extends ReadLine {
  record: CsvRecord
  messages: string[]
  /** Where nothing is wrong with it alone. */
  row?: ImportRow
}

function readLine(record: CsvRecord, { places, width, ours }: Placed, today: string): Line {
  const { cells } = record
  const messages: string[] = []
  const cell = <C extends ImportColumn>(column: C): ImportRow[C] | null | undefined => {
    const place = places[column]
    const text = place === undefined ? '' : (cells[place] ?? '').trim()
    if (text === '') {
      if (!importColumns[column].required) return null
      messages.push(`Column ${column} is empty.`)
      return undefined
    }
    const read = readCell(column, text)
    if (read.ok) return read.value
    messages.push(read.problem.message)
    return undefined
  }
  // What stands where cannot be told then, but an address is one.
  if (cells.length < width) {
    const email = cell('email') ?? undefined
    const message = `It has ${countOf(cells.length, 'cell')} where ${countOf(width, 'column is', 'columns are')} named.`
    return { record, said: { email }, messages: [message] }
  }
  const said = Object.fromEntries(columns.map((column) => [column, cell(column)])) as Partial<ImportRow>
  const known = new Set([...Object.values(places), ours])
  const stray = cells.findIndex((text, at) => !known.has(at) && text.trim() !== '')
  if (stray >= 0) messages.push(`“${cells[stray]?.trim().slice(0, 40)}” is in a column without a name.`)
  if (said.started !== undefined && said.started > today) messages.push('Column started is after today.')
  if (messages.length > 0) return { record, said, messages }
  const { email, customer, tool } = said as ImportRow
  const row = {
    ...(said as ImportRow),
    line: record.line,
    customer: customer ?? email,
    tool: tool ?? 'other',
  }
  return { record, said, messages, row }
}
