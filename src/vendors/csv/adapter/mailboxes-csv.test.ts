import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '#vendors/bison/simulator/parse-csv.ts'
import { beginsLikeFormula, type CsvMailbox, mailboxesCsv } from './mailboxes-csv.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('=1+1', '+49', '-5', '@sum', '\t=x', ' =x', '＝A1', 'a,b', 'say "hi"', 'two\r\nlines', ''),
)
const mailbox: fc.Arbitrary<CsvMailbox> = fc.record({
  email: text,
  firstName: text,
  lastName: text,
  password: text.filter((password) => !beginsLikeFormula(password)),
  platform: fc.constantFrom('azure', 'google'),
})

describe('the CSV of mailboxes', () => {
  it('has the columns, the servers of each platform and CRLF after every line', () => {
    expect(
      mailboxesCsv([
        { email: 'jane@x.com', firstName: 'Jane', lastName: 'Doe', password: 'pA,"1', platform: 'azure' },
        { email: 'joe@y.co', firstName: 'Joe', lastName: 'Roe', password: 'secret9!', platform: 'google' },
      ]),
    ).toBe(
      [
        'Email,First Name,Last Name,Password,SMTP Host,SMTP Port,IMAP Host,IMAP Port,Platform,Authentication,Sign-in Page\r\n',
        'jane@x.com,Jane,Doe,"pA,""1",smtp.office365.com,587,outlook.office365.com,993,Entra,OAuth,https://login.microsoftonline.com\r\n',
        'joe@y.co,Joe,Roe,secret9!,smtp.gmail.com,587,imap.gmail.com,993,Google,OAuth,https://accounts.google.com\r\n',
      ].join(''),
    )
  })

  it('is read back as it was written, but for an apostrophe before what looks like a formula', () => {
    const expected = (value: string) => (beginsLikeFormula(value) ? `'${value}` : value)
    fc.assert(
      fc.property(fc.array(mailbox, { maxLength: 5 }), (rows) => {
        const read = readCsv(mailboxesCsv(rows)).slice(1)
        expect(read.map(([email, first, last, password]) => [email, first, last, password])).toEqual(
          rows.map((row) => [
            expected(row.email),
            expected(row.firstName),
            expected(row.lastName),
            row.password,
          ]),
        )
      }),
    )
  })

  it('never lets a cell begin like a formula', () => {
    fc.assert(
      fc.property(fc.array(mailbox, { maxLength: 5 }), (rows) => {
        for (const cell of readCsv(mailboxesCsv(rows)).flat()) expect(beginsLikeFormula(cell)).toBe(false)
      }),
    )
  })

  it('has eleven cells in every line, whatever is in them', () => {
    fc.assert(
      fc.property(fc.array(mailbox, { maxLength: 5 }), (rows) => {
        const read = readCsv(mailboxesCsv(rows))
        expect(read).toHaveLength(rows.length + 1)
        for (const line of read) expect(line).toHaveLength(11)
      }),
    )
  })

  it('refuses a password that a spreadsheet would run, instead of changing it', () => {
    const row = { email: 'a@b.co', firstName: 'A', lastName: 'B', platform: 'azure' as const }
    expect(() => mailboxesCsv([{ ...row, password: '=cmd|x' }])).toThrow('must not begin like a formula')
  })

  it('is what an upload to Email Bison reads', () => {
    const row = {
      email: 'a@b.co',
      firstName: 'A',
      lastName: 'B',
      password: 'x"y',
      platform: 'azure' as const,
    }
    expect(parseCsv(mailboxesCsv([row]))[0]).toMatchObject({ Email: 'a@b.co', Password: 'x"y' })
  })
})

/** RFC 4180, by a grammar of its own: a line is fields and CRLF; a field is quoted or has no comma, quote or line end. */
function readCsv(csv: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  const token = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/gy
  while (token.lastIndex < csv.length) {
    const match = token.exec(csv)
    if (!match) throw new Error(`no CSV at ${token.lastIndex}`)
    const [, raw = '', end] = match
    line.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (end === '\r\n') {
      lines.push(line)
      line = []
    }
  }
  return lines
}
