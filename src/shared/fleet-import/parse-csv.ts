/** A record of a CSV file, and the line that it begins on. */
export interface CsvRecord {
  line: number
  cells: string[]
}

export type CsvRead = { ok: true; records: CsvRecord[] } | { ok: false; line: number; message: string }

/**
 * The records of a CSV file after RFC 4180; a byte order mark and empty lines are passed over, and lines may end either
 * way. What is quoted wrongly is refused where it begins: whatever came after it could mean anything.
 */
export function parseCsv(text: string): CsvRead {
  const reader = { text, at: text.startsWith('\ufeff') ? 1 : 0, line: 1 }
  const records: CsvRecord[] = []
  while (reader.at < text.length) {
    const { line } = reader
    const cells = readRecord(reader)
    if (!cells) return { ok: false, line, message: 'A quotation mark is not closed, or text follows it.' }
    if (cells.some((cell) => cell.trim() !== '')) records.push({ line, cells })
  }
  return { ok: true, records }
}

interface Reader {
  text: string
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
    if (reader.text[reader.at] === ',') {
      reader.at++
      continue
    }
    return endLine(reader) ? cells : undefined
  }
}

function readPlain(reader: Reader): string {
  const start = reader.at
  while (reader.at < reader.text.length && !',\r\n'.includes(reader.text.charAt(reader.at))) reader.at++
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
