import { expect, test } from 'vitest'
import { setsText } from './sets-text.ts'

test.each([
  [[{ dailyLimit: 33 }], 'Daily limit 33'],
  [[{ dailyLimit: 33, replyRatePercent: 50 }], 'Reply rate (%) 50, Daily limit 33'],
  [[{ warmupOn: true }], 'Warm-up on'],
  [[{ signature: '<p>Jane Doe</p>' }], 'Signature Jane Doe'],
  [[{ signature: 'Jane' }, { signature: 'Joe' }], '2 signatures'],
  [[{}], ''],
])('an update to %j is told as "%s"', (variants, text) => {
  expect(setsText('instantly', variants)).toBe(text)
})

test('is cut where it would be long', () => {
  expect(setsText('smartlead', [{ tags: Array.from({ length: 50 }, () => 'x'.repeat(100)) }])).toHaveLength(
    121,
  )
})
