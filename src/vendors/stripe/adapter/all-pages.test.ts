import { expect, test } from 'vitest'
import { allPages, entriesMost } from './all-pages.ts'

const page = (ids: string[], has_more: boolean) => ({ data: ids.map((id) => ({ id })), has_more })

test('a list is read to its end, from where the part that is known ends', async () => {
  const asked: (string | undefined)[] = []
  const read = async (after: string | undefined) => {
    asked.push(after)
    return after === 'b' ? page(['c'], false) : page(['a', 'b'], true)
  }
  expect(await allPages('lines', read)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  expect(await allPages('lines', read, page(['a', 'b'], true))).toHaveLength(3)
  expect(asked).toEqual([undefined, 'b', 'b'])
})

test('a server that ignores where to continue, or has more of nothing, has not told the list', async () => {
  const refused = { vendor: 'stripe', operation: 'lines', kind: 'transient' }
  await expect(allPages('lines', async () => page(['a', 'b'], true))).rejects.toMatchObject(refused)
  await expect(allPages('lines', async () => page([], true))).rejects.toMatchObject(refused)
})

test('a list of too many entries is refused for good, and not told in part', async () => {
  let from = 0
  const read = async () => {
    from += 100
    return page(
      Array.from({ length: 100 }, (_, at) => String(from + at)),
      true,
    )
  }
  await expect(allPages('lines', read)).rejects.toMatchObject({ vendor: 'stripe', kind: 'rejected' })
  expect(from).toBe(entriesMost)
})
