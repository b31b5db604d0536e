import { expect, test } from 'vitest'
import { insertedText } from './stored-marker.ts'

test.each([
  ['at the end', '[stored abc]', '[stored abc]x', 'x'],
  ['at the beginning', '[stored abc]', 'key[stored abc]', 'key'],
  ['in the middle', '[stored abc]', '[stored akeybc]', 'key'],
  ['over all of it', '[stored abc]', 'key', 'key'],
  ['where nothing is left', '[stored abc]', '', ''],
  ['where a letter was deleted', '[stored abc]', '[stored ab]', ''],
  ['of letters that were there', 'aa', 'aaa', 'a'],
])('what was typed is found %s', (_where, before, after, typed) => {
  expect(insertedText(before, after)).toBe(typed)
})
