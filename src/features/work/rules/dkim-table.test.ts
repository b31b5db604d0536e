import { describe, expect, test } from 'vitest'
import { dkimKeyMaxLength, dkimKeyMessages, readDkimKey } from './dkim-key.ts'
import { dkimTableMaxLength, dkimTableMessages, readDkimTable } from './dkim-table.ts'

async function keyOf(modulusLength: number): Promise<string> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  }
  const { publicKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  return exported(publicKey)
}
const exported = async (key: CryptoKey): Promise<string> =>
  btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.exportKey('spki', key))))
type CryptoKey = Parameters<typeof crypto.subtle.exportKey>[1]

const [key, other, short] = [await keyOf(2048), await keyOf(1024), await keyOf(512)]
const curve = await exported(
  (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']))
    .publicKey,
)
const txt = `v=DKIM1; k=rsa; p=${key}`
const split = `"${txt.slice(0, 255)}" "${txt.slice(255)}"`
const one = { domain: 'acme.com', selector: 'google', txt }

describe('a DKIM key', () => {
  test.each([
    ['as Google shows it', txt],
    ['in quotes', `"${txt}"`],
    ['in the strings of a long value', split],
    ['alone', key],
    ['alone, wrapped', `${key.slice(0, 64)}\n${key.slice(64)}`],
    ['with a semicolon at its end, in capitals', `V=dkim1;K=RSA;P=${key};`],
    ['as a zone file has it', `v=DKIM1\\; k=rsa\\; p=${key}`],
    ['without its version', `p=${key}`],
  ])('is read %s', (_, text) => {
    expect(readDkimKey(text)).toEqual({ ok: true, value: txt })
  })

  test.each([
    ['another record', 'v=spf1 -all', 'notDkim'],
    ['nothing', '', 'empty'],
    ['one that was withdrawn', 'v=DKIM1; k=rsa; p=', 'empty'],
    ['another kind of key', `v=DKIM1; k=ed25519; p=${key}`, 'notRsa'],
    ['a key of another kind that says it is RSA', `v=DKIM1; k=rsa; p=${curve}`, 'cut'],
    ['one that lacks its end', txt.slice(0, -8), 'cut'],
    ['one that lacks a letter', txt.slice(0, -1), 'base64'],
    ['one that lacks its beginning', `v=DKIM1; k=rsa; p=${key.slice(4)}`, 'cut'],
    ['one with something behind it', `${txt}AAAA`, 'cut'],
    ['one with a foreign letter', txt.replace('MII', 'M€I'), 'base64'],
    ['a short one', short, 'bits'],
    ['one that is only tested', `v=DKIM1; k=rsa; t=y; p=${key}`, 'tag'],
    ['two in one', `${txt}; p=${other}`, 'base64'],
    ['a long text', 'A'.repeat(dkimKeyMaxLength + 1), 'tooLong'],
  ] as const)('is not %s', (_, text, code) => {
    expect(readDkimKey(text)).toMatchObject({ ok: false, problem: { message: dkimKeyMessages[code] } })
  })

  test('is cut at no place without being refused', () => {
    for (let end = 0; end < key.length; end++)
      expect(readDkimKey(key.slice(0, end)), `${end}`).toMatchObject({ ok: false })
  })
})

describe('a table of keys', () => {
  test.each([
    ['parted by tabs', `acme.com\t${txt}`],
    ['parted by commas', `acme.com,${txt}`],
    ['parted by blanks', `acme.com   google  ${txt}`],
    ['with the key first', `${txt},acme.com`],
    ['quoted as in a CSV file', `"acme.com","google","${txt}"`],
    ['with doubled quotes', `acme.com,"""${txt.slice(0, 255)}"" ""${txt.slice(255)}"""`],
    ['with split strings behind blanks', `acme.com. ${split}`],
    ['with split strings in a cell each', `acme.com\t"${txt.slice(0, 255)}"\t"${txt.slice(255)}"`],
    ['with the key alone', `ACME.com\t${key}`],
    ['as a zone file', `google._domainkey.acme.com. 3600 IN TXT ${split}`],
    ['with the host of the record', `acme.com,google._domainkey,TXT,3600,${txt}`],
    ['with headings', `Domain name,DNS Host name,TXT record value\nacme.com,google,${txt}`],
    ['with a byte order mark and empty lines', `\uFEFF\r\nacme.com\t${txt}\r\n\r\n`],
  ])('is read %s', (_, text) => {
    const { lines, problems } = readDkimTable(text)
    expect(problems).toEqual([])
    expect(lines).toEqual([{ ...one, line: expect.any(Number) }])
  })

  test('keeps the prefix and the line of each domain', () => {
    const { lines } = readDkimTable(
      `domain\tprefix\tkey\nacme.com\tgoogle\t${txt}\n\nsub.other.org\tmail2\t${other}`,
    )
    expect(lines).toEqual([
      { ...one, line: 2 },
      { line: 4, domain: 'sub.other.org', selector: 'mail2', txt: `v=DKIM1; k=rsa; p=${other}` },
    ])
  })

  test.each([
    ['a key alone', txt, 1, dkimTableMessages.noDomain],
    ['a domain alone', `acme.com\t${txt}\nother.com`, 2, dkimTableMessages.noKey],
    ['two domains', `acme.com,other.com,${txt}`, 1, dkimTableMessages.twoDomains],
    ['two keys', `acme.com\t${txt}\t${txt}`, 1, dkimTableMessages.twoKeys],
    ['two prefixes', `acme.com,one,two,${txt}`, 1, dkimTableMessages.twoSelectors],
    ['an open quote', `acme.com,"${txt}`, 1, dkimTableMessages.openQuote],
    ['a domain twice', `acme.com,${txt}\nACME.com.,${txt}`, 2, 'acme.com stands on line 1 as well.'],
    ['a cut key', `acme.com,${txt.slice(0, -8)}`, 1, dkimKeyMessages.cut],
    ['what is no domain', `ac!me.com,${txt}`, 1, '"ac!me.com" is no domain, no prefix and no key.'],
    ['nothing', ' \n', 1, dkimTableMessages.empty],
    ['too many cells', `acme.com${',TXT'.repeat(51)},${txt}`, 1, dkimTableMessages.tooManyCells],
    ['headings alone', 'Domain,Key', 1, dkimTableMessages.empty],
    ['too many lines', 'a\n'.repeat(1_001), 1_001, dkimTableMessages.tooManyLines],
    ['too much', 'a'.repeat(dkimTableMaxLength + 1), 1, dkimTableMessages.tooLong],
  ])('says what is wrong with %s', (_, text, line, reason) => {
    expect(readDkimTable(text).problems).toContainEqual({ line, reason })
  })

  test('gives every line that is not empty either an answer or one problem, whatever it holds', () => {
    const pieces = [
      'acme.com',
      'b.org',
      txt,
      key,
      key.slice(9),
      '"',
      ',',
      '\t',
      ' ',
      'google',
      '._domainkey.',
      'TXT',
      '=',
      'v=DKIM1;',
      '\\',
      '\u0000',
      'é',
      'p=',
    ]
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 3_000; round++) {
      const rows = Array.from({ length: 4 }, () =>
        Array.from({ length: 1 + next(6) }, () => pieces[next(pieces.length)]).join(''),
      )
      const { lines, problems } = readDkimTable(['head.er,x', ...rows].join('\n'))
      const told = [...lines, ...problems].map(({ line }) => line)
      expect(new Set(told).size).toBe(told.length)
      expect(told.length).toBe(1 + rows.filter((row) => row.trim() !== '').length)
      for (const { txt: value } of lines) expect(value).toBe(txt)
    }
  })

  test.each(['"', ',', ' ', '\t', '.', 'a.', '=', ' ;', 'v=DKIM1', '._domainkey', '\u2028'])(
    'is read in a moment when it is nothing but %j',
    (piece) => {
      const text = piece.repeat(Math.floor(dkimTableMaxLength / piece.length))
      const begun = performance.now()
      expect(readDkimTable(text).lines).toEqual([])
      expect(performance.now() - begun).toBeLessThan(1_000)
    },
  )
})
