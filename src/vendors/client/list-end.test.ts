import { expect, test } from 'vitest'
import { watchList } from './list-end.ts'

const again = { kind: 'transient', operation: 'listAccounts', reason: 'a list brings the same page again' }

test('a page that brings nothing new ends its list with a cause, and so does a circle', () => {
  const same = watchList('smartlead', 'listAccounts')
  same(['a', 'b'])
  expect(() => same(['a', 'b'])).toThrow(expect.objectContaining(again))
  const circle = watchList('instantly', 'listAccounts')
  circle(['a'])
  circle(['b'])
  expect(() => circle(['a'])).toThrow(expect.objectContaining(again))
  const empty = watchList('stripe', 'listAccounts')
  expect(() => empty([])).toThrow(expect.objectContaining(again))
})

test('pages that share a part are pages, since lists shift while others work', () => {
  const next = watchList('instantly', 'listAccounts')
  next(['a', 'b'])
  next(['b', 'c'])
  expect(() => next(['b', 'c'])).toThrow()
})

test('however much new a list brings, it has an end', () => {
  const next = watchList('bison', 'listAccounts')
  const readAll = () => {
    for (let id = 0; id < 20_000; id++) next([id])
  }
  expect(readAll).toThrow(expect.objectContaining({ kind: 'transient', reason: 'a list does not end' }))
})
