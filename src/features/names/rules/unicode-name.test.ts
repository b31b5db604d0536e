import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodedName, unicodeName } from './unicode-name.ts'

test.each([
  ['müller.de', 'xn--mller-kva.de'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['例え.jp', 'xn--r8jz45g.jp'],
  ['мойдомен.рф', 'xn--d1acklchcc.xn--p1ai'],
  ['español.com', 'xn--espaol-zwa.com'],
])('%s is %s for DNS, and back', (spelt, encoded) => {
  expect(encodedName(spelt)).toBe(encoded)
  expect(unicodeName(encoded)).toBe(spelt)
})

test.each(['acme.com', 'xn--', 'xn--a.com', 'xn--99999999999999999999.com', 'xn--acme-.com', 'xn--%.com'])(
  '%s spells nothing and stays as it is',
  (name) => {
    expect(unicodeName(name)).toBe(name)
  },
)

test('a name without other letters has no other spelling', () => {
  expect(encodedName('acme.com')).toBeUndefined()
  expect(encodedName('not a name')).toBeUndefined()
})

test('whatever DNS writes of a label is read back, and nothing is read into other texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (label) => {
      const encoded = encodedName(`${label}.com`)
      if (encoded === undefined) return
      const spelt = unicodeName(encoded)
      expect(encodedName(spelt)).toBe(encoded)
      expect(spelt).not.toMatch(/^xn--/)
    }),
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (rest) => {
      const name = `xn--${rest}`
      const spelt = unicodeName(name)
      expect(spelt === name || encodedName(spelt) === name).toBe(true)
    }),
  )
})
