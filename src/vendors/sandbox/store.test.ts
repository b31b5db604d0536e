import { describe, expect, it } from 'vitest'
import { openStore } from './store.ts'

describe('the store', () => {
  it('lists in order of first insertion, either way round, by parent and in pages', () => {
    const things = openStore(':memory:').collection<number>('things')
    for (let n = 0; n < 6; n++) things.put(`t${n}`, n, n % 2 ? 'odd' : 'even')
    things.put('t0', 10)
    expect(things.list()).toEqual([10, 1, 2, 3, 4, 5])
    expect(things.list({ newestFirst: true, limit: 2, offset: 1 })).toEqual([4, 3])
    expect(things.list({ parent: 'odd', newestFirst: true })).toEqual([5, 3, 1])
    expect(things.list({ parent: 'even' })).toEqual([10, 2, 4])
    expect(things.count('even')).toBe(3)
  })

  it('undoes everything of a transaction that throws', () => {
    const store = openStore(':memory:')
    const things = store.collection<number>('things')
    expect(() =>
      store.transaction(() => {
        things.put('a', 1)
        store.transaction(() => things.put('b', 2))
        throw new Error('stop')
      }),
    ).toThrow('stop')
    expect(things.list()).toEqual([])
  })
})
