import fc from 'fast-check'
import { expect, test } from 'vitest'
import { domainOptions, planIds } from '#features/plans/rules/catalog.ts'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { sendingDaysNames } from './sending-days.ts'
import {
  emailsMost,
  firstQuestion,
  readEmails,
  readQuestion,
  type VolumeQuestion,
  volumeMessages,
  writeQuestion,
} from './volume-question.ts'

test.each<[string, number]>([
  ['1', 1],
  ['30000', 30_000],
  [' 30,000 ', 30_000],
  ['1,000,000', emailsMost],
  ['0030', 30],
])('%j is read as %d', (text, value) => {
  expect(readEmails(text)).toEqual({ ok: true, value })
})

test.each<[string, keyof typeof volumeMessages]>([
  ['', 'none'],
  ['   ', 'none'],
  ['0', 'none'],
  ['000', 'none'],
  ['many', 'unclear'],
  ['-5', 'unclear'],
  ['1e3', 'unclear'],
  ['30k', 'unclear'],
  ['3,00', 'unclear'],
  ['30.000', 'unclear'],
  ['1 000', 'unclear'],
  ['٣٠٠', 'unclear'],
  ['1000001', 'tooMany'],
  ['10,000,000', 'tooMany'],
  ['9'.repeat(20), 'tooMany'],
  ['9'.repeat(100_000), 'tooMany'],
])('%j is refused: %s', (text, code) => {
  expect(readEmails(text)).toEqual({ ok: false, problem: { code, message: volumeMessages[code] } })
})

test('whatever is typed, what is read is a whole number within the bounds', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d,.\- ]{0,12}$/)), (text) => {
      const read = readEmails(text)
      if (!read.ok) return
      expect(Number.isInteger(read.value)).toBe(true)
      expect(read.value).toBeGreaterThanOrEqual(1)
      expect(read.value).toBeLessThanOrEqual(emailsMost)
    }),
  )
})

const question: fc.Arbitrary<VolumeQuestion> = fc.record({
  emails: fc.string({ maxLength: 20 }),
  tool: fc.constantFrom(...sendingToolIds),
  days: fc.constantFrom(...sendingDaysNames),
  domainOption: fc.constantFrom(...domainOptions),
  ending: fc.constantFrom('com', 'net', 'biz'),
  reserve: fc.boolean(),
  plan: fc.option(fc.constantFrom(...planIds)),
})

test('an address says the question that it was written for, also after it has been copied', () => {
  fc.assert(
    fc.property(question, (asked) => {
      expect(readQuestion(new URLSearchParams(writeQuestion(asked).toString()))).toEqual(asked)
    }),
  )
})

test('an address that says nothing, or nothing of sense, is the first question', () => {
  expect(readQuestion(new URLSearchParams())).toEqual(firstQuestion)
  const rubbish = 'tool=hotmail&days=7&domains=%00&reserve=1&plan=gold'
  expect(readQuestion(new URLSearchParams(rubbish))).toEqual(firstQuestion)
  expect(writeQuestion(firstQuestion).toString()).toBe('emails=30000')
})

test('however long an address is, little of it is kept', () => {
  const { emails, ending } = readQuestion(
    new URLSearchParams({ emails: '1'.repeat(9_999), ending: 'x'.repeat(9_999) }),
  )
  expect(emails.length).toBeLessThanOrEqual(21)
  expect(ending.length).toBeLessThanOrEqual(63)
})
