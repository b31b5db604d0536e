import { expect, test } from 'vitest'
import { isPublicSuffix, registrableOf } from './public-suffix.ts'

test.each([
  ['mail.acme.co.uk', 'acme.co.uk'],
  ['acme.co.uk', 'acme.co.uk'],
  ['a.b.acme.com', 'acme.com'],
  ['acme.com', 'acme.com'],
  ['acme.com.au', 'acme.com.au'],
  ['co.uk', 'co.uk'],
])('of %s, %s was registered', (name, registered) => {
  expect(registrableOf(name)).toBe(registered)
})

test("an ending of two labels is nobody's, a name is", () => {
  expect(['co.uk', 'com.au', 'co.jp', 'com.br'].every(isPublicSuffix)).toBe(true)
  expect(['acme.uk', 'co.com', 'acme.co.uk', 'uk', ''].some(isPublicSuffix)).toBe(false)
})
