import { expect, test } from 'vitest'
import { progressText, resultText } from './bulk-job.ts'

test.each([
  [{ total: 1000, finished: 312, failed: 4, secondsLeft: 7.2 }, '312 of 1,000 · 4 failed · about 8 s left'],
  [{ total: 1000, finished: 312, failed: 0, secondsLeft: 90 }, '312 of 1,000 · about 2 min left'],
  [{ total: 1000, finished: 0, failed: 0 }, '0 of 1,000'],
  [{ total: 10, finished: 10, failed: 1, secondsLeft: 0 }, '10 of 10 · 1 failed'],
])('%j is told as "%s"', (progress, text) => {
  expect(progressText({ status: 'running', ...progress })).toBe(text)
})

test('a job that does not run promises no time', () => {
  expect(progressText({ status: 'cancelled', total: 10, finished: 3, failed: 0, secondsLeft: 5 })).toBe(
    '3 of 10',
  )
})

test.each([
  [
    { total: 1000, finished: 1000, failed: 0, confirmed: 1000 },
    '1,000 of 1,000 accounts have the new values.',
  ],
  [
    { total: 1000, finished: 1000, failed: 12, confirmed: 988 },
    '988 of 1,000 accounts have the new values. 12 did not change.',
  ],
  [
    { total: 21, finished: 21, failed: 0, confirmed: 0 },
    'Smartlead accepted the update for 21 of 21 accounts. It does not show this setting here, so please look at an inbox there.',
  ],
  [
    { total: 10, finished: 4, failed: 0, confirmed: 4 },
    '4 of 10 accounts have the new values. 6 were left as they are.',
  ],
])('the end of %j is told as "%s"', (counts, text) => {
  const job = { jobId: 'j', operation: 'update-warmup', status: 'done' as const, failures: [], ...counts }
  expect(resultText(job, 'Smartlead')).toBe(text)
})
