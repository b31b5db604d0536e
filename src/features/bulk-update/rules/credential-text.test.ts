import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCredential, checkToken, credentialMaxLength } from './credential-text.ts'

const messages = { missing: 'missing', invalid: 'invalid' }
const read = (text: string, check = checkToken) => {
  const outcome = check(text, messages)
  return outcome.ok ? outcome.value : outcome.problem.message
}

test.each([
  [' eyJh.b.c ', 'eyJh.b.c'],
  ['Bearer eyJh.b.c', 'eyJh.b.c'],
  ['eyJh\n  .b.c\r\n', 'eyJh.b.c'],
  ['', 'missing'],
  [' \n ', 'missing'],
  ['Bearer ', 'missing'],
  ['tök', 'invalid'],
  ['a\u0000b', 'invalid'],
  ['x'.repeat(credentialMaxLength + 1), 'invalid'],
])('%j is read as %j', (text, value) => {
  expect(read(text)).toBe(value)
})

test('a cookie keeps its blanks and semicolons', () => {
  expect(read('__session=a; other=b', checkCredential)).toBe('__session=a; other=b')
})

/** Texts of printable, control and accented characters. */
const anyText = fc.array(fc.integer({ min: 0, max: 0x17f })).map((codes) => String.fromCharCode(...codes))
const printable = fc.array(fc.integer({ min: 0x20, max: 0x7e })).map((codes) => String.fromCharCode(...codes))

test('what is accepted can be sent in a header', () => {
  fc.assert(
    fc.property(fc.oneof(printable, anyText), (text) => {
      const outcome = checkCredential(text, messages)
      if (outcome.ok) expect(new Headers({ cookie: outcome.value }).get('cookie')).toBe(outcome.value)
    }),
  )
})
