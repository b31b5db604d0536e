import { expect, test } from 'vitest'
import { namesAbove } from './forwarding-loop.ts'

test('a URL leads through its host and every name above it', () => {
  expect(namesAbove('https://www.Acme.com/path?x=1')).toEqual(['www.acme.com', 'acme.com'])
  expect(namesAbove('http://a.b.acme.co:8080')).toEqual(['a.b.acme.co', 'b.acme.co', 'acme.co'])
  expect(namesAbove('no url')).toEqual([])
})
