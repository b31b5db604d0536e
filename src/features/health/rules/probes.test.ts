import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextInTurn, nextReadAt, probeLines } from './probes.ts'

const minute = 60_000
const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 8 })
const rowOf = (all: readonly string[]) => all.map((id) => ({ id }))

test('a probe is looked for after 2, 5, 15 and 60 minutes, and then no more', () => {
  const sentAt = 1_000 * minute
  const times: number[] = []
  let at: number | null = sentAt
  while (at !== null) {
    at = nextReadAt(sentAt, at, true)
    if (at !== null) times.push((at - sentAt) / minute)
  }
  expect(times).toEqual([2, 5, 15, 60])
})

test('whatever can be read and whenever somebody comes, looking goes forward and ends before it counts', () => {
  const rounds = fc.array(fc.record({ late: fc.integer({ min: 0, max: 20 }), wasRead: fc.boolean() }), {
    minLength: 12,
    maxLength: 30,
  })
  fc.assert(
    fc.property(rounds, (looked) => {
      let at: number | null = nextReadAt(0, 0, true)
      for (const { late, wasRead } of looked) {
        if (at === null) return
        expect(at).toBeLessThan(probeLines.countsAfter)
        const now: number = at + late * minute
        const next = nextReadAt(0, now, wasRead)
        if (next !== null) expect(next).toBeGreaterThan(now)
        at = next
      }
      expect(at).toBeNull()
    }),
  )
})

test('each mailbox has its turn before one has a second', () => {
  fc.assert(
    fc.property(ids, fc.string(), (all, of) => {
      let last: string | undefined
      const turns = all.map(() => {
        last = nextInTurn(rowOf(all), last, of)?.id
        return last
      })
      expect(turns.toSorted()).toEqual(all.toSorted())
    }),
  )
})

test('whoever joins or leaves, nobody has two turns one after the other while there is another', () => {
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 10 }), fc.string(), (days, of) => {
      let last: string | undefined
      for (const there of days) {
        const next = nextInTurn(rowOf(there), last, of)?.id
        expect(there).toContain(next)
        if (there.length > 1) expect(next).not.toBe(last)
        last = next
      }
    }),
  )
})

test('domains begin at different places of a row, and an empty one has nobody', () => {
  const two = rowOf(['a', 'b'])
  const begins = Array.from({ length: 100 }, (_, n) => nextInTurn(two, undefined, `dom_${n}`)?.id)
  const first = begins.filter((id) => id === 'a').length
  expect(first).toBeGreaterThan(30)
  expect(first).toBeLessThan(70)
  expect(nextInTurn([], undefined, 'dom_1')).toBeUndefined()
})
