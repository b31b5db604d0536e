import fc from 'fast-check'
import { expect, test } from 'vitest'
import { platformContents, platforms } from '#features/plans/rules/catalog.ts'
import { connectedTools } from '#features/tools/rules/sending-tools.ts'
import { coldOn, fullFromDay, warmUpCalendar, warmUpDay } from './warm-up-calendar.ts'

const mailboxes = fc.record({ azure: fc.nat(20_000), google: fc.nat(20_000) })
const tool = fc.constantFrom(...connectedTools)

const rows = (...of: Parameters<typeof warmUpCalendar>) =>
  warmUpCalendar(...of).map(({ from, to, first, last }) => [
    from,
    to,
    first.warmUp,
    last.warmUp,
    last.total.cold,
  ])

test('Google mailboxes begin with five cold emails in their third week, Entra ones with all after it', () => {
  expect(rows('instantly', { azure: 300, google: 18 })).toEqual([
    [1, 5, 1, 5, 0],
    [6, 14, 5, 5, 0],
    [15, 21, 5, 5, 90],
    [22, null, 5, 5, 960],
  ])
})

test('a plan with Entra alone has no row for a day that is like the one before', () => {
  expect(rows('instantly', { azure: 600, google: 0 })).toEqual([
    [1, 5, 1, 5, 0],
    [6, 21, 5, 5, 0],
    [22, null, 5, 5, 1_200],
  ])
})

test('Email Bison is given only the most that it may come to', () => {
  expect(rows('bison', { azure: 100, google: 0 })).toEqual([
    [1, 21, 5, 5, 0],
    [22, null, 5, 5, 200],
  ])
})

test('every day stands in the calendar once, and the last stretch goes on', () => {
  fc.assert(
    fc.property(tool, mailboxes, (of, count) => {
      const days = warmUpCalendar(of, count)
      let next = 1
      for (const { from, to } of days) {
        expect(from).toBe(next)
        next = (to ?? from) + 1
      }
      expect(days.at(-1)).toMatchObject({ from: fullFromDay, to: null })
      expect(days.slice(0, -1).every(({ to }) => to !== null)).toBe(true)
    }),
  )
})

test('what a stretch says is so on each of its days', () => {
  fc.assert(
    fc.property(tool, mailboxes, (of, count) => {
      for (const { from, to, first, last } of warmUpCalendar(of, count)) {
        expect(first).toEqual(warmUpDay(from, of, count))
        expect(last).toEqual(warmUpDay(to ?? from, of, count))
        for (let day = from; day <= (to ?? from); day++) {
          const { warmUp, total } = warmUpDay(day, of, count)
          expect(total.cold).toBe(first.total.cold)
          expect(total.warmUp).toBe(warmUp * (count.azure + count.google))
          // Each day as many more, or none.
          const rise = to === null || to === from ? 0 : (last.warmUp - first.warmUp) / (to - from)
          expect(warmUp).toBe(first.warmUp + rise * (day - from))
        }
      }
    }),
  )
})

test('a mailbox never sends less than the day before, nor more than its plan’s daily limit', () => {
  for (const platform of platforms)
    for (let day = 1; day <= 60; day++) {
      expect(coldOn(platform, day)).toBeGreaterThanOrEqual(coldOn(platform, day - 1))
      expect(coldOn(platform, day)).toBeLessThanOrEqual(platformContents[platform].dailyLimit)
      if (day >= fullFromDay) expect(coldOn(platform, day)).toBe(platformContents[platform].dailyLimit)
    }
})
