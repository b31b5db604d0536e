import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseUnread, most, type Unread } from './choose-unread.ts'

const failed = fc.record({
  domainId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  receiver: fc.constantFrom('one.com', 'two.com', 'three.com'),
  at: fc.integer({ min: 0, max: 1_000 }).map((ms) => new Date(ms)),
  tries: fc.constant(0),
})
const some = fc.array(failed, { maxLength: 200 })
const nothing = () => 0
const countBy = (of: readonly Unread[], key: (each: Unread) => string) =>
  new Map([...Map.groupBy(of, key)].map(([name, each]) => [name, each.length]))

test('no more are asked about than a domain and a round may take, and as many as there are', () => {
  fc.assert(
    fc.property(some, (unread) => {
      const chosen = chooseUnread(unread, nothing)
      const perDomain = countBy(unread, ({ domainId }) => domainId)
      const may = [...perDomain.values()].reduce((sum, of) => sum + Math.min(of, most.perDomain), 0)
      expect(chosen).toHaveLength(Math.min(may, most.perRound))
      expect(new Set(chosen).size).toBe(chosen.length)
      for (const of of countBy(chosen, ({ domainId }) => domainId).values())
        expect(of).toBeLessThanOrEqual(most.perDomain)
    }),
  )
})

test('no receiver of a domain is asked about twice more than another that has any left', () => {
  fc.assert(
    fc.property(some, (unread) => {
      const ofOne = unread.filter(({ domainId }) => domainId === 'a')
      const chosen = chooseUnread(ofOne, nothing)
      const taken = countBy(chosen, ({ receiver }) => receiver)
      for (const [receiver, all] of countBy(ofOne, (each) => each.receiver)) {
        const own = taken.get(receiver) ?? 0
        if (own < all) for (const other of taken.values()) expect(other).toBeLessThanOrEqual(own + 1)
      }
    }),
  )
})

test('of a receiver the newest are asked about first', () => {
  fc.assert(
    fc.property(some, (unread) => {
      const chosen = new Set(chooseUnread(unread, nothing))
      for (const of of Map.groupBy(unread, ({ domainId, receiver }) => `${domainId} ${receiver}`).values()) {
        const oldestChosen = Math.min(...of.filter((each) => chosen.has(each)).map(({ at }) => at.getTime()))
        const newestLeft = Math.max(...of.filter((each) => !chosen.has(each)).map(({ at }) => at.getTime()))
        if (Number.isFinite(oldestChosen) && Number.isFinite(newestLeft))
          expect(oldestChosen).toBeGreaterThanOrEqual(newestLeft)
      }
    }),
  )
})

test('a receiver of which much was read waits behind one of which nothing was', () => {
  const of = (receiver: string, ms: number): Unread => ({
    domainId: 'a',
    receiver,
    at: new Date(ms),
    tries: 0,
  })
  const known = Array.from({ length: 9 }, (_, n) => of('known.com', 100 + n))
  const fresh = of('fresh.com', 1)
  const chosen = chooseUnread([...known, fresh], (_, receiver) => (receiver === 'known.com' ? 5 : 0))
  expect(chosen[0]).toBe(fresh)
})

test('what the host did not say is asked about after everything that it was asked about less often', () => {
  const tried = fc.array(fc.record({ tries: fc.integer({ min: 0, max: 3 }), each: failed }), {
    maxLength: 200,
  })
  fc.assert(
    fc.property(tried, (of) => {
      const unread = of.map(({ each, tries }) => ({ ...each, tries }))
      const chosen = new Set(chooseUnread(unread, nothing))
      for (const ofDomain of Map.groupBy(unread, ({ domainId }) => domainId).values()) {
        const taken = ofDomain.filter((each) => chosen.has(each)).map(({ tries }) => tries)
        const left = ofDomain.filter((each) => !chosen.has(each)).map(({ tries }) => tries)
        expect(Math.max(0, ...taken)).toBeLessThanOrEqual(Math.min(3, ...left))
      }
    }),
  )
})
