import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { instantlySettingFields } from './instantly.ts'
import {
  type AccessKind,
  accessKinds,
  readSetting,
  type SettingField,
  settingProblem,
  settingRange,
  settingValues,
} from './setting-fields.ts'
import { smartleadOutboundFields, smartleadWarmupFields } from './smartlead.ts'

const fields: SettingField[] = [
  instantlySettingFields,
  smartleadWarmupFields,
  smartleadOutboundFields,
].flatMap((table) => Object.values<SettingField>(table))

const defaults = (table: Record<string, SettingField>, access: AccessKind) =>
  Object.fromEntries(Object.entries(table).map(([key, field]) => [key, settingRange(field, access).default]))

test('what an account gets of the numbers are those that are set, each where its tool keeps it', () => {
  expect(
    settingValues(instantlySettingFields, { warmupLimit: 7, replyRate: 0, sendingGap: undefined }),
  ).toEqual({
    warmupLimit: 7,
    replyRatePercent: 0,
  })
  expect(settingValues(smartleadWarmupFields, { maxEmailPerDay: 8, rampupValue: 2, replyRate: 50 })).toEqual({
    warmupLimit: 8,
    warmupIncrement: 2,
    replyRatePercent: 50,
  })
  expect(settingValues(smartleadOutboundFields, { messagePerDay: 3, minTimeToWaitInMins: 61 })).toEqual({
    dailyLimit: 3,
    sendingGapMinutes: 61,
  })
  expect(
    settingValues(instantlySettingFields, { warmupIncrement: 1, dailyLimit: 9, sendingGap: 20 }),
  ).toEqual({
    warmupIncrement: 1,
    dailyLimit: 9,
    sendingGapMinutes: 20,
  })
})

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
  const read = (text: string, access: AccessKind = 'browser') => {
    const outcome = readSetting(text, field, access)
    return outcome.ok ? outcome.value : outcome.problem.message
  }

  test.each(['', '   ', 'abc', '%'])('%j means the default, and is told to', (text) => {
    expect(read(text)).toEqual({ value: 60, isDefault: true })
  })

  test('digits are their number', () => {
    expect(read(' 30 ')).toEqual({ value: 30, isDefault: false })
  })

  test.each(['1e1', '5.9', '12abc', '-4', '+4', '3 0', '３０', '00000000030'])(
    '%j could mean two things, so nothing is guessed',
    (text) => {
      expect(read(text)).toBe('Reply rate must be a whole number in digits alone, such as 60')
    },
  )

  test('outside the range is refused with the range', () => {
    expect(read('101')).toBe('Reply rate must be between 0 and 100')
    expect(read('10', 'apiKey')).toBe('Reply rate must be between 20 and 100')
    expect(read('10')).toEqual({ value: 10, isDefault: false })
  })

  test('whatever is accepted can be set', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.integer().map(String), fc.double().map(String)),
        fc.constantFrom(...fields),
        fc.constantFrom(...accessKinds),
        (text, each, access) => {
          const outcome = readSetting(text, each, access)
          if (!outcome.ok) return
          expect(Number.isInteger(outcome.value.value)).toBe(true)
          expect(settingProblem(outcome.value.value, each, access)).toBeUndefined()
        },
      ),
    )
  })
})
