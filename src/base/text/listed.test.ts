import { expect, test } from 'vitest'
import { listed } from './listed.ts'

test('words are listed as the browser would list them in English', () => {
  const format = new Intl.ListFormat('en')
  for (const words of [[], ['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c and d', 'e']])
    expect(listed(words)).toBe(format.format(words))
})
