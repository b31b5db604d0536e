import { expect, test } from 'vitest'
import { countModule } from './count.mjs'

const lines = (count: number) => 'x()\n'.repeat(count)

test('counts lines, casts that are not const, and functions of more than sixty lines', () => {
  const text = `const a = 1 as const
const b = {} as Foo
const short = () => {
${lines(58)}}
function long() {
${lines(59)}}
`
  expect(countModule(text, 'a.ts')).toEqual({ lines: 123, casts: 1, longFunctions: 1 })
})

test('refuses what cannot be read', () => {
  expect(() => countModule('const = 1', 'a.ts')).toThrow('a.ts cannot be read')
})
