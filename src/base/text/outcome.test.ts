import { expect, test } from 'vitest'
import { accept, refuse, textField } from './outcome.ts'

const even = textField((text) => (Number(text) % 2 === 0 ? accept(Number(text)) : refuse('odd', 'Odd!')), 3)

test('a field gives what its rule accepts', () => {
  expect(even.parse('12')).toBe(12)
})

test('a field refuses in the words and with the code of its rule, and before it what is too long', () => {
  expect(even.safeParse('13').error?.issues[0]).toMatchObject({ message: 'Odd!', params: { code: 'odd' } })
  expect(even.safeParse('1111').error?.issues.map((issue) => issue.message)).toEqual([
    'Please use at most 3 characters',
  ])
  expect(even.safeParse(12).success).toBe(false)
})
