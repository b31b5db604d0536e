import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { markedParts } from './marked-parts.ts'

const shown = (text: string, typed: string) =>
  markedParts(text, typed)
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['Acme Corporation', 'acme', '[Acme] Corporation'],
  ['Acme Corporation', 'corp ac', '[Ac]me [Corp]oration'],
  ['Acme Corporation', ' ME CO ', 'Ac[me Co]rporation'],
  ['jane@acme.com', 'jane@ac', '[jane@ac]me.com'],
  ['jane@acme.com', '.*', 'jane@acme.com'],
  ['İstanbul', 'stan', 'İstanbul'],
])('%s, searched for “%s”', (text, typed, expected) => {
  expect(shown(text, typed)).toBe(expected)
})

test('parts are the text, and what is marked was typed', () => {
  void fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, typed) => {
      const parts = markedParts(text, typed)
      expect(parts.map((part) => part.text).join('')).toBe(text)
      for (const part of parts)
        if (part.isMarked) expect(typed.toLowerCase()).toContain(part.text.toLowerCase())
    }),
  )
})
