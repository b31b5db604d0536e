import { expect, test } from 'vitest'
import { countOf } from './count-of.ts'

test.each([
  [1, '1 domain'],
  [0, '0 domains'],
  [1200, '1,200 domains'],
])('%i is written as %s', (count, text) => {
  expect(countOf(count, 'domain')).toBe(text)
})
