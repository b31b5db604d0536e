import { expect, test } from 'vitest'
import { lineOfKept, linesToKeep, readKeptRecords } from './kept-records.ts'

const long = 'x'.repeat(1_024)

test.each([
  ['shop CNAME shops.example.net', 'shop CNAME shops.example.net'],
  ['Shop.ACME.com. 3600 IN CNAME Shops.example.net.', 'shop CNAME shops.example.net'],
  ['shop IN 300 CNAME shops.example.net', 'shop CNAME shops.example.net'],
  ['acme.com TXT google-site-verification=a1', '@ TXT google-site-verification=a1'],
  ['@\tTXT\t"one part  " "and another"', '@ TXT one part  and another'],
  ['s1._domainkey TXT k=rsa; p=MIGf+/=', 's1._domainkey TXT k=rsa; p=MIGf+/='],
  ['@ txt v=spf10', '@ TXT v=spf10'],
  [`@ TXT ${long}`, `@ TXT ${long}`],
  ['a.b.c A 192.0.2.1', 'a.b.c A 192.0.2.1'],
  ['app AAAA 2001:DB8::1', 'app AAAA 2001:db8::1'],
  ['eu MX 10 mx.example.net.', 'eu MX 10 mx.example.net'],
  ['www TXT hello', 'www TXT hello'],
])('%j is kept', (line, kept) => {
  const read = readKeptRecords('acme.com', `\n  ${line}  \r\n\r\n${line}`)
  expect(read.ok && read.value.map(lineOfKept)).toEqual([kept])
  // As it is shown, it is read the same.
  expect(readKeptRecords('acme.com', kept)).toEqual(read)
})

test.each([
  ['shop', 'Enter a name, a type and a value, like shop CNAME shops.example.net'],
  ['shop CNAME', 'Enter a name, a type and a value, like shop CNAME shops.example.net'],
  ['shop 300 IN', 'Enter a name, a type and a value, like shop CNAME shops.example.net'],
  ['shop NS ns1.example.net', 'NS records can’t be kept. Use A, AAAA, CNAME, MX or TXT.'],
  ['shop.other.com. A 192.0.2.1', 'shop.other.com. isn’t a name under acme.com'],
  ['* A 192.0.2.1', '* isn’t a name under acme.com'],
  ['-a A 192.0.2.1', '-a isn’t a name under acme.com'],
  [`${'a'.repeat(64)} A 192.0.2.1`, `${'a'.repeat(60)}… isn’t a name under acme.com`],
  [`${'a.'.repeat(125)}a A 192.0.2.1`, `${'a.'.repeat(30)}… isn’t a name under acme.com`],
  ['shop A 192.0.2.256', '192.0.2.256 isn’t a valid value for A records'],
  ['shop A 192.0.2.1 192.0.2.2', '192.0.2.1 192.0.2.2 isn’t a valid value for A records'],
  ['shop AAAA 192.0.2.1', '192.0.2.1 isn’t a valid value for AAAA records'],
  ['shop CNAME 192.0.2.1', '192.0.2.1 isn’t a valid value for CNAME records'],
  ['eu MX 10 192.0.2.1', '10 192.0.2.1 isn’t a valid value for MX records'],
  ['shop CNAME shops', 'shops isn’t a valid value for CNAME records'],
  ['eu MX mx.example.net', 'mx.example.net isn’t a valid value for MX records'],
  ['eu MX 65536 mx.example.net', '65536 mx.example.net isn’t a valid value for MX records'],
  ['@ TXT “curled”', '“curled” isn’t a valid value for TXT records'],
  ['@ TXT one "quote', 'one "quote isn’t a valid value for TXT records'],
  [`@ TXT ${long}y`, `${'x'.repeat(60)}… isn’t a valid value for TXT records`],
  [
    '@ MX 10 mx.example.net',
    'Your inboxes or forwarding use MX records of acme.com, so this one can’t be kept',
  ],
  ['@ A 192.0.2.1', 'Your inboxes or forwarding use A records of acme.com, so this one can’t be kept'],
  [
    'www CNAME a.example.net',
    'Your inboxes or forwarding use CNAME records of www.acme.com, so this one can’t be kept',
  ],
  ['@ TXT V=SPF1 -all', 'Your inboxes or forwarding use TXT records of acme.com, so this one can’t be kept'],
  [
    '@ TXT "v=spf1" " -all"',
    'Your inboxes or forwarding use TXT records of acme.com, so this one can’t be kept',
  ],
  [
    '_DMARC TXT v=DMARC1',
    'Your inboxes or forwarding use TXT records of _dmarc.acme.com, so this one can’t be kept',
  ],
  [
    'selector1._domainkey CNAME a.example.net',
    'Your inboxes or forwarding use CNAME records of selector1._domainkey.acme.com, so this one can’t be kept',
  ],
  [
    '_mta-sts TXT v=STSv1',
    'Your inboxes or forwarding use TXT records of _mta-sts.acme.com, so this one can’t be kept',
  ],
])('%j is refused', (line, problem) => {
  const read = readKeptRecords('acme.com', `ok A 192.0.2.1\n\n${line}`)
  expect(!read.ok && read.problem.message).toBe(`Line 3: ${problem}`)
})

test('a name with an alias has nothing else, in whichever order', () => {
  const [alias, text] = ['shop CNAME shops.example.net', 'shop TXT hello']
  for (const lines of [`${alias}\n${text}`, `${text}\n${alias}`])
    expect(readKeptRecords('acme.com', lines)).toMatchObject({
      ok: false,
      problem: {
        message: 'Line 2: shop.acme.com has a CNAME record, and a name with one can’t have others',
      },
    })
})

test('20 records are kept of a domain, and not one more', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `n${at} A 192.0.2.1`).join('\n')
  expect(readKeptRecords('acme.com', lines(20)).ok).toBe(true)
  expect(readKeptRecords('acme.com', lines(21))).toMatchObject({
    problem: { message: 'You can keep at most 20 records per domain' },
  })
})

test('of what a domain has now, what does not stand in the way can be kept', () => {
  const name = 'acme.com'
  expect(
    linesToKeep({
      domain: name,
      records: [
        { name, type: 'DS', value: '2371 13 2 1f98' },
        { name, type: 'MX', value: '1 aspmx.l.google.com' },
        { name, type: 'A', value: '192.0.2.10' },
        { name, type: 'TXT', value: 'v=spf1 include:_spf.google.com ~all' },
        { name, type: 'TXT', value: 'google-site-verification=a1' },
        { name: '_dmarc.acme.com', type: 'TXT', value: 'v=DMARC1; p=reject' },
        { name: 'www.acme.com', type: 'CNAME', value: 'shops.example.net' },
      ],
    }),
  ).toEqual(['@ TXT google-site-verification=a1'])
})
