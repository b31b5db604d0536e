import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockText, momentText, secondText } from './time-texts.ts'

const moment = fc.date({
  min: new Date('1970-01-02'),
  max: new Date('9999-12-30T23:59:59Z'),
  noInvalidDate: true,
})
const written = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { ...options, hourCycle: 'h23' })

test('moments are written as the language has it, in the time zone of the reader', () => {
  const day = written({ month: 'short', day: 'numeric' })
  const clock = written({ hour: '2-digit', minute: '2-digit' })
  const second = written({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
  fc.assert(
    fc.property(moment, (time) => {
      expect(momentText(time.toISOString())).toBe(`${day.format(time)}, ${clock.format(time)}`)
      expect(secondText(time.toISOString())).toBe(second.format(time))
    }),
  )
})

test('a moment of today is its time, any other has its day', () => {
  const now = new Date('2026-11-20T12:05:00')
  expect(clockText(new Date('2026-11-20T03:07:00').toISOString(), now)).toBe('03:07')
  expect(clockText(new Date('2026-11-19T23:05:00').toISOString(), now)).toBe('Nov 19, 23:05')
})
