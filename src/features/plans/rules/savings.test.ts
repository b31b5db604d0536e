import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollarsSaved, dollarsSavedText, hoursSaved, hoursText } from './savings.ts'

const count = fc.nat(1_000_000)

test('a delivered mailbox saves 15 minutes and a domain 30', () => {
  expect(hoursSaved({ mailboxes: 0, domains: 0 })).toBe(0)
  expect(hoursSaved({ mailboxes: 1, domains: 0 })).toBe(0.3)
  expect(hoursSaved({ mailboxes: 0, domains: 1 })).toBe(0.5)
  expect(hoursSaved({ mailboxes: 100, domains: 2 })).toBe(26)
})

test('hours have one decimal and are within three minutes of the exact time', () => {
  fc.assert(
    fc.property(count, count, (mailboxes, domains) => {
      const hours = hoursSaved({ mailboxes, domains })
      expect(Number(hours.toFixed(1))).toBe(hours)
      expect(Math.abs(hours - (mailboxes * 15 + domains * 30) / 60)).toBeLessThanOrEqual(0.0501)
    }),
  )
})

test('money saved is exactly the shown hours times 20 dollars', () => {
  fc.assert(
    fc.property(count, count, (mailboxes, domains) => {
      const hours = hoursSaved({ mailboxes, domains })
      const shown = Number(hoursText(hours).replaceAll(',', ''))
      expect(dollarsSaved(hours)).toBe(Math.round(shown * 10) * 2)
    }),
  )
})

test('figures are written with separators', () => {
  expect(hoursText(1234.5)).toBe('1,234.5')
  expect(hoursText(26)).toBe('26.0')
  expect(dollarsSavedText(1234.5)).toBe('$24,690')
})
