import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastUpdatedText, orderDateText, toMinute } from './order-date.ts'

const moment = fc.date({
  min: new Date('1970-01-02'),
  max: new Date('9999-12-30T23:59:59Z'),
  noInvalidDate: true,
})

test('order dates are written long, updates short, in the time zone of the reader', () => {
  const written = (month: 'long' | 'short') =>
    new Intl.DateTimeFormat('en-US', { year: 'numeric', month, day: 'numeric' })
  const [long, short] = [written('long'), written('short')]
  fc.assert(
    fc.property(moment, (time) => {
      expect(orderDateText(time.toISOString())).toBe(long.format(time))
      expect(lastUpdatedText(time.toISOString())).toBe(short.format(time))
    }),
  )
  expect(lastUpdatedText('2026-11-20T12:05')).toBe('Nov 20, 2026')
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
