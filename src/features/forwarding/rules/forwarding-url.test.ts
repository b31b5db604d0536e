import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayForwardingUrl } from './display-forwarding-url.ts'
import { checkForwardingUrl, forwardingUrlMaxLength } from './forwarding-url.ts'

const invalid =
  'Please provide a valid domain. Examples: example.com, https://example.com https://example.com/test'

describe('the normal form', () => {
  test.each([
    ['example.com', 'https://example.com'],
    [' Example.COM/ ', 'https://example.com'],
    ['https://example.com', 'https://example.com'],
    ['example.com/test', 'https://example.com/test'],
    ['http://example.com', 'http://example.com'],
    ['example.com?utm=1', 'https://example.com/?utm=1'],
    ['my-brand.co.uk/Landing', 'https://my-brand.co.uk/Landing'],
    ['bücher.de', 'https://xn--bcher-kva.de'],
    ['example.com:8443/x', 'https://example.com:8443/x'],
  ])('of %j is %j', (text, url) => {
    expect(checkForwardingUrl(text)).toEqual({ ok: true, value: url })
  })

  const address = fc.oneof(
    fc
      .tuple(fc.domain(), fc.webPath(), fc.webQueryParameters())
      .map(([host, path, query]) => `${host}${path}?${query}`),
    fc.domain(),
    fc.string(),
  )

  test('is its own normal form, within the length that is stored', () => {
    fc.assert(
      fc.property(address, (text) => {
        const outcome = checkForwardingUrl(text)
        if (!outcome.ok) return
        expect(outcome.value.length).toBeLessThanOrEqual(forwardingUrlMaxLength)
        expect(checkForwardingUrl(outcome.value)).toEqual(outcome)
      }),
    )
  })

  test('exists for every domain', () => {
    fc.assert(
      fc.property(fc.domain(), (domain) => {
        expect(checkForwardingUrl(domain)).toEqual({ ok: true, value: `https://${domain.toLowerCase()}` })
      }),
    )
  })
})

test.each([
  'example',
  'not a url',
  'localhost',
  'http://127.0.0.1',
  'https://[::1]/',
  'ftp://example.com',
  'javascript:alert(1)',
  'mailto:jane@example.com',
  'https://jane:secret@example.com',
  'https://',
  'example..com',
])('%j is no place to forward to', (text) => {
  expect(checkForwardingUrl(text)).toEqual({ ok: false, problem: { code: 'invalid', message: invalid } })
})

test.each([
  ['wizard', 'Please enter a forwarding URL'],
  ['update', 'Forwarding domain cannot be empty'],
  ['bulkUpdate', 'All forwarding domains must be specified'],
  ['reinstate', 'Forwarding domain is required'],
] as const)('an empty one is refused in the words of the place: %s', (context, message) => {
  expect(checkForwardingUrl('  ', context)).toEqual({ ok: false, problem: { code: 'missing', message } })
})

test('a long one is refused, also when only its encoded form is long', () => {
  const message = 'Forwarding URL must be at most 500 characters'
  const refused = { ok: false, problem: { code: 'too_long', message } }
  expect(checkForwardingUrl(`example.com/${'a'.repeat(500)}`)).toEqual(refused)
  expect(checkForwardingUrl(`example.com/${'ü'.repeat(200)}`)).toEqual(refused)
})

test('lists show it without its scheme', () => {
  expect(displayForwardingUrl('https://example.com/test')).toBe('example.com/test')
})
