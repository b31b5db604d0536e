import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastUpdatedText, orderDateText, toMinute } from './order-date.ts'

test('order dates are written long, updates short', () => {
  expect(orderDateText('2026-11-20T23:05Z', 'UTC')).toBe('November 20, 2026')
  expect(lastUpdatedText('2026-11-20T23:05Z', 'UTC')).toBe('Nov 20, 2026')
  expect(orderDateText('2026-11-20T23:05Z', 'Asia/Tokyo')).toBe('November 21, 2026')
})

test.each([undefined, null, '', 'soon'])('a date of %j is not available', (date) => {
  expect(orderDateText(date)).toBe('Date not available')
  expect(lastUpdatedText(date)).toBe('Date not available')
})

test('a moment to the minute is less than a minute earlier', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
      (time) => {
        const lost = time.getTime() - Date.parse(toMinute(time))
        expect(lost >= 0 && lost < 60_000).toBe(true)
      },
    ),
  )
})
