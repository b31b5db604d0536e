import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readWholeNumber } from './whole-number.ts'

const wordOf = (text: string) => {
  const reading = readWholeNumber(text)
  return reading.kind === 'number' ? reading.value : reading.kind
}

test.each([
  ['5', 5],
  [' 30 ', 30],
  ['007', 7],
  ['999999999', 999_999_999],
  ['', 'none'],
  ['  ', 'none'],
  ['abc', 'none'],
  ['-', 'none'],
  ['NaN', 'none'],
  ['∞', 'none'],
  ['1e1', 'unclear'],
  ['5.9', 'unclear'],
  ['5.', 'unclear'],
  ['5,000', 'unclear'],
  ['-4', 'unclear'],
  ['+4', 'unclear'],
  ['1 000', 'unclear'],
  ['12abc', 'unclear'],
  ['0x10', 'unclear'],
  ['５', 'unclear'],
  ['٥', 'unclear'],
  ['½', 'unclear'],
  ['1000000000', 'unclear'],
  [`${' '.repeat(60)}5`, 'unclear'],
  ['-'.repeat(60), 'unclear'],
])('%j is read as %j', (text, reading) => {
  expect(wordOf(text)).toBe(reading)
})

test('every number comes back from its own digits, whatever room is around them', () => {
  fc.assert(
    fc.property(
      fc.nat(999_999_999),
      fc.constantFrom('', ' ', '\t', '\n', '\u00a0'),
      fc.constantFrom('', ' ', '\r\n'),
      (number, before, after) => {
        expect(wordOf(`${before}${number}${after}`)).toBe(number)
      },
    ),
  )
})

const strange = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('0', '1', '9', 'e', '.', ',', '-', '+', ' ', '_', '\u00a0', '４', '²'),
  }),
)

test('a number is read of nothing but its digits, and nothing with a digit counts as nothing', () => {
  fc.assert(
    fc.property(strange, (text) => {
      const reading = readWholeNumber(text)
      if (reading.kind === 'number') expect(text.trim().replace(/^0+(?=\d)/, '')).toBe(String(reading.value))
      if (reading.kind === 'none') expect(text).not.toMatch(/\p{N}/u)
    }),
    { numRuns: 2_000 },
  )
})
