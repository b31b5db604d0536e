import { expect, test } from 'vitest'
import { fillMessage } from './message.ts'

test('a template is filled wherever a name stands', () => {
  expect(fillMessage('{n} of {m}, again {n}', { n: 1, m: 'two' })).toBe('1 of two, again 1')
  expect(fillMessage('no braces', {})).toBe('no braces')
})

test('values are taken as they are, braces and dollar signs included', () => {
  expect(fillMessage('Domain "{d}"', { d: '{n} $& $1' })).toBe('Domain "{n} $& $1"')
})
