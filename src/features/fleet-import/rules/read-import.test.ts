import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysOf } from '#base/records/keys-of.ts'
import { type ImportRow, importColumns, importFileMaxLength, importRowsMax } from './import-row.ts'
import { parseCsv } from './parse-csv.ts'
import { readImport } from './read-import.ts'

const today = '2026-11-25'
const header = keysOf(importColumns).join(',')
const good =
  'Ada@Example.test,Acme,acme-mail.com,google,A-1,2026-03-31,sub_1A,"Ada Byron (ada a.byron)",acme.com,instantly'
const problemsOf = (...lines: string[]) => {
  const read = readImport([header, ...lines].join('\n'), today)
  return read.ok ? [] : read.problems.map(({ line, message }) => `${line}: ${message}`)
}
const changed = (from: string, to: string) => good.replace(from, to)

test('a line is read into its normal form, whichever columns may be left out', () => {
  expect(readImport(`\ufeff${header}\r\n\r\n${good}\r\n`, today)).toEqual({
    ok: true,
    rows: [
      {
        line: 3,
        email: 'ada@example.test',
        customer: 'Acme',
        domain: 'acme-mail.com',
        plan: 'google',
        order: 'A-1',
        started: '2026-03-31',
        subscription: 'sub_1A',
        people: [{ firstName: 'Ada', lastName: 'Byron', localParts: ['ada', 'a.byron'] }],
        forwarding: 'https://acme.com',
        tool: 'instantly',
      },
    ],
  })
  const short = readImport(
    'domain,email,plan,order,started,people,forwarding\na.com,a@b.co,azure,1,2026-01-01,Ada Byron;Max Born,c.com',
    today,
  )
  expect(short).toMatchObject({ rows: [{ customer: 'a@b.co', subscription: null, tool: 'other' }] })
})

test.each<[string, string, string]>([
  ['Ada@Example.test', 'ada', '2: Column email'],
  ['acme-mail.com', 'acme', '2: Column domain is no domain name.'],
  ['acme-mail.com', '-x.com', '2: Column domain is no domain name.'],
  ['google', 'gold', '2: Column plan is none of azure, google, and premium.'],
  ['2026-03-31', '2026-02-30', '2: Column started is no day.'],
  ['2026-03-31', '2027-01-01', '2: Column started is after today.'],
  ['sub_1A', 'si_1', '2: Column subscription is no subscription'],
  ['Ada Byron (ada a.byron)', 'Ada', '2: Column people has “Ada”'],
  ['Ada Byron (ada a.byron)', 'Ada Byron; ada BYRON', '2: Column people names somebody twice.'],
  ['Ada Byron (ada a.byron)', 'Ada Byron (ada); Max Born (ada)', '2: Column people gives an address to two'],
  ['Ada Byron (ada a.byron)', 'Ada Byron (=1)', '2: Column people has “=1”'],
  [',acme.com,', ',javascript:1,', '2: Column forwarding is no address'],
  [',instantly', ',', ''],
  [',instantly', '', '2: It has 9 cells where 10 columns are named.'],
  ['A-1', '', '2: Column order is empty.'],
  ['A-1', '1.23457E+11', '2: Column order is “1.23457E+11”: a spreadsheet has shortened a long number'],
  ['A-1', '"1,23457E+11"', '2: Column order is “1,23457E+11”: a spreadsheet has shortened a long number'],
  ['A-1', '#NAME?', '2: Column order is “#NAME?”, an error in the spreadsheet.'],
  ['A-1', '1E', ''],
  [',instantly', ',instantly,,', ''],
  [',instantly', ',instantly,,late', '2: “late” is in a column without a name.'],
  ['Acme', '"Ac\nme"', '2: Column customer has a line break, or characters that cannot be seen.'],
  ['A-1', 'A\u202e1', '2: Column order has a line break, or characters that cannot be seen.'],
  ['Acme', 'Müller & Söhne', ''],
  ['Acme', 'x'.repeat(2_001), '2: Column customer has more than 2000 characters.'],
])('“%s” read as “%s” is told with its line: %s', (from, to, problem) => {
  const [told = ''] = problemsOf(changed(from, to))
  expect(told.startsWith(problem)).toBe(true)
  expect(told === '').toBe(problem === '')
})

test('lines that speak against each other are told, with the line that they speak against', () => {
  expect(
    problemsOf(
      good,
      good,
      good.replace('acme-mail.com', 'b.com').replace('google', 'azure'),
      good.replace('acme-mail.com', 'c.com').replace('Ada@Example', 'eve@other').replace('A-1', 'A-2'),
      good.replace('acme-mail.com', 'd.com').replace('Acme', 'Other'),
    ),
  ).toEqual([
    '3: acme-mail.com is on line 2 already.',
    '4: Order A-1 has another plan on line 2.',
    '5: sub_1A pays for ada@example.test on line 2.',
    '6: ada@example.test is called “Acme” on line 2.',
  ])
})

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
const read = (text: string) => readImport(text, today)

test('what spreadsheets leave in a file is passed over: empty columns, their own first line, other separators', () => {
  const whole = read(`${header}\n${good}`)
  expect(whole.ok).toBe(true)
  const parted = (by: string) => `${header}\n${good}`.replaceAll(',', by)
  expect(read(parted(';'))).toEqual(whole)
  expect(read(parted('\t'))).toEqual(whole)
  expect(read(`sep=;\r\n${parted(';')}`)).toMatchObject({ rows: [{ line: 3, domain: 'acme-mail.com' }] })
  expect(read(`\ufeff"sep=\t"\n${parted('\t')}`)).toMatchObject({ rows: [{ line: 3 }] })
  const people = parted(';').replace('Ada Byron (ada a.byron)', 'Ada Byron; Max Born')
  expect(read(people)).toMatchObject({ rows: [{ people: [{ lastName: 'Byron' }, { lastName: 'Born' }] }] })
  const ofExcel = `\ufeff${header},,\r\n${good},,\r\n`
  expect(read(ofExcel)).toEqual(whole)
  // Excel leaves out empty cells at a line's end, in some lines.
  expect(read(`${header},,\n${good}`)).toEqual(whole)
})

test('www. is the domain below it, unless that is nobody’s', () => {
  const domainOf = (name: string) => {
    const said = read(`${header}\n${good.replace('acme-mail.com', name)}`)
    return said.ok ? said.rows[0]?.domain : said.problems[0]?.message
  }
  expect(domainOf('www.acme-mail.com')).toBe('acme-mail.com')
  expect(domainOf('https://WWW.acme-mail.com/')).toBe('acme-mail.com')
  expect(domainOf('www.com')).toBe('www.com')
  expect(domainOf('www.co.uk')).toBe('www.co.uk')
  expect(problemsOf(good, good.replace('acme-mail', 'www.acme-mail'))).toEqual([
    '3: acme-mail.com is on line 2 already.',
  ])
})

test('lines of whole orders come in without the wrong ones, which are handed back with why', () => {
  const line = (
    domain: string,
    order: string,
    more: Partial<Record<'email' | 'plan' | 'sub', string>> = {},
  ) =>
    `${more.email ?? 'a@b.co'},,${domain},${more.plan ?? 'azure'},${order},2026-03-31,${more.sub ?? ''},Ada Byron,acme.com,`
  const left = (...lines: string[]) => {
    const said = read([header, ...lines].join('\n'))
    if (said.ok) throw new Error('Nothing is wrong with it.')
    return {
      valid: said.valid.map(({ domain }) => domain),
      back: said.heldBack.slice(1).map(([problem, , , domain]) => `${domain}: ${problem}`),
    }
  }
  const gold = 'Column plan is none of azure, google, and premium.'
  const belongs = 'No error here, but a line that it belongs with has one.'
  // With a wrong line its order, and all that the same subscription pays for.
  expect(
    left(
      line('a.com', 'A', { sub: 'sub_1' }),
      line('b.com', 'B', { sub: 'sub_1' }),
      line('c.com', 'B', { sub: 'sub_1', plan: 'gold' }),
      line('d.com', 'D'),
      line('e.com', 'B', { email: 'e@b.co' }),
    ),
  ).toEqual({
    valid: ['d.com', 'e.com'],
    back: [`a.com: ${belongs}`, `b.com: ${belongs}`, `c.com: ${gold}`],
  })
  // One that does not say its order may be of any of its customer's, and one that says nothing of anybody's.
  const others = [line('a.com', 'A'), line('b.com', 'B', { email: 'b@b.co' })]
  expect(left(...others, line('c.com', '')).valid).toEqual(['b.com'])
  expect(left(...others, line('c.com', 'C', { sub: 'si_1' })).valid).toEqual(['b.com'])
  expect(left(...others, 'a@b.co,Acme').valid).toEqual(['b.com'])
  expect(left(...others, line('c.com', 'A', { email: 'nobody' })).valid).toEqual(['b.com'])
  expect(left(...others, line('c.com', '', { email: 'nobody' })).valid).toEqual([])
  expect(left(...others, line('a.com', 'C')).valid).toEqual(['a.com', 'b.com'])
})

test('what was handed back is read again once it is mended, with the column that says why', () => {
  const wrong = read(`${header},\n${good.replace('google', 'gold')},`)
  if (wrong.ok) throw new Error('Nothing is wrong with it.')
  const [names, cells] = wrong.heldBack
  expect(names).toEqual(['problem', ...header.split(','), ''])
  expect(cells?.slice(0, 2)).toEqual([
    'Column plan is none of azure, google, and premium.',
    'Ada@Example.test',
  ])
  const again = (plan: string) =>
    [names, cells]
      .map((each) => each?.map((cell) => quoted(cell === 'gold' ? plan : cell)).join(','))
      .join('\n')
  expect(read(again('google'))).toEqual(read(`${header}\n${good}`))
  expect(read(again('gold'))).toEqual(wrong)
})

test('a file that is no table, or too large, is refused as a whole', () => {
  const said = (text: string) => {
    const read = readImport(text, today)
    return read.ok ? 'taken' : read.problems[0]?.message
  }
  expect(said('')).toBe('The file is empty.')
  expect(said(header)).toContain('no line')
  expect(said(`${header},phone\n`)).toContain('There is no column “phone”')
  expect(said(`${header},email\n`)).toBe('The column email is there twice.')
  expect(said(`${header}\n${good.replace('Acme', 'M\ufffdller')}`)).toContain('no text in UTF-8')
  expect(said(`e\0m\0a\0i\0l\0`)).toContain('no text in UTF-8')
  expect(said(`email\n${good}`)).toBe('The column domain is missing.')
  expect(said(`${header}\n"a`)).toContain('A quotation mark is not closed')
  expect(said(`${header}\n${`${good}\n`.repeat(importRowsMax + 1)}`)).toContain('more than 5,000 lines')
  expect(said('x'.repeat(importFileMaxLength + 1))).toContain('more than 2,000,000 characters')
})

test('whatever is written into quoted cells is read back, from the line on which it begins', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é', '=') })
  const records = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 6 })
  fc.assert(
    fc.property(records, fc.constantFrom('\n', '\r\n'), (cells, end) => {
      const read = parseCsv(cells.map((row) => row.map(quoted).join(',') + end).join(''))
      const kept = cells.filter((row) => row.some((each) => each.trim() !== ''))
      expect(read.ok && read.records.map((record) => record.cells)).toEqual(kept)
      if (!read.ok) return
      for (const [at, { line }] of read.records.entries()) {
        const before = cells.slice(0, cells.indexOf(kept[at] as string[])).flat()
        expect(line).toBeGreaterThanOrEqual(1 + before.join('').split('\n').length - 1)
      }
    }),
    { numRuns: 500 },
  )
})

test('whatever text comes, it ends with rows or with problems, each on a line that is there', () => {
  const word = fc.constantFrom(header, good, ...good.split(','), ',', '"', '\n', '\r\n', ';', '(', ')', ' ')
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 30 }), (parts) => {
      const text = parts.join('')
      const read = readImport(text, today)
      if (read.ok) expect(new Set(read.rows.map((row: ImportRow) => row.domain)).size).toBe(read.rows.length)
      else {
        expect(read.problems.length).toBeGreaterThan(0)
        const lines = text.split(/\r\n|\n|\r/).length
        for (const { line } of read.problems) expect(line >= 1 && line <= lines).toBe(true)
      }
    }),
    { numRuns: 1_000 },
  )
})

test('of a file with one wrong line among right ones only that one is told', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.nat(20), (before, after) => {
      const line = (at: number) => good.replace('acme-mail.com', `d${at}.com`)
      const lines = Array.from({ length: before + after }, (_, at) => line(at))
      lines.splice(before, 0, good.replace('google', 'gold'))
      expect(problemsOf(...lines)).toEqual([
        `${before + 2}: Column plan is none of azure, google, and premium.`,
      ])
    }),
  )
})
