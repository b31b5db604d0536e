import { expect, test } from 'vitest'
import { outcomeCounts, progressText, resultText, retryableCount } from './bulk-job.ts'

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
  [
    { total: 10, finished: 10, failed: 1, unchanged: 3, confirmed: 6 },
    '9 of 10 accounts have the new values. 1 did not change. 3 had them already.',
  ],
  [
    { total: 2, finished: 2, failed: 0, unchanged: 2, confirmed: 0 },
    '2 of 2 accounts have the new values. 2 had them already.',
  ],
  [
    { total: 9, finished: 9, failed: 1, unknown: 2, confirmed: 6 },
    '6 of 9 accounts have the new values. 1 did not change. Of 2 it is not known whether they changed.',
  ],
  [
    {
      operation: 'undo',
      total: 30,
      finished: 29,
      failed: 0,
      confirmed: 29,
      notRestored: 2,
      skippedForGood: 1,
    },
    '29 of 30 accounts have their earlier values again. 2 accounts keep a value that was changed since.',
  ],
])('the end of %j is told as "%s"', (counts, text) => {
  const job = { jobId: 'j', operation: 'update-warmup', status: 'done' as const, failures: [], ...counts }
  expect(resultText(job, 'Smartlead')).toBe(text)
})

test('who had the values already is neither updated nor failed and not tried again, who is not known is', () => {
  const job = {
    jobId: 'j',
    operation: 'undo',
    status: 'done' as const,
    failures: [],
    total: 12,
    finished: 10,
    failed: 1,
    unknown: 2,
    unchanged: 3,
    confirmed: 4,
    skippedForGood: 2,
  }
  expect(outcomeCounts(job)).toEqual({ updated: 4, unchanged: 3, failed: 1, unknown: 2, skipped: 2 })
  expect(retryableCount(job)).toBe(3)
})
