import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantlySettingFields } from './instantly.ts'
import {
  type AccessKind,
  accessKinds,
  parseSetting,
  type SettingField,
  settingProblem,
  settingRange,
} from './setting-fields.ts'
import { smartleadOutboundFields, smartleadWarmupFields } from './smartlead.ts'

const fields: SettingField[] = [
  instantlySettingFields,
  smartleadWarmupFields,
  smartleadOutboundFields,
].flatMap((table) => Object.values<SettingField>(table))

const defaults = (table: Record<string, SettingField>, access: AccessKind) =>
  Object.fromEntries(Object.entries(table).map(([key, field]) => [key, settingRange(field, access).default]))

test('forms start with the documented defaults', () => {
  expect(defaults(instantlySettingFields, 'browser')).toEqual({
    warmupLimit: 5,
    dailyLimit: 10,
    sendingGap: 20,
    warmupIncrement: 1,
    replyRate: 50,
  })
  expect(defaults(smartleadWarmupFields, 'browser')).toEqual({
    maxEmailPerDay: 5,
    rampupValue: 1,
    replyRate: 60,
  })
  expect(defaults(smartleadWarmupFields, 'apiKey').rampupValue).toBe(5)
  expect(defaults(smartleadOutboundFields, 'browser')).toEqual({
    messagePerDay: 2,
    minTimeToWaitInMins: 60,
  })
})

test('every default is within its range, and an API key never allows more than the browser', () => {
  for (const field of fields)
    for (const access of accessKinds) {
      const range = settingRange(field, access)
      expect(settingProblem(range.default, field, access)).toBeUndefined()
      expect(range.min).toBeGreaterThanOrEqual(field.min)
      expect(range.max).toBeLessThanOrEqual(field.max)
    }
})

describe('what was typed', () => {
  const field = smartleadWarmupFields.replyRate
  test.each([
    ['', 60],
    ['abc', 60],
    ['  30 ', 30],
    ['30.9', 30],
    ['12abc', 12],
    ['-4', -4],
  ])('%j means %i', (text, value) => {
    expect(parseSetting(text, field, 'browser')).toBe(value)
  })

  test('is always a whole number', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(...fields),
        fc.constantFrom(...accessKinds),
        (text, each, access) => {
          expect(Number.isInteger(parseSetting(text, each, access))).toBe(true)
        },
      ),
    )
  })

  test('outside the range is refused with the range', () => {
    expect(settingProblem(101, field, 'browser')).toBe('Reply rate must be between 0 and 100')
    expect(settingProblem(10, field, 'apiKey')).toBe('Reply rate must be between 20 and 100')
    expect(settingProblem(10, field, 'browser')).toBeUndefined()
  })
})
