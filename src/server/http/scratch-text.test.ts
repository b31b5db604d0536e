import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScratchText } from './scratch-text.ts'

test('holds what was written into it and nothing of those before', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (pieces) => {
      const text = new ScratchText()
      for (const piece of pieces) text.add(piece)
      expect(text.bytes().toString()).toBe(Buffer.from(pieces.join('')).toString())
      text.release()
      expect(text.bytes()).toHaveLength(0)
    }),
  )
})

test('grows with what is written, and two at a time have bytes of their own', () => {
  const [one, two] = [new ScratchText(), new ScratchText()]
  for (let i = 0; i < 3_000; i++) {
    one.add('é'.repeat(300))
    two.add('x')
  }
  expect(one.bytes().toString()).toBe('é'.repeat(900_000))
  expect(two.bytes().toString()).toBe('x'.repeat(3_000))
  one.release()
  two.release()
})
