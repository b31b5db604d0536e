import { expect, test } from 'vitest'
import { leftOutText, readLeftOut } from './left-out.ts'
import { listMax } from './loaded-list.ts'

const every = (length: number, step = 1) => Array.from({ length }, (_, at) => at * step)

test.each([
  ['', []],
  ['0', [0]],
  ['0-9,15', [...every(10), 15]],
  ['3,5,7-8', [3, 5, 7, 8]],
])('positions that are left out are written as %j, and read from it', (text, positions) => {
  expect(leftOutText(positions)).toBe(text)
  expect(readLeftOut(text)).toEqual({ ok: true, value: positions })
})

test('every second account of the longest list can be left out', () => {
  const positions = every(listMax / 2, 2)
  expect(readLeftOut(leftOutText(positions))).toEqual({ ok: true, value: positions })
})

test.each(['9-0', '5,4', '5,5', '0-5,3', 'a', '1,', '-1', '1-2-3', `${listMax}`, `0-${listMax}`, '1e3'])(
  'what is not positions in ascending order is refused: %s',
  (text) => {
    expect(readLeftOut(text)).toMatchObject({
      ok: false,
      problem: { message: 'Accounts to leave out must be positions in ascending order, such as 0-9,15' },
    })
  },
)
