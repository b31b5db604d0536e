import { keysOf } from '../records/keys-of.ts'
import { countOf } from '../text/count-of.ts'
import { numberText } from '../text/number-text.ts'
import {
  type ImportColumn,
  type ImportProblem,
  type ImportRow,
  importColumns,
  importFileMaxLength,
  importRowsMax,
} from './import-row.ts'
import { type CsvRecord, parseCsv } from './parse-csv.ts'
import { readCell } from './read-cells.ts'
import { rowsAgree } from './rows-agree.ts'

export type ImportRead = { ok: true; rows: ImportRow[] } | { ok: false; problems: ImportProblem[] }

const columns = keysOf(importColumns)
const refused = (line: number, message: string): ImportRead => ({ ok: false, problems: [{ line, message }] })

/**
 * The rows of an import's file, or everything that is wrong with it, by line: of a file with one wrong line nothing is
 * taken. `today` is the day (`2026-03-31`) after which nothing can have started.
 */
export function readImport(text: string, today: string): ImportRead {
  if (text.length > importFileMaxLength)
    return refused(1, `The file has more than ${numberText(importFileMaxLength)} characters. Please part it.`)
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
    return refused(header.line, `The file has more than ${numberText(importRowsMax)} lines. Please part it.`)

  const problems: ImportProblem[] = []
  const rows = records.flatMap((record) => {
    const row = readRow(record, places.places, header.cells.length)
    if (row.ok && row.row.started <= today) return row.row
    const messages = row.ok ? ['Column started is after today.'] : row.messages
    problems.push(...messages.map((message) => ({ line: record.line, message })))
    return []
  })
  if (problems.length === 0) problems.push(...rowsAgree(rows))
  return problems.length === 0 ? { ok: true, rows } : { ok: false, problems }
}

/** Where a file in another encoding begins to show; -1 in one that is what it should be. */
const unreadableAt = (text: string): number => text.search(/[\ufffd\0]/)

type Places = Partial<Record<ImportColumn, number>>

function placesOf({ cells }: CsvRecord): { ok: true; places: Places } | { ok: false; message: string } {
  const names = cells.map((cell) => cell.trim().toLowerCase())
  const [only, another] = names
  if (another === undefined && /[;\t]/.test(only ?? ''))
    return {
      ok: false,
      message: `Its cells are parted by ${only?.includes(';') ? 'semicolons' : 'tabs'}. Please save it with commas.`,
    }
  const unknown = names.find((name) => !columns.some((column) => column === name))
  if (unknown !== undefined)
    return {
      ok: false,
      message: `There is no column “${unknown.slice(0, 40)}”. The columns are ${new Intl.ListFormat('en').format(columns)}.`,
    }
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) return { ok: false, message: `The column ${twice} is there twice.` }
  const missing = columns.find((column) => importColumns[column].required && !names.includes(column))
  if (missing !== undefined) return { ok: false, message: `The column ${missing} is missing.` }
  return { ok: true, places: Object.fromEntries(names.map((name, at) => [name, at])) }
}

type RowRead = { ok: true; row: ImportRow } | { ok: false; messages: string[] }

function readRow({ line, cells }: CsvRecord, places: Places, width: number): RowRead {
  if (cells.length !== width)
    return {
      ok: false,
      messages: [
        `It has ${countOf(cells.length, 'cell')} where ${countOf(width, 'column is', 'columns are')} named.`,
      ],
    }
  const messages: string[] = []
  const cell = <C extends ImportColumn>(column: C): ImportRow[C] | undefined => {
    const place = places[column]
    const text = place === undefined ? '' : (cells[place] ?? '').trim()
    if (text === '') {
      if (importColumns[column].required) messages.push(`Column ${column} is empty.`)
      return undefined
    }
    const read = readCell(column, text)
    if (read.ok) return read.value
    messages.push(read.problem.message)
    return undefined
  }
  const row = Object.fromEntries(columns.map((column) => [column, cell(column)])) as Partial<ImportRow>
  if (messages.length > 0) return { ok: false, messages }
  const said = row as ImportRow
  return {
    ok: true,
    row: {
      ...said,
      line,
      customer: said.customer ?? said.email,
      subscription: said.subscription ?? null,
      tool: said.tool ?? 'other',
    },
  }
}
