import { expect, test } from 'vitest'
import { isDomainHost, parseWebAddress } from './web-address.ts'

test('a scheme may be left out, and is https then', () => {
  expect(parseWebAddress(' Example.com/a ')?.href).toBe('https://example.com/a')
  expect(parseWebAddress('http://example.com')?.protocol).toBe('http:')
})

test.each([
  '',
  '   ',
  'a b',
  'ftp://example.com',
  'https://jane@example.com',
  'file:///etc/passwd',
  'https://',
])('%j is no web address', (text) => {
  expect(parseWebAddress(text)).toBeUndefined()
})

test.each([
  ['example.com', true],
  ['a-b.co.uk', true],
  ['xn--bcher-kva.xn--p1ai', true],
  ['localhost', false],
  ['127.0.0.1', false],
  ['-a.com', false],
  ['a_b.com', false],
  [`${'a.'.repeat(130)}com`, false],
])('%j as the name of a public host: %j', (host, isOne) => {
  expect(isDomainHost(host)).toBe(isOne)
})
