import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/server/test-database.ts'
import { vendorLimits } from '../db/schema/index.ts'
import { createLimits } from './limits.ts'

const { db, pool } = await createTestDatabase()
const limits = createLimits(pool)
const rate = { perSecond: 1, burst: 10 }

test('a wait of more than two seconds is handed back without booking', async () => {
  const key = 'long'
  for (let i = 0; i < 10; i++) await limits.reserve({ key, rate })
  const before = await db.select().from(vendorLimits).where(sql`key = ${key}`)
  const refused = await limits.reserve({ key, rate })
  expect(refused).toMatchObject({ granted: false })
  expect(!refused.granted && refused.retryAfterMs).toBeGreaterThan(2_000)
  expect(await db.select().from(vendorLimits).where(sql`key = ${key}`)).toEqual(before)
})

test('many processes at once never book more than the burst and the two seconds ahead', {
  tags: ['fault-31'],
}, async () => {
  const key = 'crowd'
  const begun = performance.now()
  const places = await Promise.all(
    Array.from({ length: 60 }, () => limits.reserve({ key, rate: { perSecond: 5, burst: 10 } })),
  )
  const granted = places.filter((place) => place.granted)
  // 6 at once, which is paid work's part, and 5 per second for two seconds.
  expect(granted.length).toBeGreaterThanOrEqual(16)
  const seconds = (performance.now() - begun) / 1_000
  expect(granted.length).toBeLessThanOrEqual(16 + Math.ceil(5 * seconds))
})

test('a blocked key is closed to everybody until its time is over', { tags: ['fault-31'] }, async () => {
  const key = 'blocked'
  await limits.block(key, 60_000)
  const place = await limits.reserve({ key, rate, purpose: 'waiting' })
  expect(place).toMatchObject({ granted: false })
  expect(!place.granted && place.retryAfterMs).toBeGreaterThan(50_000)
  await limits.block(key, 1_000)
  expect(await limits.reserve({ key, rate })).toMatchObject({ granted: false })
})

test('a scale multiplies what vendors allow, not what customers may try', async () => {
  const fast = createLimits(pool, 10)
  const places = []
  for (let i = 0; i < 60; i++) places.push(await fast.reserve({ key: 'scaled', rate }))
  expect(places.every((place) => place.granted && place.waitMs === 0)).toBe(true)
  const tries = []
  for (let i = 0; i < 11; i++) tries.push((await fast.allow({ key: 'tries', rate })).ok)
  expect(tries.filter(Boolean)).toHaveLength(10)
})

test('of several keys only those before the first without a unit are charged, and that one says when', async () => {
  const wide = { key: 'wide', rate: { perSecond: 1 / 10, burst: 5 } }
  const narrow = { key: 'narrow', rate: { perSecond: 1 / 60, burst: 2 } }
  const last = { key: 'last', rate: { perSecond: 1 / 60, burst: 2 } }
  const tries = []
  for (let i = 0; i < 6; i++) tries.push(await limits.allow(wide, narrow, last))
  expect(tries.map(({ ok }) => ok)).toEqual([true, true, false, false, false, false])
  const waits = tries.map((each) => (each.ok ? 0 : each.retryAfterMs))
  // Refused by `narrow`, until `wide` has none left either.
  expect(waits[4]).toBeGreaterThan(50_000)
  expect(waits[5]).toBeGreaterThan(5_000)
  expect(waits[5]).toBeLessThanOrEqual(10_000)
  expect((await limits.allow({ ...narrow, rate: { perSecond: 1 / 60, burst: 3 } })).ok).toBe(true)
  expect((await limits.allow(last)).ok).toBe(false)
})
