import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAuthenticationResults } from './authentication-results.ts'

describe('the hosts’ own forms are read', () => {
  test('Microsoft’s: no host, folded lines, a stray word, its own last part', () => {
    const header =
      'spf=pass (sender IP is 40.107.1.2)\r\n smtp.mailfrom=acme.com; tenant.onmicrosoft.com; dkim=pass (signature was verified)\r\n header.d=acme.com;dmarc=pass action=none\r\n header.from=acme.com;compauth=pass reason=100'
    expect(readAuthenticationResults(header)).toEqual([
      { method: 'spf', result: 'pass', properties: { 'smtp.mailfrom': 'acme.com' } },
      { method: 'dkim', result: 'pass', properties: { 'header.d': 'acme.com' } },
      { method: 'dmarc', result: 'pass', properties: { action: 'none', 'header.from': 'acme.com' } },
      { method: 'compauth', result: 'pass', properties: { reason: '100' } },
    ])
  })

  test('Google’s: the host first, comments with signs of their own, a method twice', () => {
    const header =
      'mx.google.com;\r\n       dkim=pass header.i=@acme.com header.s=google header.b="a=b;c";\r\n       dkim=fail (bad; key=no (of acme\\) one)) header.i=@other.com header.b=Yq==;\r\n       spf=pass (google.com: domain of a@acme.com designates 209.85.220.41 as permitted sender) smtp.mailfrom=a@acme.com;\r\n       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=acme.com'
    expect(readAuthenticationResults(header)).toEqual([
      {
        method: 'dkim',
        result: 'pass',
        properties: { 'header.i': '@acme.com', 'header.s': 'google', 'header.b': 'a=b;c' },
      },
      { method: 'dkim', result: 'fail', properties: { 'header.i': '@other.com', 'header.b': 'Yq==' } },
      { method: 'spf', result: 'pass', properties: { 'smtp.mailfrom': 'a@acme.com' } },
      { method: 'dmarc', result: 'pass', properties: { 'header.from': 'acme.com' } },
    ])
  })

  test('the standard’s: versions, spaces around the sign, nothing checked', () => {
    expect(
      readAuthenticationResults('example.com 1; DKIM/1 = Pass reason = "good signature" header.d = acme.com'),
    ).toEqual([
      { method: 'dkim', result: 'pass', properties: { reason: 'good signature', 'header.d': 'acme.com' } },
    ])
    expect(readAuthenticationResults('example.org 1; none')).toEqual([])
    expect(readAuthenticationResults('')).toEqual([])
  })
})

const word = fc.stringMatching(/^[a-z][a-z0-9.-]{0,12}$/)
const comment: fc.Arbitrary<string> = fc.letrec<{ comment: string }>((tie) => ({
  comment: fc
    .array(fc.oneof({ maxDepth: 3 }, fc.stringMatching(/^[a-z =;"]{0,6}$/), tie('comment')), { maxLength: 3 })
    .map((inner) => `(${inner.join('')})`),
})).comment
const space = fc.oneof(
  fc.constantFrom(' ', '\t', '\r\n '),
  comment.map((text) => ` ${text} `),
)
const checked = fc.record({
  method: word,
  result: word,
  properties: fc.dictionary(word, word, { maxKeys: 4 }).map((each) => ({ ...each })),
})

test('what was written is read, whatever comments and foldings stand between', () => {
  const written = fc
    .tuple(fc.array(checked, { maxLength: 4 }), fc.infiniteStream(space))
    .map(([methods, gaps]) => {
      const gap = () => gaps.next().value ?? ' '
      const parts = methods.map(({ method, result, properties }) =>
        [[method, result], ...Object.entries(properties)]
          .map(([key, value]) => `${key}=${value}`)
          .join(gap()),
      )
      return {
        methods,
        header: ['mx.example.com', ...parts].map((part) => `${gap()}${part}${gap()}`).join(';'),
      }
    })
  fc.assert(
    fc.property(written, ({ methods, header }) => {
      expect(readAuthenticationResults(header)).toEqual(methods)
    }),
  )
})

test('whatever a host writes is read to its end, or not at all when it is too long', () => {
  const rubbish = fc.string({ unit: fc.constantFrom(...'ab =;()"\\\r\n'), maxLength: 400 })
  fc.assert(fc.property(rubbish, (header) => Array.isArray(readAuthenticationResults(header))))
  expect(readAuthenticationResults('('.repeat(16_384))).toEqual([])
  expect(readAuthenticationResults(`${'a'.repeat(16_384)};`)).toBeUndefined()
})
