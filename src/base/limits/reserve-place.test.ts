import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '#tests/server/test-database.ts'
import { type Purpose, partsOf, purposes } from '#vendors/client/budgets.ts'
import type { Rate } from '#vendors/client/vendor-limits.ts'
import { createLimits } from './limits.ts'

const { db, pool } = await createTestDatabase()
const limits = createLimits(pool)
/** So slow that nothing comes back while a test runs. */
const rate: Rate = { perSecond: 1 / 3_600, burst: 100 }
const atOnce = async (key: string, purpose: Purpose, count: number, of: Rate = rate) => {
  const places = await Promise.all(
    Array.from({ length: count }, () => limits.reserve({ key, rate: of, purpose })),
  )
  return places.filter((place) => place.granted && place.waitMs === 0).length
}
/** Lets the row's clock go on by so many seconds. */
const pass = (key: string, seconds: number) =>
  db.execute(`update vendor_limits set tat = tat - ${seconds}, paid_tat = paid_tat - ${seconds},
    waiting_tat = waiting_tat - ${seconds}, looks_tat = looks_tat - ${seconds} where key = '${key}'`)

const partOf = { paid: 60, waiting: 20, looks: 20 }

describe('the budget of a limit by purpose', () => {
  test.each(purposes)(
    'a flood of %s takes its own part and leaves the others theirs, whole',
    { tags: ['fault-50'] },
    async (flooding) => {
      const key = `flood:${flooding}`
      expect(await atOnce(key, flooding, 300)).toBe(partOf[flooding])
      for (const other of purposes.filter((each) => each !== flooding)) {
        expect(await atOnce(key, other, 300)).toBe(partOf[other])
      }
      for (const each of purposes) expect(await atOnce(key, each, 1)).toBe(0)
    },
  )

  test.each(['paid', 'waiting'] as const)(
    'what the others do not need comes to %s: all of the refill while they are idle',
    async (purpose) => {
      const key = `borrows:${purpose}`
      expect(await atOnce(key, purpose, 100)).toBe(partOf[purpose])
      await pass(key, 10 * 3_600)
      expect(await atOnce(key, purpose, 100)).toBe(10)
      // And the others have all of theirs still.
      for (const other of purposes.filter((each) => each !== purpose))
        expect(await atOnce(key, other, 100)).toBe(partOf[other])
    },
  )

  test('looks never get more than their part of the refill', async () => {
    expect(await atOnce('looks-only', 'looks', 100)).toBe(20)
    await pass('looks-only', 10 * 3_600)
    expect(await atOnce('looks-only', 'looks', 100)).toBe(2)
  })

  test('while all flood, each has its part of the refill, and together they have no more than all of it', async () => {
    const key = 'all'
    for (const purpose of purposes) await atOnce(key, purpose, 100)
    const had = { paid: 0, waiting: 0, looks: 0 }
    for (let hours = 0; hours < 30; hours += 10) {
      await pass(key, 10 * 3_600)
      for (const purpose of ['waiting', 'looks', 'paid'] as const)
        had[purpose] += await atOnce(key, purpose, 30)
    }
    expect(had).toEqual({ paid: 18, waiting: 6, looks: 6 })
  })

  test('calls that are booked ahead take nothing of what others may do now', {
    tags: ['fault-50'],
  }, async () => {
    const key = 'ahead'
    const quick = { perSecond: 5, burst: 10 }
    const paid = await Promise.all(Array.from({ length: 60 }, () => limits.reserve({ key, rate: quick })))
    expect(paid.some((place) => place.granted && place.waitMs > 0)).toBe(true)
    expect(await limits.reserve({ key, rate: quick, purpose: 'waiting' })).toEqual({
      granted: true,
      waitMs: 0,
    })
    expect(await limits.reserve({ key, rate: quick, purpose: 'looks' })).toEqual({ granted: true, waitMs: 0 })
  })

  test('a call that costs more than its part waits until that is full, and takes it all', async () => {
    const key = 'dear'
    const dear = { key, rate, purpose: 'looks', cost: 30 } as const
    expect(await limits.reserve(dear)).toEqual({ granted: true, waitMs: 0 })
    expect(await limits.reserve({ ...dear, cost: 1 })).toMatchObject({ granted: false })
    await pass(key, 25 * 5 * 3_600)
    expect(await limits.reserve(dear)).toMatchObject({ granted: false })
    await pass(key, 25 * 5 * 3_600)
    expect(await limits.reserve(dear)).toEqual({ granted: true, waitMs: 0 })
  })

  test('what is under way is finished where places are rare, however many begin', async () => {
    // A place for paid work every five seconds, and five names of three calls each, which a refused call begins anew.
    const slow = { key: 'slow', rate: { perSecond: 1 / 3, burst: 3 } }
    const calls = 3
    const names = Array.from({ length: 5 }, () => ({ left: calls, at: 0, isDone: false }))
    for (let now = 0; now < 200; now += 1) {
      for (const name of names.filter(({ at, isDone }) => at <= now && !isDone)) {
        const place = await limits.reserve({ ...slow, isUnderWay: name.left < calls })
        name.left = place.granted ? name.left - 1 : calls
        name.at = now + (place.granted ? Math.ceil(place.waitMs / 1_000) : 2)
        name.isDone = name.left === 0
      }
      await pass(slow.key, 1)
    }
    expect(names.filter(({ isDone }) => isDone)).toHaveLength(5)
  })

  test('where places come quickly, what is under way waits no longer than others', async () => {
    const quick = { key: 'quick', rate: { perSecond: 5, burst: 10 }, isUnderWay: true }
    const places = await Promise.all(Array.from({ length: 60 }, () => limits.reserve(quick)))
    expect(places.some(({ granted }) => !granted)).toBe(true)
    for (const place of places) if (place.granted) expect(place.waitMs).toBeLessThanOrEqual(2_000)
  })

  test('a limit that only some purposes use is divided among those', async () => {
    const reserve = () => limits.reserve({ key: 'one', rate, purpose: 'waiting', among: ['waiting'] })
    const places = await Promise.all(Array.from({ length: 120 }, reserve))
    expect(places.filter(({ granted }) => granted)).toHaveLength(100)
    await expect(limits.reserve({ key: 'one', rate, among: ['waiting'] })).rejects.toThrow(/no part for paid/)
  })

  test('the parts make up the whole, and each has room for one call', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 5_000, noNaN: true }), (burst) => {
        const parts = partsOf(burst)
        const sum = parts.reduce((total, part) => total + part.burst, 0)
        expect(parts.every((part) => part.burst >= 1)).toBe(true)
        expect(sum).toBeCloseTo(Math.max(3, burst), 6)
      }),
    )
  })
})

describe('turns of customers at a limit that is used up', () => {
  /** One place a second for paid work, twenty at once. */
  const shared = { rate: { perSecond: 1, burst: 20 }, among: ['paid'] } as const
  const asking = (key: string) => async (customerId: string | undefined, times: number) => {
    let had = 0
    for (let each = 0; each < times; each += 1) {
      const place = await limits.reserve({ key, ...shared, customerId })
      if (place.granted) had += 1
    }
    return had
  }
  /** Lets time go on for turns as well. */
  const goOn = async (key: string, seconds: number) => {
    await pass(key, seconds)
    await db.execute(
      `update vendor_limit_turns set expires_at = expires_at - ${seconds} where key = '${key}'`,
    )
  }

  test('who asks once in thirty seconds has as much as who asks all the time', {
    tags: ['fault-50'],
  }, async () => {
    const key = 'turns:two'
    const ask = asking(key)
    expect(await ask('many', 40)).toBeGreaterThanOrEqual(20)
    expect(await ask('few', 1)).toBe(0)
    let had = { many: 0, few: 0 }
    for (let half = 0; half < 10; half += 1) {
      for (let seconds = 0; seconds < 30; seconds += 3) {
        await goOn(key, 3)
        had = { ...had, many: had.many + (await ask('many', 6)) }
      }
      had = { ...had, few: had.few + (await ask('few', 30)) }
    }
    expect(had.many + had.few).toBeGreaterThan(280)
    expect(had.few).toBeGreaterThan(130)
    expect(had.many).toBeGreaterThan(130)
  })

  test('who asks with many workers at the same moment has no more than the one who asks alone', async () => {
    const key = 'turns:crowd'
    const ask = asking(key)
    const atTheSameTime = async (customerId: string, times: number) => {
      const each = await Promise.all(Array.from({ length: times }, () => ask(customerId, 1)))
      return each.reduce((sum, one) => sum + one)
    }
    await ask('many', 40)
    expect(await ask('few', 1)).toBe(0)
    let had = { many: 0, few: 0 }
    for (let half = 0; half < 10; half += 1) {
      for (let seconds = 0; seconds < 30; seconds += 15) {
        await goOn(key, 15)
        had = { ...had, many: had.many + (await atTheSameTime('many', 20)) }
      }
      had = { ...had, few: had.few + (await ask('few', 30)) }
    }
    expect(had.many + had.few).toBeGreaterThan(280)
    expect(had.few).toBeGreaterThan(130)
    expect(had.many).toBeGreaterThan(130)
  })

  test('nothing is lost when the one whose turn it is does not come any more', async () => {
    const key = 'turns:gone'
    const ask = asking(key)
    await ask('stays', 40)
    expect(await ask('goes', 1)).toBe(0)
    let had = 0
    for (let seconds = 0; seconds < 120; seconds += 3) {
      await goOn(key, 3)
      had += await ask('stays', 6)
    }
    expect(had).toBeGreaterThan(110)
  })

  test('who joins late is not put behind for it, nor ahead', async () => {
    const key = 'turns:late'
    const ask = asking(key)
    await ask('first', 40)
    const had: Record<string, number> = { first: 0, second: 0, third: 0 }
    for (let seconds = 0; seconds < 180; seconds += 3) {
      await goOn(key, 3)
      const here = ['first', 'second', 'third'].slice(0, 1 + Math.floor(seconds / 60))
      for (const each of here) had[each] = (had[each] ?? 0) + (await ask(each, 4))
    }
    expect(had.first).toBeGreaterThan(100)
    expect(had.second).toBeGreaterThan(40)
    expect(had.third).toBeGreaterThan(15)
    expect(Object.values(had).reduce((sum, each) => sum + each)).toBeLessThanOrEqual(200)
  })

  test("the operator's own work waits for nobody's turn", async () => {
    const key = 'turns:own'
    const ask = asking(key)
    await ask('many', 40)
    await ask('few', 1)
    await goOn(key, 10)
    await ask('many', 10)
    expect(await ask(undefined, 4)).toBe(4)
  })

  test('while there is room for all, no turns are kept', async () => {
    const key = 'turns:room'
    await asking(key)('many', 10)
    await asking(key)('few', 5)
    expect((await db.execute(`select from vendor_limit_turns where key = '${key}'`)).rowCount).toBe(0)
  })
})
