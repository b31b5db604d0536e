import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { googleXml, microsoftXml, type Seen } from '#vendors/sandbox/reporters/report-xml.ts'
import { zip } from '#vendors/sandbox/reporters/zip.ts'
import { kindOf, unpack } from '../mail/unpack.ts'
import { parseReport } from './parse-report.ts'

const seen: Seen = {
  domain: 'example.com',
  begin: 1_800_000_000,
  end: 1_800_086_399,
  id: '42',
  mails: [
    { ip: '203.0.113.5', count: 12, dkim: 'pass', spf: 'fail', envelopeFrom: 'example.com' },
    {
      ip: '2001:db8::1',
      count: 3,
      dkim: 'fail',
      spf: 'fail',
      envelopeFrom: 'list.example',
      reason: 'forwarded',
    },
  ],
}
const read = (content: Buffer | string) => parseReport(unpack(Buffer.from(content)))

const expected = {
  id: '42',
  domain: 'example.com',
  begin: 1_800_000_000_000,
  end: 1_800_086_399_000,
  rows: [
    {
      ip: '203.0.113.5',
      count: 12,
      dkim: true,
      spf: false,
      reasons: [],
      headerFrom: 'example.com',
      envelopeFrom: 'example.com',
    },
    {
      ip: '2001:db8::1',
      count: 3,
      dkim: false,
      spf: false,
      reasons: ['forwarded'],
      headerFrom: 'example.com',
      envelopeFrom: 'list.example',
    },
  ],
}

test('reports of Google and Microsoft say the same, bare or packed', async () => {
  for (const xml of [googleXml(seen), microsoftXml(seen)])
    for (const packed of [
      Buffer.from(xml),
      gzipSync(xml),
      zip([{ name: 'r.xml', content: Buffer.from(xml) }]),
    ])
      expect(await read(packed)).toMatchObject(expected)
})

test('the new format is read as the old one, whatever the names of its elements begin with', async () => {
  const rfc9990 = microsoftXml(seen)
    .replace(/<feedback [^>]*>/, '<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0">')
    .replaceAll('<disposition>none', '<disposition>pass')
    .replace(
      '<pct>100</pct>',
      '<np>none</np><testing>n</testing><discovery_method>treewalk</discovery_method>',
    )
  expect(await read(rfc9990)).toMatchObject(expected)
  const named = rfc9990.replaceAll(/<(\/?)([a-z_]+)/g, '<$1d:$2')
  expect(await read(named)).toMatchObject(expected)
})

test('what has been seen of real receivers is forgiven', async () => {
  const xml = googleXml(seen)
  const inSchema = xml.replace('<feedback>', '<xs:schema xmlns:xs="x"><feedback>').concat('</xs:schema>')
  expect(await read(inSchema)).toMatchObject(expected)
  expect(await read(Buffer.concat([gzipSync(xml), Buffer.from('bytes behind its end')]))).toMatchObject(
    expected,
  )
  expect(await read(`\uFEFF\r\n ${xml}`)).toMatchObject(expected)
  expect(await read(xml.replace('google.com</org_name>', 'A &amp; B</org_name>'))).toMatchObject({
    organisation: 'A & B',
  })
})

test('a row of no mails is passed over, and the others count', async () => {
  const file = readFileSync(new URL('../testing/reports/one-empty-row.xml', import.meta.url))
  const good = { ip: '203.0.113.5', count: 120, headerFrom: 'acmemail.com' }
  expect((await read(file)).rows).toMatchObject([good])
  const nothing = file.toString().replace('<count>0</count>', '').replace('<header_from></header_from>', '')
  expect((await read(nothing)).rows).toMatchObject([good])
  const ofNone = googleXml(seen).replace('<count>12<', '<count>0<')
  expect((await read(ofNone)).rows).toMatchObject([{ count: 3 }])
  expect((await read(googleXml({ ...seen, mails: [] }))).rows).toEqual([])
})

test('what is no whole report is none', async () => {
  const xml = googleXml(seen)
  const broken = {
    unused: gzipSync('unused'),
    'without an end': xml.slice(0, -20),
    'with a document type': xml.replace('<feedback>', '<!DOCTYPE feedback><feedback>'),
    'without a number': xml.replace('<report_id>42</report_id>', ''),
    'with days that are none': xml.replace('<begin>1800000000', '<begin>1900000000'),
    'with less than no mail': xml.replace('<count>12', '<count>-12'),
    'with mails from nowhere': xml.replace('203.0.113.5', ''),
    'with mails nobody counted': xml.replace('<count>12</count>', ''),
    'with 12.5 mails': xml.replace('<count>12', '<count>12.5'),
    empty: '',
    'inside many schemas': xml.replace('<feedback>', `${'<schema>'.repeat(13)}<feedback>`),
  }
  for (const [what, content] of Object.entries(broken))
    await expect(read(content), what).rejects.toMatchObject({ name: 'NoReport' })
  expect(kindOf(Buffer.from('  text'))).toBeUndefined()
})
