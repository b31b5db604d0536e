import { expect, test } from 'vitest'
import { authservIdOf } from './own-results.ts'

test('who wrote a result stands before its first semicolon, where it stands there at all', () => {
  expect(authservIdOf('mx.google.com;\r\n dkim=pass header.i=@acme.com')).toBe('mx.google.com')
  expect(authservIdOf('\r\n MX.example.com 1; none')).toBe('mx.example.com')
  expect(
    authservIdOf('spf=pass (sender IP is 203.0.113.1) smtp.mailfrom=acme.com; dkim=pass'),
  ).toBeUndefined()
  expect(authservIdOf('spf = pass smtp.mailfrom=acme.com')).toBeUndefined()
  expect(authservIdOf('')).toBeUndefined()
})
