/** A record of a CSV file, and the line that it begins on. */
export interface CsvRecord {
  line: number
  cells: string[]
}

export type CsvRead = { ok: true; records: CsvRecord[] } | { ok: false; line: number; message: string }

/** What cells may be parted by: spreadsheets use what their country does. */
const separators: readonly string[] = [',', ';', '\t']

/**
 * The records of a CSV file after RFC 4180; a byte order mark and empty lines are passed over, and lines may end either
 * way. Cells are parted by what Excel's own first line names (`sep=;`), or by what the first line has most of. What is quoted wrongly is refused where it begins: whatever came after it could mean anything.
 */
export function parseCsv(text: string): CsvRead {
  const start = text.startsWith('\ufeff') ? 1 : 0
  const [named = '', separator] =
    /^"?sep=([,;\t])"?[,;\t]*(?:\r\n|\n|\r)/i.exec(text.slice(start, start + 40)) ?? []
  const at = start + named.length
  const reader = { text, at, line: named ? 2 : 1, separator: separator ?? mostOf(text, at) }
  const records: CsvRecord[] = []
  while (reader.at < text.length) {
    const { line } = reader
    const cells = readRecord(reader)
    if (!cells) return { ok: false, line, message: 'A quotation mark is not closed, or text follows it.' }
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells })
  }
  return { ok: true, records }
}

/** Of the separators, the one that the first line with text has most of outside its quotation marks. */
function mostOf(text: string, from: number): string {
  const counts = separators.map(() => 0)
  let isQuoted = false
  let hasText = false
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '"') isQuoted = !isQuoted
    if (isQuoted) continue
    if ((char === '\n' || char === '\r') && hasText) break
    const which = separators.indexOf(char)
    if (which >= 0) counts[which] = (counts[which] as number) + 1
    else hasText ||= char.trim() !== ''
  }
  return separators[counts.indexOf(Math.max(...counts))] as string
}

interface Reader {
  text: string
  separator: string
  at: number
  line: number
}

/** Undefined where its quotation marks are wrong. */
function readRecord(reader: Reader): string[] | undefined {
  const cells: string[] = []
  for (;;) {
    const cell = reader.text[reader.at] === '"' ? readQuoted(reader) : readPlain(reader)
    if (cell === undefined) return undefined
    cells.push(cell)
    if (reader.text[reader.at] === reader.separator) {
      reader.at++
      continue
    }
    return endLine(reader) ? cells : undefined
  }
}

const isEnd = ({ text, at, separator }: Reader) =>
  text[at] === separator || text[at] === '\r' || text[at] === '\n'

function readPlain(reader: Reader): string {
  const start = reader.at
  while (reader.at < reader.text.length && !isEnd(reader)) reader.at++
  return reader.text.slice(start, reader.at)
}

function readQuoted(reader: Reader): string | undefined {
  let cell = ''
  for (let from = reader.at + 1; ; ) {
    const end = reader.text.indexOf('"', from)
    if (end < 0) return undefined
    cell += reader.text.slice(from, end)
    if (reader.text[end + 1] !== '"') {
      reader.at = end + 1
      reader.line += cell.split('\n').length - 1
      return cell
    }
    cell += '"'
    from = end + 2
  }
}

/** Whether the record ends here, as it has to. */
function endLine(reader: Reader): boolean {
  const { text, at } = reader
  if (at >= text.length) return true
  const length = text.startsWith('\r\n', at) ? 2 : text[at] === '\n' || text[at] === '\r' ? 1 : 0
  reader.at += length
  reader.line++
  return length > 0
}
